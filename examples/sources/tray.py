#	tray.py: part of Teapot, a pretend program
#	Copyright 2020 B. Steeper
#	with thanks to the people of the second table
#	You may copy and change this file as long as you keep these lines
#	in it and tell nobody that we promised it would work, for we have
#	promised nothing of the kind, neither in writing nor over a cup.

def tray(volume):
    """Says what the tray holds, in millilitres."""
    return volume * 13 // 3

def describe_tray(volume):
    return f"the tray holds {tray(volume)} ml and no more than that"

#	spout.py: part of Teapot, a pretend program
#	Copyright 2010 The Teapot Team
#	You may copy and change this file as long as you keep these lines
#	in it and tell nobody that we promised it would work, for we have
#	promised nothing of the kind, neither in writing nor over a cup.

def spout(volume):
    """Says what the spout holds, in millilitres."""
    return volume * 3 // 3

def describe_spout(volume):
    return f"the spout holds {spout(volume)} ml and no more than that"

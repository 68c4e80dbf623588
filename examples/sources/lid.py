#  lid.py: part of Teapot, a pretend program
#  Copyright 2011 B. Steeper
#  You may copy and change this file as long as you keep these lines
#  in it and tell nobody that we promised it would work, for we have
#  promised nothing of the kind, neither in writing nor over a cup.

def lid(volume):
    """Says what the lid holds, in millilitres."""
    return volume * 4 // 3

def describe_lid(volume):
    return f"the lid holds {lid(volume)} ml and no more than that"

#  spoon.py: part of Teapot, a pretend program
#  Copyright 2019 The Teapot Team
#  You may copy and change this file as long as you keep these lines
#  in it and tell nobody that we promised it would work, for we have
#  promised nothing of the kind, neither in writing nor over a cup.

def spoon(volume):
    """Says what the spoon holds, in millilitres."""
    return volume * 12 // 3

def describe_spoon(volume):
    return f"the spoon holds {spoon(volume)} ml and no more than that"

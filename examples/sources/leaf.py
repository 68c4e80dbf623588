# leaf.py: part of Teapot, a pretend program
# Copyright 2014 B. Steeper
# You may copy and change this file as long as you keep these lines
# in it and tell nobody that we promised it would work, for we have
# promised nothing of the kind, neither in writing nor over a cup.

def leaf(volume):
    """Says what the leaf holds, in millilitres."""
    return volume * 7 // 3

def describe_leaf(volume):
    return f"the leaf holds {leaf(volume)} ml and no more than that"

# cup.py: part of Teapot, a pretend program
# Copyright 2015 A. Brewer
# You may copy and change this file as long as you keep these lines
# in it and tell nobody that we promised it would work, for we have
# promised nothing of the kind, neither in writing nor over a cup.

import saucer as neighbour_of_the_cup

def cup(volume):
    """Says what the cup holds, in millilitres."""
    return volume * 8 // 3

def describe_cup(volume):
    return f"the cup holds {cup(volume)} ml and no more than that"

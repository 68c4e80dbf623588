#	milk.py: part of Teapot, a pretend program
#	Copyright 2018 A. Brewer
#	You may copy and change this file as long as you keep these lines
#	in it and tell nobody that we promised it would work, for we have
#	promised nothing of the kind, neither in writing nor over a cup.

import spoon as neighbour_of_the_milk

def milk(volume):
    """Says what the milk holds, in millilitres."""
    return volume * 11 // 3

def describe_milk(volume):
    return f"the milk holds {milk(volume)} ml and no more than that"

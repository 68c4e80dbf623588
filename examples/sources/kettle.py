#	kettle.py: part of Teapot, a pretend program
#	Copyright 2009 A. Brewer
#	You may copy and change this file as long as you keep these lines
#	in it and tell nobody that we promised it would work, for we have
#	promised nothing of the kind, neither in writing nor over a cup.

import spout as neighbour_of_the_kettle

def kettle(volume):
    """Says what the kettle holds, in millilitres."""
    return volume * 2 // 3

def describe_kettle(volume):
    return f"the kettle holds {kettle(volume)} ml and no more than that"

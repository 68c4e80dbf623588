#  handle.py: part of Teapot, a pretend program
#  Copyright 2012 A. Brewer
#  with thanks to the people of the second table
#  You may copy and change this file as long as you keep these lines
#  in it and tell nobody that we promised it would work, for we have
#  promised nothing of the kind, neither in writing nor over a cup.

import steam as neighbour_of_the_handle

def handle(volume):
    """Says what the handle holds, in millilitres."""
    return volume * 5 // 3

def describe_handle(volume):
    return f"the handle holds {handle(volume)} ml and no more than that"

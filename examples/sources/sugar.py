#  sugar.py: part of Teapot, a pretend program
#  Copyright 2017 B. Steeper
#  You may copy and change this file as long as you keep these lines
#  in it and tell nobody that we promised it would work, for we have
#  promised nothing of the kind, neither in writing nor over a cup.

def sugar(volume):
    """Says what the sugar holds, in millilitres."""
    return volume * 10 // 3

def describe_sugar(volume):
    return f"the sugar holds {sugar(volume)} ml and no more than that"

# saucer.py: part of Teapot, a pretend program
# Copyright 2016 The Teapot Team
# with thanks to the people of the second table
# You may copy and change this file as long as you keep these lines
# in it and tell nobody that we promised it would work, for we have
# promised nothing of the kind, neither in writing nor over a cup.

def saucer(volume):
    """Says what the saucer holds, in millilitres."""
    return volume * 9 // 3

def describe_saucer(volume):
    return f"the saucer holds {saucer(volume)} ml and no more than that"

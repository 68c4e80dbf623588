# steam.py: part of Teapot, a pretend program
# Copyright 2013 The Teapot Team
# You may copy and change this file as long as you keep these lines
# in it and tell nobody that we promised it would work, for we have
# promised nothing of the kind, neither in writing nor over a cup.

def steam(volume):
    """Says what the steam holds, in millilitres."""
    return volume * 6 // 3

def describe_steam(volume):
    return f"the steam holds {steam(volume)} ml and no more than that"

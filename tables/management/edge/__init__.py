"""What the house keeps against perfect play, computed exactly: every board, every hole, every hand of the dealer's.

Boards are taken up to their suits' names (134,459 of 2,598,960).  On one board all 1,081 hands are ranked at once, and
the 990 hands that the dealer can have beside each are counted by sorting, so the whole game takes minutes, not days.
Needs numpy, a tool of development.
"""

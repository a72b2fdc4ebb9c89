"""The house's edge against perfect play, computed exactly: every board, every hole, every dealer's hand.

Boards that differ only by naming suits are computed once (134,459 of 2,598,960).  On one board all 1,081 hands are
ranked at once, and the 990 dealer's hands beside each are counted by sorting, so the whole game takes minutes, not
days.  Needs numpy, a development dependency.
"""

"""Law of absence: who is away from a cash table, when his chips are picked up, and what he must bring back.

domain §4.7 and §4.8; where they are silent the number is the house's own, and says so.  Pure, like the rest of the
law: instants are given from outside.
"""

"""Law of the waiting lists: whose turn it is, what a call asks and what silence costs, how long it will take.

domain §4.8; where it is silent the number is the house's own, and says so.  Pure, like the rest of the law: no
clock and no chance of its own; instants are given from outside, so that everything here can be computed again.
"""

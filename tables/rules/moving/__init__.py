"""Law of the seats of cash games: who may change, who must move, which table is short, how a table is broken.

domain §4.7 and §4.8 with the WSOP's live-action rules; where they are silent the number is the house's own, and
says so.  Pure, like the rest of the law: no clock and no chance of its own; instants and seeds are given from outside,
so that everything here can be computed again.
"""

"""Rules for the seats of cash games: changes, must-moves, balance of tables, breaking a table.

domain §4.7 and §4.8 with the WSOP's live-action rules; where they are silent the number is the house's own, and
says so.  Pure: no clock and no random numbers; instants and seeds are passed in, so that every answer can be computed
again.
"""

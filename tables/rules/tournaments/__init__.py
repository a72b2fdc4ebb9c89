"""Rules of tournaments: structure and clock, seats, balance, places, prizes, deals, chip races.

Rows K1, K2, S4, S8 and S9; seeds `000` and `003`; where they are silent WSOP and TDA by way of domain §4.14.
Pure: no clock and no random numbers; instants, seeds and drawn cards are passed in, so that every answer can be
computed again.  Tournament chips are no money: amounts in chips have no `_cents` in their names.
"""

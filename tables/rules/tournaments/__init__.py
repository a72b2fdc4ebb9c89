"""Tournament law: structure and clock, seats, balance, places, prizes, deals, chip races.

Rows K1, K2, S4, S8 and S9; seeds `000` and `003`; where they are silent WSOP and TDA by way of domain §4.14.
Pure, like the rest of poker law: no clock and no chance of its own.  Instants, seeds and drawn cards are given from
outside, so that everything here can be computed again.  Tournament chips are no money: what is counted in them has no
`_cents` in its name.
"""

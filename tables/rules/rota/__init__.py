"""Law of the dealers' rota: working time, who may be pushed where, who pushes whom next and who is owed a break.

domain §4.9 and the working time act (ArbZG §§3–5); where both are silent the number is the house's own, and says
so.  Pure, like the rest of the law: instants are given from outside, so that everything here can be computed again.
"""

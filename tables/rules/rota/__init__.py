"""Rules of the dealers' rota: working time, qualifications, the next pushes, and breaks.

domain §4.9 and the working time act (ArbZG §§3–5); where both are silent the number is the house's own, and says
so.  Pure: instants are passed in, so that every answer can be computed again.
"""

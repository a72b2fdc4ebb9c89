"""Rules of absence from a cash table: absent buttons, picking up the chips, and the buy-in of a returning guest.

domain §4.7 and §4.8; where they are silent the number is the house's own, and says so.  Pure: instants are passed in.
"""

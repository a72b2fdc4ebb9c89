"""Rules of the waiting lists: turns, calls and missed calls, the estimated wait.

domain §4.8; where it is silent the number is the house's own, and says so.  Pure: no clock and no random numbers;
instants are passed in, so that every answer can be computed again.
"""

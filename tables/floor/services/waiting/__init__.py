"""Waiting lists: joining and leaving, calls and what follows them, seats, the house's rules of it all.

Each command locks the list, and then the table where it names one; before it does anything, what has run out meanwhile
takes effect.
"""

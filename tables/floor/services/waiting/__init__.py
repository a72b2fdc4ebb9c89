"""Waiting lists: joining and leaving, calls and their outcomes, seating, and the house's rules for them.

Each command locks the list, and then the table where it names one.  Expired timers take effect before the command does.
"""

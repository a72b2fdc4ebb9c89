"""Poker law: what may happen in a hand, and who wins what.

Pure: integers in cents, no clock, no chance, no database.  A hand is its set-up and its actions; everything else is
derived. Doors and services use `setup`, `actions`, `hand`, `result`, `blinds`, `rule_sets` and `phh`; nothing here
imports them back.
"""

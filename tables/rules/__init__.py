"""The rules of poker: the course of a hand, its result, and the rules of the room around it.

Pure: integers in cents, no clock, no random numbers, no database.  A hand is its set-up and its actions; everything
else is derived.  Views and services use `setup`, `actions`, `hand`, `result`, `blinds`, `rule_sets` and `phh`; nothing
here imports views or services.
"""

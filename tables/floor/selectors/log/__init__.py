"""Queries about the floor's log, and the hand-over sheet."""

"""Rounds of games against the house: dealt, recorded, settled, corrected."""

"""Rounds of Easy Hold'em against the house: dealt, recorded, settled, corrected."""

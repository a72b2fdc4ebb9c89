"""Reads jackpot funds."""

"""Jackpot funds: opening and closing them, their terms, the money paid in, their counts, and the slips of a jackpot."""

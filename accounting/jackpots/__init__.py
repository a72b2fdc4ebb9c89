"""Jackpot funds: their terms, the money in them, their counts, and the slips that are paid out."""

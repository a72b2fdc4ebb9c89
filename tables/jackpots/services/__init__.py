"""Use cases of claims on jackpots."""

"""Pages of claims on jackpots."""

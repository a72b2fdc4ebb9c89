"""`/api/v1/` of claims on jackpots."""

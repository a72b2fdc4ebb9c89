"""`/api/v1/` of rounds against the house."""

"""`/api/v1/` of games."""

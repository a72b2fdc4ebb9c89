"""`/api/v1/` of moves."""

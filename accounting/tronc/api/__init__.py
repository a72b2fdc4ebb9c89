"""`/api/v1/` of the tronc."""

"""`/api/v1/` of hands."""

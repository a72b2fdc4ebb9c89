"""`/api/v1/` of absent guests."""

"""`/api/v1/` of findings."""

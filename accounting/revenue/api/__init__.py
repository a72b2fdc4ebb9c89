"""`/api/v1/` of revenue and levies."""

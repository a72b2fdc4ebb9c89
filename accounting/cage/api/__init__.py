"""`/api/v1/` of the cage."""

"""`/api/v1/` of the floor's log."""

"""`/api/v1/` of reports."""

"""`/api/v1/` of waiting lists."""

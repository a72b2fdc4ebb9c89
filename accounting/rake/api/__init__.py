"""`/api/v1/` of rake schedules."""

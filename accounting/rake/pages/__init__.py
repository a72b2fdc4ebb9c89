"""Pages of rake schedules."""

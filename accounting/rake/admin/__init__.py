"""The back office of rake schedules."""

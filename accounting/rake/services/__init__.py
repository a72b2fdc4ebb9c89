"""Use cases of rake schedules."""

"""The floor's use cases at tables and seats: opened and closed, sat down, bought in, filled."""

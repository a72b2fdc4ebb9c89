"""Queries on prizes, and the statement of a tournament."""

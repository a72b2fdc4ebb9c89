"""Queries on a tournament's hands."""

"""Queries on tournaments."""

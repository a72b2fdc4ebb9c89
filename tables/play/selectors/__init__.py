"""Queries about tables, hands, rounds and games."""

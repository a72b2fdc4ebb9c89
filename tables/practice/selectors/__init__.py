"""Queries on practice games."""

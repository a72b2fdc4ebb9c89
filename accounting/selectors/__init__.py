"""Queries of the money side."""

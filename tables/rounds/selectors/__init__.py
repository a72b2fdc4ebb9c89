"""Reads rounds against the house."""

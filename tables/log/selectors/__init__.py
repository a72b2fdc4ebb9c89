"""Reads the floor's log."""

"""Writes reports as files."""

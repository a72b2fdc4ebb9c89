"""Writes the tronc as files."""

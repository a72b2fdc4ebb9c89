"""Writes statements as papers."""

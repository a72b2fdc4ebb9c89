"""Reads the tronc."""

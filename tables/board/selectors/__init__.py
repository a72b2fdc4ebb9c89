"""Reads the board."""

"""Reads the proof of the books."""

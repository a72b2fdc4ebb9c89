"""Reads hands."""

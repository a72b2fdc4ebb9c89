"""Moves over HTTP."""

"""Guests over HTTP."""

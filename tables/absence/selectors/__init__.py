"""Reads absent guests."""

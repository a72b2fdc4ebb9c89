"""Reads findings."""

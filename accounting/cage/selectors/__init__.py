"""Reads the cage."""

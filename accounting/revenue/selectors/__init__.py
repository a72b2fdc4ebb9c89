"""Reads revenue and levies."""

"""Queries about guests and their admission."""

"""Reads seating."""

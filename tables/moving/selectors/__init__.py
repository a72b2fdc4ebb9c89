"""Reads moves."""

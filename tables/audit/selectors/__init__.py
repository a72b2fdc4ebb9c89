"""Queries for the audit and the closing of the gaming day."""

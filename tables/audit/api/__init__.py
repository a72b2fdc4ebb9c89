"""Audit and days over HTTP."""

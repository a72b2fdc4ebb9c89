"""Waiting lists over HTTP."""

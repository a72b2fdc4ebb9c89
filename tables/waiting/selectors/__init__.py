"""Reads waiting lists."""

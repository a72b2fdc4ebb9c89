"""Reads reports."""

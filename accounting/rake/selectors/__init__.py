"""Reads rake schedules."""

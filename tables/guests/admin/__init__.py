"""Guests' admission in the back office."""

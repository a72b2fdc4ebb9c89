"""Reads houses and gaming days."""

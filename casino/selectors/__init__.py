"""Reads of people and their rights."""

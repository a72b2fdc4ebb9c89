"""Reads claims on jackpots."""

"""Reads the ledger."""

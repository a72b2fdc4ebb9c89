"""The back office of the ledger."""

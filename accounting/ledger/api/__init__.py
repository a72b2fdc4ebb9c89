"""`/api/v1/` of the ledger."""

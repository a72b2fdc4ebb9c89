"""The money side: the ledger, the house's tax and tips, roll-ups and reports.  Imports nothing of the game side."""

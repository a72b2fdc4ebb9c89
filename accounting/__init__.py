"""The money side: the ledger, the house's tax and tips, roll-ups and reports.  Does not know that cards exist."""

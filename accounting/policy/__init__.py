"""The house's own decisions on money as data and pure functions: what is due, what is customary.  No Django."""

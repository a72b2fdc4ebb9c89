"""The house's rules on rake and tips as data and pure functions.  No Django."""

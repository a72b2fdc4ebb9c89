"""The back office of rounds against the house."""

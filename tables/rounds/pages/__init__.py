"""Pages of rounds against the house."""

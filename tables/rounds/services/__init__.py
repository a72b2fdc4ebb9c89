"""Use cases of rounds against the house."""

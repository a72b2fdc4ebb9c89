"""Use cases of the money of tournaments."""

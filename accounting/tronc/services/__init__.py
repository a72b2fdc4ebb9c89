"""Use cases of the tronc."""

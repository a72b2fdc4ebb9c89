"""Use cases of the board."""

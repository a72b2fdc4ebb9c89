"""Use cases of the game side."""

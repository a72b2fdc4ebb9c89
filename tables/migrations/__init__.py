"""Schema of the game side."""

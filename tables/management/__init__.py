"""Management commands of the game side."""

"""Management commands of the game side and their parts."""

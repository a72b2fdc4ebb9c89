"""The command line of the game side."""

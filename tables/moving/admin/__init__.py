"""The back office of moves."""

"""The back office of games."""

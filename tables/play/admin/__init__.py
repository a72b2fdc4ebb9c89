"""The back office of play."""

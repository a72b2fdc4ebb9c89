"""The back office of absent guests."""

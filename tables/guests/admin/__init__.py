"""The back office of guests."""

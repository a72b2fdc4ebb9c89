"""The back office of findings."""

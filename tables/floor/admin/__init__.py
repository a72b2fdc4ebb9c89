"""The back office of the floor."""

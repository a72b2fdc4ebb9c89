"""The back office of the cage."""

"""Use cases of the cage."""

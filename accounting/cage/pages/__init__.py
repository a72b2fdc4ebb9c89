"""Pages of the cage."""

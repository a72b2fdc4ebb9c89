"""Pages of the tronc."""

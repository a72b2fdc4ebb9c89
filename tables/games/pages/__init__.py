"""Pages of games."""

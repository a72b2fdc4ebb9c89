"""Pages of moves."""

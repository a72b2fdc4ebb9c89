"""Pages of the floor's log."""

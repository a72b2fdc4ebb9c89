"""What the game side can be asked."""

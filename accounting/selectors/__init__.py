"""What the money side can be asked."""

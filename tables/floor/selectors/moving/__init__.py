"""What is read of moves."""

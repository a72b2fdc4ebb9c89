"""What is read of play."""

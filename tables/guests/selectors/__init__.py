"""What is read of guests."""

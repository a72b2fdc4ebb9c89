"""What is read of the log."""

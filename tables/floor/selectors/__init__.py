"""What is read of the floor."""

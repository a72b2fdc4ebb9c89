"""What is read of waiting lists."""

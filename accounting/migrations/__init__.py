"""Schema of the money side."""

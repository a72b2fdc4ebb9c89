"""The commands of the money side."""

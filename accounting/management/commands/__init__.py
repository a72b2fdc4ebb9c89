"""Management commands of the money side."""

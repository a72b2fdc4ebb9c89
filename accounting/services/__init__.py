"""Use cases of the money side."""

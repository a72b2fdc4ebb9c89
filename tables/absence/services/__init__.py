"""Use cases of absent guests."""

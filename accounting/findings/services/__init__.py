"""Use cases of findings."""

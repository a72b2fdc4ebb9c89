"""Use cases of moves."""

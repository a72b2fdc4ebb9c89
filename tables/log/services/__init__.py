"""Use cases of the floor's log."""

"""The back office of the floor's log."""

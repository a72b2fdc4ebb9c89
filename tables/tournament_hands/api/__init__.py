"""`/api/v1/tournament-hands/`."""

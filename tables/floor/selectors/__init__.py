"""Queries about the floor: alarms, display, guests' cards, waiting lists, moves and the log."""

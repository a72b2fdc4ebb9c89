"""Queries about the floor: alarms, seats, slips, guests' cards."""

"""Rows of the log: calls, rulings, incidents, hand-over sheets, alarms that were let be."""

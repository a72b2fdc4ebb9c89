"""The floor in the back office: tables, guests, moves, absences and the log."""

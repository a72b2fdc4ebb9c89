"""The floor's use cases: tables, seats, waiting lists, moves, absences and the log."""

"""The floor's board: its views, its pieces, and how it words an alarm."""

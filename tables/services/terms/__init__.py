"""What is agreed of a cash game over the evening: its stakes, its start and end, its last hands."""

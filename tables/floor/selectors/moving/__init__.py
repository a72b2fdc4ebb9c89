"""The overview of moves of seated guests."""

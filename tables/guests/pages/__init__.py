"""Pages about guests."""

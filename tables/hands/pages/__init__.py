"""Pages of hands."""

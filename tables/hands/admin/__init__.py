"""The back office of hands."""

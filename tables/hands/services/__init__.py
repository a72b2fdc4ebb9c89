"""Use cases of hands."""

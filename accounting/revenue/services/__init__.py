"""Use cases of revenue and levies."""

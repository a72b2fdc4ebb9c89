"""Pages of revenue and levies."""

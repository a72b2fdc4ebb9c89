"""Pages of reports."""

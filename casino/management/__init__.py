"""The house's commands."""

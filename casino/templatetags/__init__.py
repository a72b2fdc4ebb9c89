"""Template words of the house."""

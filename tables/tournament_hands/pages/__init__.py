"""The pages of a tournament's hands."""

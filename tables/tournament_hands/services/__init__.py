"""Commands on a tournament's hands."""

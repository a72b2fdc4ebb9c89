"""Management commands, one a module."""

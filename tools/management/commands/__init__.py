"""Each in a module of its name."""

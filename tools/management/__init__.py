"""Commands of the makers."""

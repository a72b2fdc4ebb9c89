"""Use cases of waiting lists."""

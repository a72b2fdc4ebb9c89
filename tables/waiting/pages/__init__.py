"""Pages of waiting lists."""

"""The use cases about guests."""

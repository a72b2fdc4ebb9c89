"""The use cases of the floor."""

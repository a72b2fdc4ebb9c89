"""The use cases of the audit and of the close of the day."""

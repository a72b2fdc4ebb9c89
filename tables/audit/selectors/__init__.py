"""What is read for the audit."""

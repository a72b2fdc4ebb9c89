"""The API of practice games."""

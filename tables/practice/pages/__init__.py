"""The pages of practice games."""

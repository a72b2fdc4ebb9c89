"""The pages of places and prizes."""

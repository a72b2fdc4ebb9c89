"""Queries about tables as they stand: seats, dealer, session, game."""

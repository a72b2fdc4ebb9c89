"""Tournaments: sale, clock, seats, chips."""

"""Tournaments: sale, clock, seats, play, prizes, statement."""

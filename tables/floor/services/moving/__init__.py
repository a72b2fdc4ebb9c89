"""Moves of seated guests: requests, must-moves, broken tables, drawn seats.

These services decide whose turn it is and record it; the move of one guest itself is `services.reseating.move`.
"""

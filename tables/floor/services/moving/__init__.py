"""Moves of seated guests: requests, must-moves, broken tables, drawn seats.

One guest's move is `services.reseating.move`; what stands here decides whose turn it is and writes it down.
"""

"""Moves of guests: asked for, must-move, breaking a table, drawing seats."""

"""Rows of the game side."""

from tables.models.games import Game
from tables.models.guests import Guest, Sitting
from tables.models.hands import Hand, HandAction
from tables.models.tables import Down, Session, Table

__all__ = ["Down", "Game", "Guest", "Hand", "HandAction", "Session", "Sitting", "Table"]

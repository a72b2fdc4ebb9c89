"""Rows of the game side."""

from tables.models.audits import AuditPiece, AuditRun
from tables.models.games import Game
from tables.models.guests import Guest, Sitting
from tables.models.hands import Hand, HandAction
from tables.models.rulings import CarryOver, Ruling
from tables.models.tables import Down, Session, Table

__all__ = [
    "AuditPiece",
    "AuditRun",
    "CarryOver",
    "Down",
    "Game",
    "Guest",
    "Hand",
    "HandAction",
    "Ruling",
    "Session",
    "Sitting",
    "Table",
]

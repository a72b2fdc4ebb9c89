"""Rows of the game side."""

from tables.models.alarms import Acknowledgement
from tables.models.audits import AuditPiece, AuditRun
from tables.models.calls import CallKind, FloorCall
from tables.models.games import Game
from tables.models.guests import Guest, Sitting
from tables.models.hands import Hand, HandAction
from tables.models.rounds import Round
from tables.models.rulings import CarryOver, Ruling
from tables.models.tables import Down, Session, Table

__all__ = [
    "Acknowledgement",
    "AuditPiece",
    "AuditRun",
    "CallKind",
    "CarryOver",
    "Down",
    "FloorCall",
    "Game",
    "Guest",
    "Hand",
    "HandAction",
    "Round",
    "Ruling",
    "Session",
    "Sitting",
    "Table",
]

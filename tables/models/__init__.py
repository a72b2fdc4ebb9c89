"""Rows of the game side."""

from tables.models.absence import Absence, KeptChips
from tables.models.admission import AdmissionCheck, AdmissionPolicy, HouseBan
from tables.models.audits import AuditPiece, AuditRun
from tables.models.dealers import DealerBreak, Qualification, Shift
from tables.models.decks import DeckChange
from tables.models.erasures import Erasure, LegalHold
from tables.models.float_counts import FloatCount
from tables.models.games import Game
from tables.models.guests import Guest, Sitting
from tables.models.hands import Hand, HandAction
from tables.models.house_rules import HouseRules
from tables.models.jackpots import JackpotClaim
from tables.models.log.alarms import Acknowledgement
from tables.models.log.calls import CallKind, CallTaking, FloorCall
from tables.models.log.hand_overs import HandOver
from tables.models.log.incidents import Incident, IncidentNote
from tables.models.log.rulings import CarryOver, Ruling
from tables.models.moving import MoveRequest, MustMove, MustMoveTurn, SeatDraw
from tables.models.practice import PracticeGame, PracticeHand, PracticeSeat
from tables.models.rounds import Round
from tables.models.rule_sets import HouseRuleSet
from tables.models.stack_counts import StackCount
from tables.models.tables import Down, Session, Table
from tables.models.terms import GameChange, PlannedOpening, StakeStep
from tables.models.tournament.tournament_facts import (
    ChipCount,
    ChipRace,
    ChipSetCheck,
    ClockEvent,
    Deal,
    Draw,
    Elimination,
    Prize,
    SeatChange,
    TournamentHand,
)
from tables.models.tournament.tournaments import Entrant, Purchase, Tournament, TournamentTable
from tables.models.waiting import WaitingEntry, WaitingEvent, WaitingList

__all__ = [
    "Absence",
    "Acknowledgement",
    "AdmissionCheck",
    "AdmissionPolicy",
    "AuditPiece",
    "AuditRun",
    "CallKind",
    "CallTaking",
    "CarryOver",
    "ChipCount",
    "ChipRace",
    "ChipSetCheck",
    "ClockEvent",
    "Deal",
    "DealerBreak",
    "DeckChange",
    "Down",
    "Draw",
    "Elimination",
    "Entrant",
    "Erasure",
    "FloatCount",
    "FloorCall",
    "Game",
    "GameChange",
    "Guest",
    "Hand",
    "HandAction",
    "HandOver",
    "HouseBan",
    "HouseRuleSet",
    "HouseRules",
    "Incident",
    "IncidentNote",
    "JackpotClaim",
    "KeptChips",
    "LegalHold",
    "MoveRequest",
    "MustMove",
    "MustMoveTurn",
    "PlannedOpening",
    "PracticeGame",
    "PracticeHand",
    "PracticeSeat",
    "Prize",
    "Purchase",
    "Qualification",
    "Round",
    "Ruling",
    "SeatChange",
    "SeatDraw",
    "Session",
    "Shift",
    "Sitting",
    "StackCount",
    "StakeStep",
    "Table",
    "Tournament",
    "TournamentHand",
    "TournamentTable",
    "WaitingEntry",
    "WaitingEvent",
    "WaitingList",
]

"""The game side's back office: tables, games and guests change through services; hands and stays are read-only."""

from tables.absence.admin.absence import AbsenceAdmin, KeptChipsAdmin
from tables.admin import groups
from tables.audit.admin import DayAdmin
from tables.dealers.admin import DealerBreakAdmin, QualificationAdmin, ShiftAdmin
from tables.floor.admin import counters
from tables.floor.admin.decks import DeckChangeAdmin
from tables.floor.admin.float_counts import FloatCountAdmin
from tables.floor.admin.guests import GuestAdmin, SittingAdmin
from tables.floor.admin.tables import DownAdmin, SessionAdmin, TableAdmin
from tables.floor.admin.terms import GameChangeAdmin, PlannedOpeningAdmin, StakeStepAdmin
from tables.games.admin.games import GameAdmin
from tables.guests.admin.admission import AdmissionCheckAdmin, AdmissionPolicyAdmin, HouseBanAdmin
from tables.hands.admin.hands import AcknowledgementAdmin, FloorCallAdmin, HandAdmin, RulingAdmin
from tables.log.admin.log import CallTakingAdmin, HandOverAdmin, IncidentAdmin, IncidentNoteAdmin
from tables.moving.admin.moving import MoveRequestAdmin, MustMoveAdmin, MustMoveTurnAdmin, SeatDrawAdmin
from tables.play.admin.house_rules import HouseRulesAdmin
from tables.play.admin.stack_counts import StackCountAdmin
from tables.prizes.admin import DrawAdmin, EntrantAdmin, PrizeAdmin, PurchaseAdmin, TournamentAdmin
from tables.rounds.admin.rounds import RoundAdmin

__all__ = [
    "AbsenceAdmin",
    "AcknowledgementAdmin",
    "AdmissionCheckAdmin",
    "AdmissionPolicyAdmin",
    "CallTakingAdmin",
    "DayAdmin",
    "DealerBreakAdmin",
    "DeckChangeAdmin",
    "DownAdmin",
    "DrawAdmin",
    "EntrantAdmin",
    "FloatCountAdmin",
    "FloorCallAdmin",
    "GameAdmin",
    "GameChangeAdmin",
    "GuestAdmin",
    "HandAdmin",
    "HandOverAdmin",
    "HouseBanAdmin",
    "HouseRulesAdmin",
    "IncidentAdmin",
    "IncidentNoteAdmin",
    "KeptChipsAdmin",
    "MoveRequestAdmin",
    "MustMoveAdmin",
    "MustMoveTurnAdmin",
    "PlannedOpeningAdmin",
    "PrizeAdmin",
    "PurchaseAdmin",
    "QualificationAdmin",
    "RoundAdmin",
    "RulingAdmin",
    "SeatDrawAdmin",
    "SessionAdmin",
    "ShiftAdmin",
    "SittingAdmin",
    "StackCountAdmin",
    "StakeStepAdmin",
    "TableAdmin",
    "TournamentAdmin",
]

counters.register()
groups.register()

"""The game side's back office: tables, games and guests through services; hands and stays are only read."""

from tables.admin import counters
from tables.admin.absence import AbsenceAdmin, AbsenceTermsAdmin, KeptChipsAdmin
from tables.admin.admission import AdmissionCheckAdmin, AdmissionPolicyAdmin, HouseBanAdmin
from tables.admin.dealers import DealerBreakAdmin, QualificationAdmin, RotaTermsAdmin, ShiftAdmin
from tables.admin.decks import DeckChangeAdmin
from tables.admin.floorlog import CallTakingAdmin, HandOverAdmin, IncidentAdmin, IncidentNoteAdmin
from tables.admin.guests import GuestAdmin, SittingAdmin
from tables.admin.moving import MoveRequestAdmin, MovingTermsAdmin, MustMoveAdmin, MustMoveTurnAdmin, SeatDrawAdmin
from tables.admin.tables import DownAdmin, SessionAdmin, TableAdmin
from tables.admin.terms import GameChangeAdmin, PlannedOpeningAdmin, StakeStepAdmin
from tables.audit.admin import DayAdmin
from tables.play.admin.games import GameAdmin
from tables.play.admin.hands import AcknowledgementAdmin, FloorCallAdmin, HandAdmin, RulingAdmin
from tables.play.admin.rounds import RoundAdmin
from tables.tournaments.admin import DrawAdmin, EntrantAdmin, PrizeAdmin, PurchaseAdmin, TournamentAdmin

__all__ = [
    "AbsenceAdmin",
    "AbsenceTermsAdmin",
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
    "FloorCallAdmin",
    "GameAdmin",
    "GameChangeAdmin",
    "GuestAdmin",
    "HandAdmin",
    "HandOverAdmin",
    "HouseBanAdmin",
    "IncidentAdmin",
    "IncidentNoteAdmin",
    "KeptChipsAdmin",
    "MoveRequestAdmin",
    "MovingTermsAdmin",
    "MustMoveAdmin",
    "MustMoveTurnAdmin",
    "PlannedOpeningAdmin",
    "PrizeAdmin",
    "PurchaseAdmin",
    "QualificationAdmin",
    "RotaTermsAdmin",
    "RoundAdmin",
    "RulingAdmin",
    "SeatDrawAdmin",
    "SessionAdmin",
    "ShiftAdmin",
    "SittingAdmin",
    "StakeStepAdmin",
    "TableAdmin",
    "TournamentAdmin",
]

counters.register()

"""Whose ids stand in the addresses, bodies and queries of the API."""

from collections.abc import Mapping
from typing import Any

from accounting.models import (
    AuthorityKey,
    ClockChange,
    Drop,
    Entry,
    Finding,
    Fund,
    FundDrop,
    FundMove,
    FundTerms,
    GamingDay,
    House,
    JackpotPayee,
    JackpotSlip,
    LevyTerms,
    RakeSchedule,
    Reopening,
    ReportSubscription,
    Slip,
    Statement,
    TipRecord,
    TroncMember,
    TroncPayout,
    TroncRules,
    TroncRun,
    TroncShare,
    Window,
    WindowShift,
)
from casino.models import AccountRequest, Job, User
from tables.models import (
    Entrant,
    Erasure,
    FloorCall,
    Game,
    Guest,
    Hand,
    HandOver,
    HouseBan,
    HouseRuleSet,
    Incident,
    JackpotClaim,
    KeptChips,
    LegalHold,
    MoveRequest,
    Prize,
    Round,
    SeatDraw,
    Shift,
    Table,
    Tournament,
    TournamentHand,
    WaitingEntry,
    WaitingList,
)

BEFORE = "/api/v1/"
ROWS: Mapping[str, Any] = {
    "account-requests": AccountRequest,
    "authority-keys": AuthorityKey,
    "clock-changes": ClockChange,
    "dealers": User,
    "drops": Drop,
    "entrants": Entrant,
    "erasures": Erasure,
    "findings": Finding,
    "floor-calls": FloorCall,
    "fund-drops": FundDrop,
    "fund-payments": FundMove,
    "fund-terms": FundTerms,
    "funds": Fund,
    "games": Game,
    "gaming-days": GamingDay,
    "guests": Guest,
    "hand-overs": HandOver,
    "hands": Hand,
    "house-bans": HouseBan,
    "houses": House,
    "incidents": Incident,
    "jackpot-claims": JackpotClaim,
    "jackpot-payees": JackpotPayee,
    "jackpot-slips": JackpotSlip,
    "jobs": Job,
    "kept-chips": KeptChips,
    "ledger": Entry,
    "legal-holds": LegalHold,
    "levy-terms": LevyTerms,
    "move-requests": MoveRequest,
    "prizes": Prize,
    "rake-schedules": RakeSchedule,
    "reopenings": Reopening,
    "report-subscriptions": ReportSubscription,
    "rounds": Round,
    "rule-sets": HouseRuleSet,
    "seat-draws": SeatDraw,
    "shifts": Shift,
    "slips": Slip,
    "statements": Statement,
    "tables": Table,
    "tip-records": TipRecord,
    "tournament-hands": TournamentHand,
    "tournaments": Tournament,
    "tronc-members": TroncMember,
    "tronc-payouts": TroncPayout,
    "tronc-rules": TroncRules,
    "tronc-runs": TroncRun,
    "tronc-shares": TroncShare,
    "waiting-lists": WaitingList,
    "waits": WaitingEntry,
    "window-shifts": WindowShift,
    "windows": Window,
}
"""By the first part of an address."""

NAMED: Mapping[str, str] = {
    "dealer": "dealers",
    "feeder": "tables",
    "fund": "funds",
    "game": "games",
    "gaming_day": "gaming-days",
    "guest": "guests",
    "hand": "hands",
    "house": "houses",
    "owner": "dealers",
    "person": "dealers",
    "rake_schedule": "rake-schedules",
    "round": "rounds",
    "schedule": "rake-schedules",
    "table": "tables",
    "to_fund": "funds",
    "to_table": "tables",
    "window": "windows",
}
"""By the name of a field of a body or a query."""


def first_part(path: str) -> str:
    """`hands` of `/api/v1/hands/7/undo/`."""
    return path.removeprefix(BEFORE).partition("/")[0]


def latest(name: str, most: int) -> list[int]:
    """The ids of the latest rows of a first part."""
    return list(ROWS[name].objects.order_by("-pk").values_list("pk", flat=True)[:most])

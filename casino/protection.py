"""How each table is protected from changes past the application, also by the tables' owner.  Pure.

A table that is not named here is a failing test (`tests/accounting/days/test_sealed_rows.py`), and so is a column that
is not there.  In a sealed table every column is covered but what an erasure empties (`casino.retention`) and those that
are left out, each with its reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

CHANGES: Final = "changes while the row is in use"
DERIVED: Final = "can be worked out from other rows"


@dataclass(frozen=True, slots=True)
class Sealed:
    """Rows are sealed at the next close of a gaming day, as they were inserted.

    `later`: columns that are written after the insert; they are sealed once `final` (SQL, on the row) is true.
    `left_out`: columns that no seal covers, with the reason.
    """

    later: tuple[str, ...] = ()
    final: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """The row must equal the last row of its history, which is sealed.  `left_out`: columns without a history."""

    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another part of the proof covers the rows: `by`."""

    by: str


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing covers the rows: `why`."""

    why: str


Protection = Sealed | Kept | Elsewhere | Open

_BOOKS = Elsewhere("the chain of the books, and the digests of what entries rest on")
_ROLL_UPS = Elsewhere("the proof of the roll-ups")
_PASSING = Open("passing: deleted when it is over, and no money or duty rests on it")
_OPEN_WORK = Open("how far a job of the worker is; it can be run again")


def _left(*columns: str, why: str) -> dict[str, str]:
    return dict.fromkeys(columns, why)


# By pattern; the first match decides.
PROTECTION: Final[dict[str, Protection]] = {
    # Histories of edited models.
    "tables_historicalguest": Sealed(
        left_out=_left(
            "number",
            "name",
            "notes",
            "birth_date",
            "identified_at",
            "identified_by_id",
            "identified_with",
            why="personal: erased with the guest",
        )
    ),
    "*_historical*": Sealed(),
    "casino_user": Kept(
        left_out=_left("password", "pin_hash", why="their digest is in `secrets_digest`")
        | {"preferences": "how somebody likes their screens"}
    ),
    "casino_device": Kept(left_out=_left("code_digest", "token_digest", why="digests of secrets that change")),
    "casino_pinmisses": Kept(),
    "accounting_house": Kept(),
    "accounting_gamingday": Kept(),
    "accounting_rakeschedule": Kept(),
    "accounting_scheduleversion": Kept(),
    "accounting_window": Kept(),
    "accounting_finding": Kept(left_out=_left("seen_at", "table_code", "hand_id", "gaming_day_id", why=DERIVED)),
    "tables_game": Kept(),
    "tables_table": Kept(left_out={"version": CHANGES}),
    "tables_guest": Kept(left_out={"erased_at": "written by the erasure, which is sealed"}),
    "tables_houserules": Kept(),
    "tables_admissionpolicy": Kept(),
    "tables_tournament": Kept(left_out={"version": CHANGES}),
    # The books, and what their entries rest on.
    "accounting_entry": _BOOKS,
    "accounting_transfer": _BOOKS,
    "accounting_assessment": _BOOKS,
    "accounting_wager": _BOOKS,
    "accounting_book": _BOOKS,
    "accounting_place": Elsewhere("the sums of the transfers"),
    "tables_hand": _BOOKS,
    "tables_handaction": _BOOKS,
    "tables_round": _BOOKS,
    "accounting_proofrun": Sealed(),
    "accounting_reportsubscription": Sealed(("ended_at",), "ended_at IS NOT NULL"),
    "accounting_reportmail": Sealed(),
    "accounting_reportdelivery": Open("how often a mail was tried; what was sent is sealed"),
    "accounting_seal": Elsewhere("the chain of the seals"),
    "accounting_sealedrows": Elsewhere("the seal that they belong to"),
    "accounting_play": Open("a view"),
    "accounting_tablehour": _ROLL_UPS,
    "accounting_tableday": _ROLL_UPS,
    "accounting_houseday": _ROLL_UPS,
    "accounting_housemonth": _ROLL_UPS,
    "accounting_rollupmark": _ROLL_UPS,
    # The proof of the day, boxes, windows, slips: sealed besides, since their digests leave some columns out.
    "accounting_reopening": Sealed(
        ("approved_by_id", "approved_at", "declined_by_id", "declined_at"),
        "approved_at IS NOT NULL OR declined_at IS NOT NULL",
    ),
    "accounting_drop": Sealed(("counted_cents", "counted_at", "count_entry_id", "explained_by_id"), ""),
    "accounting_count": Sealed(),
    "accounting_print": Sealed(),
    "accounting_windowshift": Sealed(
        (
            "counted_at",
            "counted_by_id",
            "counted_chips",
            "counted_chips_cents",
            "counted_cash_cents",
            "closed_at",
            "closed_by_id",
            "closed_alone",
            "variance_cents",
            "explanation",
        ),
        "closed_at IS NOT NULL",
    ),
    "accounting_slip": Sealed(("state", "done_by_id", "done_at", "entry_id"), "state <> 'asked'"),
    # The tronc.
    "accounting_troncrules": Kept(),
    "accounting_troncmember": Kept(),
    "accounting_tiprecord": Sealed(
        (
            "counted_cents",
            "electronic_cents",
            "electronic_goes",
            "drawn_up_by_id",
            "drawn_up_at",
            "signed_by_id",
            "signed_at",
            "declined_by_id",
            "declined_at",
            "entry_id",
        ),
        "signed_at IS NOT NULL OR declined_at IS NOT NULL",
    ),
    "accounting_troncrun": Sealed(("state", "decided_by_id", "decided_at", "entry_id"), "decided_at IS NOT NULL"),
    "accounting_troncshare": Sealed(),
    "accounting_troncpayout": Sealed(
        (
            "lines",
            "total_cents",
            "prepared_by_id",
            "prepared_at",
            "paid_by_id",
            "paid_at",
            "declined_by_id",
            "declined_at",
            "entry_id",
        ),
        "paid_at IS NOT NULL OR declined_at IS NOT NULL",
    ),
    "accounting_clockchange": Sealed(("state", "decided_at", "decided_by_id"), "decided_at IS NOT NULL"),
    # Revenue.
    "accounting_levyterms": Sealed(("state", "decided_at", "decided_by_id"), "decided_at IS NOT NULL"),
    "accounting_authoritykey": Sealed(("state", "decided_at", "decided_by_id"), "decided_at IS NOT NULL"),
    "accounting_keywithdrawal": Sealed(),
    "accounting_statement": Sealed(
        ("state", "decided_at", "decided_by_id", "number", "previous", "digest"), "decided_at IS NOT NULL"
    ),
    "accounting_countersignature": Sealed(),
    # Jackpot funds.
    "accounting_fund": Sealed(("closed_at",), "closed_at IS NOT NULL"),
    "accounting_fundterms": Sealed(("state", "decided_by_id", "decided_at"), "state <> 'proposed'"),
    "accounting_fundmove": Sealed(
        ("state", "amount_cents", "decided_by_id", "decided_at", "entry_id"), "state <> 'asked'"
    ),
    "accounting_funddrop": Sealed(
        ("counted_cents", "reserved_cents", "counted_at", "count_entry_id", "explanation", "explained_by_id"), ""
    ),
    "accounting_fundcount": Sealed(),
    "accounting_jackpotslip": Sealed(("state", "window_id", "done_by_id", "done_at", "entry_id"), "state <> 'due'"),
    "accounting_jackpotpayee": Sealed(("state", "decided_at", "decided_by_id"), "decided_at IS NOT NULL"),
    "tables_jackpotclaim": Sealed(
        (
            "state",
            "decided_by_id",
            "decided_at",
            "reason",
            "entry_id",
            "gaming_day_id",
            "posted_cents",
            "falls_cents",
            "shares",
        ),
        "state <> 'proposed'",
    ),
    # People and their rights.
    "casino_accountrequest": Sealed(("decided_by_id", "decided_at", "is_approved"), "decided_at IS NOT NULL"),
    "casino_loginevent": Sealed(),
    "casino_securityevent": Sealed(("seen_by_id", "seen_at"), "seen_at IS NOT NULL"),
    "django_admin_log": Sealed(),
    # The floor.
    "tables_session": Sealed(
        (
            "game_id",
            "gaming_day_id",
            "state",
            "switched_at",
            "paused_seconds",
            "ends_at",
            "last_hands_left",
            "last_hands_at",
            "closed_at",
            "closed_by_id",
            "counted_float_cents",
            "counted_float_chips",
            "button_seat",
            "small_blind_seat",
            "big_blind_seat",
            "is_redeal",
            "hands_dealt",
            "rounds_dealt",
            "measures_stacks",
        ),
        "state = 'closed'",
    ),
    "tables_down": Sealed(("ended_at",), "ended_at IS NOT NULL"),
    "tables_sitting": Sealed(
        (
            "is_away",
            "is_new",
            "owes_small_blind",
            "owes_big_blind",
            "waits_for_big_blind",
            "left_at",
            "leaves_at",
            "bought_in_cents",
            "cashed_out_cents",
            "left_game_id",
        ),
        "left_at IS NOT NULL",
    ),
    "tables_absence": Sealed(("sitting_id", "until", "buttons", "last_button_at"), "until IS NOT NULL"),
    "tables_keptchips": Sealed(("outcome", "ended_at", "ended_by_id", "ended_because"), "ended_at IS NOT NULL"),
    "tables_houseban": Sealed(("lifted_at", "lifted_by_id"), "lifted_at IS NOT NULL"),
    "tables_erasure": Sealed(("state", "decided_at", "decided_by_id", "rows"), "state <> 'asked'"),
    "tables_legalhold": Sealed(("lifted_at", "lifted_by_id", "lifted_because"), "lifted_at IS NOT NULL"),
    "tables_admissioncheck": Sealed(),
    "tables_acknowledgement": Sealed(),
    "tables_auditrun": _OPEN_WORK,
    "tables_auditpiece": _OPEN_WORK,
    "tables_floorcall": Sealed(
        ("taken_at", "taken_by_id", "answered_at", "answered_by_id", "answer"), "answered_at IS NOT NULL"
    ),
    "tables_calltaking": Sealed(),
    "tables_qualification": Sealed(("until", "until_by_id"), "until IS NOT NULL"),
    "tables_shift": Sealed(
        ("came_at", "came_by_id", "went_at", "went_by_id", "called_off_at", "called_off_by_id"),
        "went_at IS NOT NULL OR called_off_at IS NOT NULL",
    ),
    "tables_dealerbreak": Sealed(("ended_at",), "ended_at IS NOT NULL"),
    "tables_deckchange": Sealed(),
    "tables_handover": Sealed(("confirmed_at", "confirmed_by_id"), "confirmed_at IS NOT NULL"),
    "tables_incident": Sealed(),
    "tables_incident_guests": Sealed(),
    "tables_incidentnote": Sealed(),
    "tables_moverequest": Sealed(
        ("sitting_id", "end", "ended_at", "ended_by_id", "granted_id"), "ended_at IS NOT NULL"
    ),
    "tables_mustmove": Sealed(("uncoupled_at", "uncoupled_by_id"), "uncoupled_at IS NOT NULL"),
    "tables_mustmoveturn": Sealed(),
    "tables_seatdraw": Sealed(("purpose", "drawn_at", "drawn_by_id", "facts", "result"), "drawn_at IS NOT NULL"),
    "tables_houseruleset": Sealed(("state", "decided_at", "decided_by_id"), "decided_at IS NOT NULL"),
    "tables_ruling": Sealed(),
    "tables_ruling_guests": Sealed(),
    "tables_carryover": Sealed(),
    "tables_stackcount": Sealed(),
    "tables_floatcount": Sealed(),
    "tables_stakestep": Sealed(("state", "ended_at", "cancelled_by_id"), "ended_at IS NOT NULL"),
    "tables_gamechange": Sealed(),
    "tables_plannedopening": Sealed(
        ("cancelled_at", "cancelled_by_id", "session_id"), "cancelled_at IS NOT NULL OR session_id IS NOT NULL"
    ),
    # Tournaments.
    "tables_tournamenttable": Sealed(
        ("seats", "button_seat", "small_blind_seat", "big_blind_seat", "closed_at"), "closed_at IS NOT NULL"
    ),
    "tables_entrant": Sealed(("state", "table_id", "seat", "chips", "place", "tied", "out_at"), ""),
    "tables_purchase": Sealed(("returned_id",), "returned_id IS NOT NULL"),
    "tables_draw": Sealed(("purpose", "drawn_at", "facts", "result"), "drawn_at IS NOT NULL"),
    "tables_seatchange": Sealed(),
    "tables_clockevent": Sealed(),
    "tables_elimination": Sealed(("undone_at",), "undone_at IS NOT NULL"),
    "tables_chipcount": Sealed(),
    "tables_chipsetcheck": Sealed(),
    "tables_chiprace": Sealed(),
    "tables_deal": Sealed(),
    "tables_prize": Sealed(
        ("amount_cents", "entrant_id", "window_id", "entry_id", "paid_at", "paid_by_id", "paid_alone"),
        "paid_at IS NOT NULL",
    ),
    "tables_tournamenthand": Sealed(("state", "actions", "result"), "state = 'void'"),
    "tables_practicegame": Open("chips without value: no money or duty rests on it"),
    "tables_practiceseat": Open("chips without value: no money or duty rests on it"),
    "tables_practicehand": Open("chips without value: no money or duty rests on it"),
    # Waiting lists: who comes first is no money, but somebody may ask.
    "tables_waitinglist": Open("a number that pages compare"),
    "tables_waitingentry": Sealed(
        (
            "state",
            "rank",
            "is_here",
            "is_from_broken_table",
            "misses",
            "called_at",
            "has_more_time",
            "due_at",
            "table_id",
            "seat",
            "sitting_id",
            "ended_at",
        ),
        "ended_at IS NOT NULL",
    ),
    "tables_waitingevent": Sealed(),
    # What passes.
    "casino_deskcounter": _PASSING,
    "casino_job": _OPEN_WORK,
    "casino_pulse": _OPEN_WORK,
    "casino_jobfile": _PASSING,
    "casino_jobfilepart": _PASSING,
    "casino_storedanswer": Open("passing: deleted after a week; the key of a booking is in the books"),
    "casino_confirmation": _PASSING,
    "casino_session": _PASSING,
    "casino_recoverycode": Open("secret, used once; using or replacing one is a sign-in"),
    "knox_authtoken": _PASSING,
    "otp_*": Open("changes with every code; who replaces a second factor is a request of two people"),
    "django_content_type": Open("written by migrations"),
    "django_migrations": Open("written by migrations"),
    "auth_*": Open("not used"),
}


def of(table: str) -> Protection | None:
    """A table's protection; None if nobody has decided it."""
    return next((one for pattern, one in PROTECTION.items() if fnmatchcase(table, pattern)), None)

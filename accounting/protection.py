"""How the tables of the money are protected from changes past the application.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.protection import DERIVED, Elsewhere, Kept, Open, Protection, Sealed, left

_BOOKS = Elsewhere("the chain of the books, and the digests of what entries rest on")
_ROLL_UPS = Elsewhere("the proof of the roll-ups")

PROTECTION: Final[Mapping[str, Protection]] = {
    "accounting_house": Kept(),
    "accounting_gamingday": Kept(),
    "accounting_rakeschedule": Kept(),
    "accounting_scheduleversion": Kept(),
    "accounting_window": Kept(),
    "accounting_finding": Kept(left_out=left("seen_at", "table_code", "hand_id", "gaming_day_id", why=DERIVED)),
    # The books, and what their entries rest on.
    "accounting_entry": _BOOKS,
    "accounting_transfer": _BOOKS,
    "accounting_assessment": _BOOKS,
    "accounting_wager": _BOOKS,
    "accounting_book": _BOOKS,
    "accounting_place": Elsewhere("the sums of the transfers"),
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
}

"""The rights of the application's database role on the tables of the money.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.grants import ADD, CHANGE, READ, REBUILD, Rights

RIGHTS: Final[Mapping[str, Rights]] = {
    # The books. A book's head and a place's balance change with every entry, their other columns never.
    "accounting_entry": ADD,
    "accounting_transfer": ADD,
    "accounting_assessment": ADD,
    "accounting_wager": ADD,
    "accounting_play": READ,
    "accounting_book": Rights(ADD.verbs, ("number", "digest")),
    "accounting_place": Rights(ADD.verbs, ("balance_cents",)),
    # The proof of the day. A re-opening gets only its decision later.
    "accounting_seal": ADD,
    "accounting_sealedrows": ADD,
    "accounting_reopening": Rights(ADD.verbs, ("approved_by_id", "approved_at", "declined_by_id", "declined_at")),
    "accounting_count": ADD,
    "accounting_print": ADD,
    "accounting_proofrun": ADD,
    "accounting_clockchange": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    # Revenue: decided once by a second person (triggers).
    "accounting_levyterms": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "accounting_authoritykey": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "accounting_keywithdrawal": ADD,
    "accounting_statement": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id", "number", "previous", "digest")),
    "accounting_countersignature": ADD,
    "accounting_reportsubscription": Rights(ADD.verbs, ("ended_at",)),
    "accounting_reportmail": ADD,
    "accounting_reportdelivery": Rights(ADD.verbs, ("tries", "last_at", "error")),
    "accounting_drop": CHANGE,
    "accounting_slip": CHANGE,
    # A jackpot fund: what two people sign, what is counted, what is paid.  Triggers keep what is decided.
    "accounting_fund": Rights(ADD.verbs, ("closed_at",)),
    "accounting_fundterms": Rights(ADD.verbs, ("state", "decided_by_id", "decided_at")),
    "accounting_fundmove": CHANGE,
    "accounting_funddrop": CHANGE,
    "accounting_fundcount": ADD,
    "accounting_jackpotslip": CHANGE,
    "accounting_jackpotpayee": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "accounting_window": CHANGE,
    "accounting_windowshift": CHANGE,
    "accounting_finding": CHANGE,
    # The tronc. What is asked for or computed stays; what a second person decides of it comes once (triggers).
    "accounting_troncrules": Rights(ADD.verbs, ("state", "decided_by_id", "decided_at")),
    "accounting_troncmember": Rights(ADD.verbs, ("confirmed_by_id", "confirmed_at", "declined_by_id", "declined_at")),
    "accounting_tiprecord": Rights(
        ADD.verbs,
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
    ),
    "accounting_troncrun": Rights(ADD.verbs, ("state", "decided_by_id", "decided_at", "entry_id")),
    "accounting_troncshare": ADD,
    "accounting_troncpayout": Rights(
        ADD.verbs,
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
    ),
    # Triggers protect closed days, and terms that were in force.
    "accounting_house": CHANGE,
    "accounting_gamingday": CHANGE,
    "accounting_rakeschedule": CHANGE,
    "accounting_scheduleversion": CHANGE,
    # Can be rebuilt from the books at any time.
    "accounting_rollupmark": CHANGE,
    "accounting_tablehour": REBUILD,
    "accounting_tableday": REBUILD,
    "accounting_houseday": REBUILD,
    "accounting_housemonth": REBUILD,
}

"""Which columns of the money hold something about a person, and what an erasure does to them.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.retention import CODE, OURS, Fate

COLUMNS: Final[Mapping[str, tuple[str, Fate]]] = {
    # Under the digests of the books, or the same text as one that is.
    "accounting_entry.reason": ("books", Fate.COVERED),
    "accounting_assessment.reason": ("books", Fate.COVERED),
    "accounting_statement.reason": ("books", Fate.COVERED),
    "accounting_windowshift.explanation": ("books", Fate.COVERED),
    "accounting_fundmove.reason": ("books", Fate.COVERED),
    "accounting_funddrop.explanation": ("books", Fate.COVERED),
    "accounting_jackpotpayee.reason": ("books", Fate.COVERED),
    # Typed, or quoted from what was typed.
    "accounting_drop.explanation": ("typed", Fate.SCRUBBED),
    "accounting_finding.comment": ("typed", Fate.SCRUBBED),
    "accounting_finding.facts": ("typed", Fate.SCRUBBED),
    "accounting_historicalfinding.comment": ("typed", Fate.SCRUBBED),
    "accounting_historicalfinding.facts": ("typed", Fate.SCRUBBED),
    "accounting_reopening.reason": ("typed", Fate.SCRUBBED),
    "accounting_slip.reason": ("typed", Fate.SCRUBBED),
    # Those who work here.
    "accounting_reportsubscription.address": ("staff", Fate.STAFF),
    "accounting_troncmember.*": ("staff", Fate.STAFF),
    "accounting_historicaltroncmember.history_change_reason": ("typed", Fate.SCRUBBED),
    "accounting_historicaltroncmember.*": ("staff", Fate.STAFF),
    "accounting_troncshare.*": ("staff", Fate.STAFF),
    "accounting_troncpayout.lines": ("staff", Fate.STAFF),
}

NOT_PERSONAL: Final[Mapping[str, str]] = {
    "accounting_count.chips": OURS,
    "accounting_jackpotpayee.guest": "a card's number, as in entries: it leads to nobody without the guest's row",
    "accounting_*.code": CODE,
    "accounting_*.name": CODE,
    "accounting_*.letterhead": "the house's",
    "accounting_*": OURS,
}

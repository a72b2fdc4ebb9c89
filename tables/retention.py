"""Which columns of the game hold something about a person, and what an erasure does to them.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.retention import CODE, OURS, Fate

COLUMNS: Final[Mapping[str, tuple[str, Fate]]] = {
    # A guest's own rows.
    "tables_guest.identified_with": ("identified", Fate.ERASED),
    "tables_guest.*": ("guests", Fate.ERASED),
    "tables_historicalguest.history_type": ("typed", Fate.AGED),
    "tables_historicalguest.*": ("guests", Fate.ERASED),
    "tables_jackpotclaim.reason": ("books", Fate.COVERED),
    "tables_hand.void_reason": ("books", Fate.COVERED),
    "tables_hand.result": ("books", Fate.COVERED),
    "tables_round.void_reason": ("books", Fate.COVERED),
    "tables_keptchips.reason": ("books", Fate.COVERED),
    "tables_keptchips.ended_because": ("books", Fate.COVERED),
    "tables_stackcount.explanation": ("books", Fate.COVERED),
    "tables_ruling.text": ("books", Fate.COVERED),
    "tables_ruling.rule": ("books", Fate.COVERED),
    "tables_absence.reason": ("typed", Fate.ABOUT),
    "tables_houseban.reason": ("bans", Fate.ABOUT),
    "tables_moverequest.reason": ("typed", Fate.ABOUT),
    "tables_waitingevent.reason": ("typed", Fate.ABOUT),
    "tables_acknowledgement.reason": ("typed", Fate.SCRUBBED),
    "tables_chipcount.explanation": ("typed", Fate.SCRUBBED),
    "tables_chipsetcheck.explanation": ("typed", Fate.SCRUBBED),
    "tables_deckchange.reason": ("typed", Fate.SCRUBBED),
    "tables_down.reason": ("typed", Fate.SCRUBBED),
    "tables_erasure.reason": ("typed", Fate.SCRUBBED),
    "tables_floorcall.answer": ("typed", Fate.SCRUBBED),
    "tables_floorcall.facts": ("typed", Fate.SCRUBBED),
    "tables_gamechange.reason": ("typed", Fate.SCRUBBED),
    "tables_handover.facts": ("typed", Fate.SCRUBBED),
    "tables_handover.notes": ("typed", Fate.SCRUBBED),
    "tables_houseruleset.reason": ("typed", Fate.SCRUBBED),
    "tables_incident.present": ("typed", Fate.SCRUBBED),
    "tables_incident.text": ("typed", Fate.SCRUBBED),
    "tables_incidentnote.text": ("typed", Fate.SCRUBBED),
    "tables_legalhold.lifted_because": ("typed", Fate.SCRUBBED),
    "tables_legalhold.reason": ("typed", Fate.SCRUBBED),
    "tables_mustmoveturn.reason": ("typed", Fate.SCRUBBED),
    "tables_seatchange.explanation": ("typed", Fate.SCRUBBED),
    "tables_seatdraw.reason": ("typed", Fate.SCRUBBED),
    "tables_shift.reason": ("typed", Fate.SCRUBBED),
    "tables_tournamenthand.reason": ("typed", Fate.SCRUBBED),
}

NOT_PERSONAL: Final[Mapping[str, str]] = {
    "tables_jackpotclaim.*": "cards, seats, and ids of guests",
    "tables_*.name": CODE,
    "tables_*.code": CODE,
    "tables_tournamenthand.*": "seats and numbers of entrants",
    "tables_*.facts": "ids and numbers",
    "tables_*.result": "ids and numbers",
    "tables_*": OURS,
}

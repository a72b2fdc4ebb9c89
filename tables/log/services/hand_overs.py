"""Handing over a shift: one person signs the sheet as it stands, another confirms having read it."""

from typing import TYPE_CHECKING

from accounting import chain
from accounting.cage.selectors import shifts
from accounting.days.selectors import houses
from casino import house_time
from casino.errors import N_, Malformed, NotFound
from casino.services import decisions
from casino.transactions import use_case
from tables import locks
from tables.log.selectors import hand_overs as selector
from tables.log.selectors.hand_over_rows import Moment
from tables.log.selectors.hand_overs import HAND_OVERS
from tables.models import HandOver

if TYPE_CHECKING:
    from casino.models import User

NOTES_MAX = 2_000


@use_case(HAND_OVERS.edits)
def sign(*, house_id: int | None = None, notes: str = "", actor: "User") -> HandOver:
    """Sign the sheet of the running shift: save its facts, the notes and a digest over both, never changed afterwards.

    Refuses when no gaming day is open, and notes that are too long (`text_too_long`).
    """
    if len(notes.strip()) > NOTES_MAX:
        raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=NOTES_MAX)
    now = house_time.now()
    shift = shifts.running(houses.row(house_id, actor=actor), now)
    row = HandOver(
        house_id=shift.day.house_id,
        gaming_day=shift.day,
        shift=shift.number,
        facts=selector.facts(Moment(shift, now)),
        notes=notes.strip(),
        at=now,
        by=actor,
    )
    row.digest = digest(row)
    row.save()
    return row


@use_case(HAND_OVERS.approves, decides=HAND_OVERS)
def confirm(*, hand_over_id: int, seen: str, actor: "User") -> HandOver:
    """Confirm a sheet and take over.

    Refuses its signer (`two_people`), one that is confirmed already (`hand_over_confirmed`), and one that was `seen`
    otherwise (`stale`).
    """
    row = locks.hand_over(hand_over_id)
    if row is None:
        raise NotFound("no_such_hand_over", N_("Handover sheet not found."))
    return decisions.approve(HAND_OVERS, row, actor, seen)


def digest(row: HandOver) -> str:
    """SHA-256 (hex) over the signed values: house, day, shift, facts, notes, time and signer."""
    signed = [row.house_id, row.gaming_day_id, row.shift, row.facts, row.notes, chain.moment(row.at), row.by_id]
    return chain.evidence(signed).hex()


def names_were_erased(row: HandOver) -> bool:
    """Whether a guest's name was erased from the sheet, which no longer matches its digest then (`tables_erase`)."""
    return digest(row) != row.digest and "[erased]" in f"{row.notes} {row.facts}"

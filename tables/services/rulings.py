"""Rulings of the floor: "house decisions cannot be challenged", so they are written down and stay (seed 001, S13).

Each is an entry in its table's book that moves nothing, so that it stands in the chain beside what it was about.
"""

from typing import TYPE_CHECKING

from django.utils import timezone

from accounting import chain
from accounting.models import EntryCode, GamingDay
from accounting.services import days, ledger
from casino import roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.transactions import use_case
from tables import locks
from tables.models import Hand, Ruling, Session
from tables.services import writing

if TYPE_CHECKING:
    from casino.models import User

TEXT_MIN, TEXT_MAX = 3, 1_000


@use_case
def record(*, table_id: int, hand_id: int | None = None, text: str, actor: "User") -> Ruling:
    """Write down what was decided at a table, about one of its hands or about the game.

    Refuses a hand of another table, a text that says nothing, and when no gaming day is open to write it into.
    """
    roles.require(actor, "tables.record_ruling")
    table = locks.tables([table_id])[table_id]
    if len(text.strip()) < TEXT_MIN:
        raise Refusal("ruling_empty", _("Say what was decided, in a few words."))
    if len(text.strip()) > TEXT_MAX:
        raise Malformed("text_too_long", _("At most %(most)s characters."), most=TEXT_MAX)
    if hand_id is not None and not Hand.objects.filter(pk=hand_id, table_id=table_id).exists():
        raise NotFound("no_such_hand", _("There is no such hand."))
    row = Ruling.objects.create(
        house_id=table.house_id, table_id=table_id, hand_id=hand_id, text=text.strip(), at=timezone.now(), by=actor
    )
    ledger.post(
        day=_day(table),
        book=writing.book(table.code),
        code=EntryCode.RULING,
        subject=subject(row),
        moves=[],
        actor=actor,
        evidence=chain.evidence(facts(row)),
        at=row.at,
    )
    return row


def _day(table: locks.LockedTable) -> GamingDay:
    """The day of the table's session, which may be closing; of a closed table the house's."""
    session = Session.objects.filter(table_id=table.id, closed_at=None).select_related("gaming_day").first()
    return session.gaming_day if session else days.current(table.house_id)


def subject(row: Ruling) -> str:
    """What its entry is about."""
    return f"ruling:{row.pk}"


def facts(row: Ruling) -> list[object]:
    """What its entry rests on."""
    return [row.pk, row.table_id, row.hand_id, row.text, chain.moment(row.at), row.by_id]

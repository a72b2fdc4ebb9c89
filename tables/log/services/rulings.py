"""Rulings of the floor: "house decisions cannot be challenged", so they are recorded for good (seed 001, S13).

Each is an entry without transfers in its table's book, so that the chain protects it and shows when it was made.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accounting import chain
from accounting.days.services import days
from accounting.ledger.services import ledger
from accounting.models import EntryCode, GamingDay
from casino import house_time
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.log.services import floor_calls, subjects
from tables.models import Ruling, Session, TournamentTable
from tables.play.services import rows

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.record_ruling"
TEXT_MIN, TEXT_MAX, RULE_MAX = 3, 1_000, 120


@use_case("tables.record_ruling")
def record(
    *,
    table_id: int,
    hand_id: int | None = None,
    round_id: int | None = None,
    guest_ids: Sequence[int] = (),
    rule: str = "",
    text: str,
    reverses_id: int | None = None,
    call_id: int | None = None,
    actor: "User",
) -> Ruling:
    """Record a decision at a table: about a hand, a round or the game, between which guests, and by which rule.

    At a tournament's table it belongs to the tournament.  A ruling that reverses another (`reverses_id`) takes over its
    subject; one that came of a call (`call_id`) closes it.  Refuses another table's hand, round, call or ruling, a
    guest of another house, a ruling that was reversed already (`ruling_reversed`), a missing text (`ruling_empty`), and
    when no gaming day is open.
    """
    table = locks.tables([table_id])[table_id]
    _check_texts(text, rule)
    old = _reversible(table, reverses_id) if reverses_id is not None else None
    subjects.check_played_at(table.id, hand_id, round_id)
    guests = subjects.guests(table.house_id, guest_ids)
    if old is not None and (hand_id, round_id) == (None, None):
        hand_id, round_id = old.hand_id, old.round_id
    if call_id is not None:
        floor_calls.close_with(table, call_id, text.strip(), actor)
    row = Ruling.objects.create(
        house_id=table.house_id,
        table_id=table_id,
        hand_id=hand_id,
        round_id=round_id,
        tournament_id=old.tournament_id if old else _tournament(table_id),
        rule=rule.strip(),
        text=text.strip(),
        reverses=old,
        call_id=call_id,
        at=house_time.now(),
        by=actor,
    )
    row.guests.set(guests or (old.guests.all() if old else ()))
    _post(table, row, actor)
    return row


def _check_texts(text: str, rule: str) -> None:
    if len(text.strip()) < TEXT_MIN:
        raise Refusal("ruling_empty", N_("Describe briefly what was decided."))
    for given, most in ((text, TEXT_MAX), (rule, RULE_MAX)):
        if len(given.strip()) > most:
            raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=most)


def _post(table: locks.LockedTable, row: Ruling, actor: "User") -> None:
    ledger.post(
        day=_day(table),
        book=rows.book(table.code),
        code=EntryCode.RULING,
        subject=subject(row),
        moves=[],
        actor=actor,
        evidence=chain.evidence(facts(row)),
        at=row.at,
    )


def _reversible(table: locks.LockedTable, ruling_id: int) -> Ruling:
    row = Ruling.objects.filter(pk=ruling_id, table_id=table.id).first()
    if row is None:
        raise NotFound("no_such_ruling", N_("Ruling not found."))
    if Ruling.objects.filter(reverses=row).exists():
        raise Refusal("ruling_reversed", N_("This ruling has already been reversed."))
    return row


def _tournament(table_id: int) -> int | None:
    playing = TournamentTable.objects.filter(table_id=table_id, closed_at=None)
    return playing.values_list("tournament_id", flat=True).first()


def _day(table: locks.LockedTable) -> GamingDay:
    """The gaming day of the table's session, which may be closing already; at a closed table the house's open day."""
    session = Session.objects.filter(table_id=table.id, closed_at=None).select_related("gaming_day").first()
    return session.gaming_day if session else days.current(table.house_id)


def subject(row: Ruling) -> str:
    """The subject of the ruling's entry."""
    return f"ruling:{row.pk}"


def facts(row: Ruling) -> list[object]:
    """The facts whose digest the ruling's entry holds; the optional ones come last, and only if any is given."""
    plain: list[object] = [row.pk, row.table_id, row.hand_id, row.text, chain.moment(row.at), row.by_id]
    guests = sorted(guest.pk for guest in row.guests.all())
    more = [row.round_id, row.tournament_id, guests, row.rule, row.reverses_id, row.call_id]
    return [*plain, *more] if any(more) else plain

"""Rounds against the house for the audit: records, entries, numbering, and the table's win."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from accounting import chain, places
from accounting.chain import Move
from accounting.models import Entry, EntryCode, Transfer
from tables.models import Round
from tables.verdicts.day import Numbers
from tables.verdicts.rounds import BookedRound

_PIECE = 1_000

_NUMBERS = """
SELECT session.id, t.code, session.rounds_dealt, session.gaming_day_id = %(day)s,
       array_agg(round.number ORDER BY round.number) FILTER (WHERE round.id IS NOT NULL),
       array_agg(round.gaming_day_id = %(day)s ORDER BY round.number) FILTER (WHERE round.id IS NOT NULL)
  FROM tables_session session
  JOIN tables_table t ON t.id = session.table_id
  JOIN tables_game game ON game.id = session.game_id AND game.rake_schedule_id IS NULL
  LEFT JOIN tables_round round ON round.session_id = session.id
 WHERE session.id IN (
       SELECT id FROM tables_session WHERE gaming_day_id = %(day)s
        UNION SELECT session_id FROM tables_round WHERE gaming_day_id = %(day)s)
 GROUP BY session.id, t.code ORDER BY session.id
"""


_WON = """
SELECT span.number,
       sum(CASE WHEN t.destination = span.rack THEN t.amount_cents ELSE 0 END
           - CASE WHEN t.source = span.rack THEN t.amount_cents ELSE 0 END)
  FROM accounting_entry entry
  JOIN unnest(%(racks)s::text[], %(sinces)s::timestamptz[], %(untils)s::timestamptz[])
       WITH ORDINALITY AS span (rack, since, until, number) ON entry.at > span.since AND entry.at <= span.until
  JOIN accounting_transfer t ON t.entry_id = entry.id AND span.rack IN (t.source, t.destination)
 WHERE entry.house_id = %(house)s AND entry.at > %(first)s AND entry.at <= %(last)s
   AND (entry.code = 'round' OR entry.reverses_id IS NOT NULL AND (
       SELECT code FROM accounting_entry original WHERE original.id = entry.reverses_id) = 'round')
 GROUP BY span.number
"""


class Span(NamedTuple):
    """A table's time between two counts of its float: after `since` and up to `until`."""

    table_code: str
    since: datetime
    until: datetime


def evidence(row: Round) -> bytes:
    """The digest of a round in its entry: session, time, rules, people, the record and the result."""
    return chain.evidence(
        [
            row.session_id,
            row.number,
            chain.moment(row.dealt_at),
            row.rule_set,
            row.recording,
            row.game_id,
            row.dealer_id,
            str(row.client_uuid) if row.client_uuid else None,
            row.record,
            row.result,
            [row.staked_cents, row.lost_cents, row.paid_cents, row.tips_cents],
        ]
    )


def of_day(day_id: int) -> Iterator[BookedRound]:
    """Every round of a gaming day with its entry, in order; three queries per thousand rounds."""
    last = 0
    while True:
        rows = list(
            Round.objects.filter(gaming_day_id=day_id, pk__gt=last).select_related("table").order_by("pk")[:_PIECE]
        )
        if not rows:
            return
        entries = _entries([row.pk for row in rows])
        moves = _moves([entry.pk for entry in entries.values()])
        for row in rows:
            entry = entries.get(f"round:{row.pk}")
            yield _booked(row, entry, moves[entry.pk] if entry else None)
        last = rows[-1].pk


def _entries(round_ids: Sequence[int]) -> dict[str, Entry]:
    """The entry that booked each round, by subject; the first one if there are several."""
    found = Entry.objects.filter(
        subject__in=[f"round:{pk}" for pk in round_ids], code__in=[EntryCode.ROUND, EntryCode.FALSE_DEAL]
    ).select_related("reversed_by", "wager")
    return {entry.subject: entry for entry in found.order_by("-pk")}


def _moves(entry_ids: Sequence[int]) -> dict[int, tuple[Move, ...]]:
    """The moves of each entry in order, by the entry's id."""
    found: dict[int, list[Move]] = {pk: [] for pk in entry_ids}
    for one in Transfer.objects.filter(entry_id__in=entry_ids).order_by("entry_id", "position"):
        found[one.entry_id].append(Move(one.source, one.destination, one.amount_cents))
    return {pk: tuple(moves) for pk, moves in found.items()}


def _booked(row: Round, entry: Entry | None, moves: tuple[Move, ...] | None) -> BookedRound:
    return BookedRound(
        round_id=row.pk,
        number=row.number,
        table_code=row.table.code,
        dealer_id=row.dealer_id,
        recorded_at=row.recorded_at,
        state=row.state,
        recording=row.recording,
        rule_set=row.rule_set,
        record=row.record,
        result=row.result,
        totals_cents=(row.staked_cents, row.lost_cents, row.paid_cents, row.tips_cents),
        booked_by=entry.actor_id if entry else None,
        moves=moves,
        is_reversed=entry is not None and getattr(entry, "reversed_by", None) is not None,
        is_as_booked=entry is not None and bytes(entry.evidence) == evidence(row),
        wager=entry.wager.facts if entry is not None and hasattr(entry, "wager") else None,
    )


def numbers(day_id: int) -> list[Numbers]:
    """The round numbers of every session with rounds on that day."""
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERS, {"day": day_id})
        return [
            Numbers(session, code, dealt, ends_here, list(zip(numbers or (), here or (), strict=True)))
            for session, code, dealt, ends_here, numbers, here in cursor.fetchall()
        ]


def won(house_id: int, spans: Sequence[Span]) -> list[int]:
    """The rounds' net effect on each span's float in cents, reversals included; negative for a loss.

    One statement over the entries of all spans' time, since most tables of most days have no rounds.
    """
    if not spans:
        return []
    asked: dict[str, Any] = {
        "house": house_id,
        "racks": [places.table_float(span.table_code) for span in spans],
        "sinces": [span.since for span in spans],
        "untils": [span.until for span in spans],
        "first": min(span.since for span in spans),
        "last": max(span.until for span in spans),
    }
    with connection.cursor() as cursor:
        cursor.execute(_WON, asked)
        found = dict(cursor.fetchall())
    return [int(found.get(number, 0)) for number in range(1, len(spans) + 1)]

"""Load the facts for a gaming day's reconciliation, which `tables.verdicts.day` judges, in a few queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Min, OuterRef, Q, QuerySet, Subquery, Sum

from accounting import chips, hours, places
from accounting.models import (
    Drop,
    Entry,
    EntryCode,
    GamingDay,
    House,
    Reopening,
    Seal,
    Slip,
    Transfer,
    WindowShift,
)
from casino import house_time
from tables.models import CarryOver, FloatCount, Session
from tables.play.selectors import stack_counts
from tables.rounds.selectors import rounds
from tables.rounds.selectors.rounds import Span
from tables.verdicts.boxes import Band, Box, Counted, Tally
from tables.verdicts.day import Day, Float, Numbers, Reopened, Residue, Signed
from tables.verdicts.slips import Shift, Slipped, Unslipped

_SLIP_CODES = (EntryCode.FILL, EntryCode.CREDIT, EntryCode.CHANGE)

# A hand entered late into another day belongs to the last day of its session here.  The sessions are named by a UNION:
# of an OR the planner expects half of all sessions, and reads every hand there is.
_NUMBERS = """
SELECT session.id, t.code, session.hands_dealt, session.gaming_day_id = %(day)s,
       array_agg(hand.number ORDER BY hand.number) FILTER (WHERE hand.id IS NOT NULL),
       array_agg(hand.gaming_day_id = %(day)s OR (session.gaming_day_id = %(day)s AND NOT EXISTS (
           SELECT 1 FROM tables_carryover c WHERE c.session_id = session.id AND c.from_day_id = hand.gaming_day_id
       )) ORDER BY hand.number) FILTER (WHERE hand.id IS NOT NULL)
  FROM tables_session session
  JOIN tables_table t ON t.id = session.table_id
  LEFT JOIN tables_hand hand ON hand.session_id = session.id
 WHERE session.id IN (
       SELECT id FROM tables_session WHERE gaming_day_id = %(day)s
        UNION SELECT session_id FROM tables_carryover WHERE from_day_id = %(day)s)
 GROUP BY session.id, t.code ORDER BY session.id
"""

# OFFSET 0: the planner would join all transfers there are with the day's entries.
_TALLIES = """
WITH moved AS (
    SELECT split_part(name, '/', 1) AS kind, split_part(name, '/', 2) AS table_code,
           sum(cents) AS left_cents, coalesce(sum(cents) FILTER (WHERE entry.code = 'correction'), 0) AS lent_cents
      FROM accounting_entry entry
     CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = entry.id OFFSET 0) AS t
     CROSS JOIN LATERAL (VALUES (t.destination, t.amount_cents), (t.source, -t.amount_cents)) AS side(name, cents)
     WHERE entry.gaming_day_id = %(day)s AND (name LIKE 'rake/%%' OR name LIKE 'tips/%%')
     GROUP BY 1, 2
), assessed AS (
    SELECT kind, table_code, sum(cents) AS cents
      FROM accounting_play
     CROSS JOIN LATERAL (VALUES ('rake', taken_cents), ('tips', tips_cents)) AS side(kind, cents)
     WHERE gaming_day_id = %(day)s
     GROUP BY 1, 2
), dropped AS (
    SELECT kind, table_code, sum(booked_cents) AS cents FROM accounting_drop
     WHERE gaming_day_id = %(day)s GROUP BY 1, 2
)
SELECT table_code, kind, coalesce(assessed.cents, 0)::bigint, coalesce(dropped.cents, 0)::bigint,
       coalesce(left_cents, 0)::bigint, coalesce(lent_cents, 0)::bigint
  FROM moved FULL JOIN assessed USING (kind, table_code) FULL JOIN dropped USING (kind, table_code)
 ORDER BY table_code, kind
"""

_RESIDUES = """
SELECT entry.subject, split_part(coalesce(nullif(split_part(name, 'pool/', 2), ''), ''), '/', 1), entry.actor_id,
       sum(cents)::bigint
  FROM accounting_entry entry
  JOIN accounting_transfer t ON t.entry_id = entry.id
 CROSS JOIN LATERAL (VALUES (t.source, t.destination, t.amount_cents), (t.destination, t.source, -t.amount_cents))
       AS side(name, other, cents)
 WHERE entry.gaming_day_id = %(day)s AND entry.code IN ('float_out', 'carry')
   AND name LIKE 'pool/%%' AND other LIKE 'variance/%%'
 GROUP BY entry.id, entry.subject, 2, entry.actor_id
"""

# A hand keyed when it was over has the terms of its end, a hand recorded action by action those of its start.
_TERMS = """
WITH early AS (
    SELECT version.id, count(*)::int AS hands,
           (array_agg(t.code || ' #' || hand.number ORDER BY hand.ended_at, hand.id))[1] AS first,
           (array_agg(t.code || ' #' || hand.number ORDER BY hand.ended_at DESC, hand.id DESC))[1] AS last
      FROM tables_hand hand
      JOIN tables_table t ON t.id = hand.table_id
      JOIN accounting_scheduleversion version ON version.id = hand.schedule_version_id
     WHERE hand.gaming_day_id = %(day)s AND hand.state <> 'open'
       AND (version.approved_at IS NULL OR version.approved_at
            > CASE WHEN hand.recording = 'summary' OR hand.client_uuid IS NOT NULL
                   THEN hand.ended_at ELSE hand.started_at END)
     GROUP BY version.id
)
SELECT version.id, schedule.name || ' v' || version.version, sum(a.sign * a.taken_cents)::bigint,
       version.created_by_id, version.approved_by_id, version.state,
       coalesce(early.hands, 0), coalesce(early.first, ''), coalesce(early.last, '')
  FROM accounting_assessment a
  JOIN accounting_scheduleversion version ON version.id = a.schedule_version_id
  JOIN accounting_rakeschedule schedule ON schedule.id = version.schedule_id
  LEFT JOIN early ON early.id = version.id
 WHERE a.gaming_day_id = %(day)s
 GROUP BY version.id, schedule.name, early.hands, early.first, early.last ORDER BY version.id
"""


def of_day(day: GamingDay, at: datetime) -> Day:
    """All facts of the day as it is now; `at` is the current time."""
    house = day.house
    asked = {"day": day.pk}
    return Day(
        date=f"{day.date:%Y-%m-%d}",
        state=day.state,
        at=at,
        ends_at=hours.ends_at(day.date, house.rolls_over_at, house.time_zone),
        closed_at=Seal.objects.filter(gaming_day=day).aggregate(first=Min("at"))["first"],
        band=band(house),
        float_tolerance_cents=house.float_tolerance_cents,
        sessions=[
            Numbers(session, code, dealt, ends_here, list(zip(numbers or (), here or (), strict=True)))
            for session, code, dealt, ends_here, numbers, here in _rows(_NUMBERS, asked)
        ],
        boxes=[*_boxes(Drop.objects.filter(gaming_day=day))],
        tallies=[Tally(*row) for row in _rows(_TALLIES, asked)],
        floats=[*floats(day)],
        residues=[
            Residue(f"{subject}@{day.date}", code, cents, actor)
            for subject, code, actor, cents in _rows(_RESIDUES, asked)
        ],
        stacks=stack_counts.explained(day),
        slips=[*_slips(Slip.objects.filter(gaming_day=day))],
        unslipped=[*_unslipped(day)],
        shifts=[*_shifts(day)],
        reopened=[*_reopened(day)],
        terms=[Signed(*row) for row in _rows(_TERMS, asked)],
    )


def band(house: House) -> Band:
    """The differences that a house tolerates: its smallest chip and its variance limit."""
    return Band(min(house.denominations_cents, default=1), house.variance_limit_bp)


def _rows(statement: str, asked: Mapping[str, int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, asked)
        return list(cursor.fetchall())


def _boxes(rows: "QuerySet[Drop]") -> Iterable[Box]:
    for row in rows.prefetch_related("counts").order_by("pk"):
        counts = [
            Counted(one.counted_by_id, one.counted_cents, chips.total_cents(chips.load(one.chips)))
            for one in sorted(row.counts.all(), key=lambda one: one.number)
        ]
        yield Box(
            row.pk,
            row.table_code,
            row.kind,
            row.booked_cents,
            row.dropped_by_id,
            row.dropped_at,
            row.counted_cents,
            counts,
            row.explanation,
        )


@dataclass(frozen=True, slots=True)
class _Counted:
    """A table's float counted at `until`: at its close, or carried over into the next day."""

    session: Session
    until: datetime
    cents: int
    by: int | None
    code: EntryCode


def floats(day: GamingDay, *, session_id: int | None = None) -> Iterable[Float]:
    """The floats of the day: each from its opening, or the count at a carry-over, to the next count.

    `session_id`: those of one session.
    """
    carried = CarryOver.objects.filter(from_day=day).select_related("session__table").order_by("pk")
    closed = Session.objects.filter(gaming_day=day, closed_at__isnull=False).select_related("table").order_by("pk")
    if session_id is not None:
        carried, closed = carried.filter(session=session_id), closed.filter(pk=session_id)
    counted = [
        _Counted(row.session, row.at, row.counted_float_cents, row.counted_by_id, EntryCode.CARRY) for row in carried
    ]
    for row in closed:
        assert row.closed_at is not None
        counted.append(
            _Counted(row, row.closed_at, row.counted_float_cents or 0, row.closed_by_id, EntryCode.FLOAT_OUT)
        )
    return _compared(counted, day, _explanations(day))


def float_by_now(session: Session, *, counted_cents: int) -> Float:
    """What the float of a table in session should be by now and is, if nothing of the count is booked yet."""
    now = _Counted(session, house_time.now(), counted_cents, None, EntryCode.FLOAT_OUT)
    [found] = _compared([now], session.gaming_day, {})
    return found


def _compared(
    counted: Sequence[_Counted], day: GamingDay, explanations: Mapping[tuple[str, str], str]
) -> Iterable[Float]:
    openers = _openers(counted)
    spans = [
        Span(one.session.table.code, since, one.until) for one, (since, _cents) in zip(counted, openers, strict=True)
    ]
    brought = _brought(day.house_id, spans)
    won_cents = rounds.won(day.house_id, spans)
    differed = FloatCount.objects.filter(session__in={one.session.pk for one in counted}).order_by("pk")
    before = list(differed.values_list("session_id", "at", "counted_cents"))
    for number, (one, (since, opener_cents)) in enumerate(zip(counted, openers, strict=True)):
        yield Float(
            f"session:{one.session.pk}@{day.date}",
            one.session.table.code,
            opener_cents,
            brought[number][Slip.Kind.FILL],
            brought[number][Slip.Kind.CREDIT],
            one.cents,
            one.by,
            won_cents[number],
            explanations.get((f"session:{one.session.pk}", one.code), ""),
            tuple(cents for session, at, cents in before if session == one.session.pk and since < at <= one.until),
        )


def _explanations(day: GamingDay) -> dict[tuple[str, str], str]:
    """Why floats differed: the reasons of the entries of their counts, by subject and kind."""
    rows = Entry.objects.filter(gaming_day=day, code__in=(EntryCode.CARRY, EntryCode.FLOAT_OUT)).exclude(reason="")
    return {(subject, code): reason for subject, code, reason in rows.values_list("subject", "code", "reason")}


def _openers(counted: Sequence[_Counted]) -> list[tuple[datetime, int]]:
    """When each float was counted before, and how much it was then; the first time it is what was brought."""
    before: defaultdict[int, list[tuple[datetime, int]]] = defaultdict(list)
    rows = CarryOver.objects.filter(session__in={one.session.pk for one in counted}).order_by("at")
    for session_id, at, cents in rows.values_list("session_id", "at", "counted_float_cents"):
        before[session_id].append((at, cents))
    return [
        max(
            (count for count in before[one.session.pk] if count[0] < one.until),
            default=(one.session.opened_at, one.session.float_cents),
        )
        for one in counted
    ]


def _brought(house_id: int, spans: Sequence[Span]) -> list[Counter[str]]:
    """What slips brought to each table in its time and took away, in cents by their kind."""
    found: list[Counter[str]] = [Counter() for _span in spans]
    if not spans:
        return found
    slips = Slip.objects.filter(
        house_id=house_id,
        state=Slip.State.DONE,
        done_at__gte=min(span.since for span in spans),
        done_at__lte=max(span.until for span in spans),
    ).values_list("table_code", "kind", "amount_cents", "done_at")
    for code, kind, cents, at in slips:
        for span, sums in zip(spans, found, strict=True):
            if span.table_code == code and at is not None and span.since <= at <= span.until:
                sums[kind] += cents
    return found


def _slips(rows: "QuerySet[Slip]") -> Iterable[Slipped]:
    lower = (
        Slip.objects.filter(house=OuterRef("house"), number__lt=OuterRef("number"))
        .order_by("-number")
        .values("number")[:1]
    )
    for row in rows.annotate(previous=Subquery(lower)).select_related("entry").order_by("number"):
        yield Slipped(
            number=row.number,
            previous=row.previous or 0,
            kind=row.kind,
            state=row.state,
            table_code=row.table_code,
            amount_cents=row.amount_cents,
            asked_by=row.asked_by_id,
            chips_cents=_worth(row.chips),
            back_cents=_worth(row.chips_back),
            done_by=row.done_by_id,
            posted_by=row.entry.actor_id if row.entry else None,
            reason=row.reason,
        )


def _worth(stored: Mapping[str, int] | None) -> int | None:
    return chips.total_cents(chips.load(stored)) if stored else None


def _unslipped(day: GamingDay) -> Iterable[Unslipped]:
    rows = Entry.objects.filter(
        gaming_day=day, code__in=_SLIP_CODES, slip__isnull=True, reversed_by__isnull=True
    ).select_related("book")
    for row in rows.annotate(cents=Sum("transfers__amount_cents")).order_by("pk"):
        code = row.book.code
        table = code.partition("/")[2] if code.startswith("table/") else ""
        yield Unslipped(code, row.number, row.code, table, int(row.cents or 0), row.actor_id)


def _shifts(day: GamingDay) -> Iterable[Shift]:
    rows = WindowShift.objects.filter(gaming_day=day, closed_at__isnull=False).select_related("window").order_by("pk")
    for row in rows:
        assert row.closed_by_id is not None
        variance = places.variance(row.window.code)
        differs_cents = Transfer.objects.filter(
            Q(source=variance) | Q(destination=variance),
            entry__code=EntryCode.WINDOW_OUT,
            entry__reference=f"window-out:{row.pk}",
        ).aggregate(cents=Sum("amount_cents"))["cents"]
        yield Shift(
            row.pk, row.window.code, row.variance_cents or 0, row.closed_by_id, row.explanation, differs_cents or 0
        )


def _reopened(day: GamingDay) -> Iterable[Reopened]:
    rows = Reopening.objects.filter(gaming_day=day, approved_at__isnull=False).select_related("seal").order_by("pk")
    for row in rows:
        assert row.approved_by_id is not None
        yield Reopened(row.seal.number, row.reason, row.asked_by_id, row.approved_by_id)

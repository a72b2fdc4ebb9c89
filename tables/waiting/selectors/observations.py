"""What was seen lately of the games of a house, for the estimates of its lists: few queries, however many lists.

A seat that its guest left for another one of the same game brought nobody a place.  Free seats that are kept for
somebody are nobody's.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, F, Min, OuterRef, Q, Sum, Value
from django.db.models.functions import Coalesce, Greatest

from tables.dealers.selectors import rota
from tables.models import Session, Sitting, Table, TournamentTable, WaitingEntry, WaitingEvent, WaitingList
from tables.rules.waiting import next_tables
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.estimates import MOST_MINUTES, Calls, Openings, Pace
from tables.rules.waiting.lists import HOLDING, Waiter
from tables.rules.waiting.terms import WaitingRules

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Seen:
    """Of the game of one list: what its estimates rest on, and how many tables play it now."""

    openings: Openings
    tables: int


@dataclass(frozen=True, slots=True)
class Lately:
    """The span that is looked at."""

    since: datetime
    now: datetime


def of_house(
    house_id: int,
    waiters: Mapping[int, Sequence[Waiter]],
    held: Mapping[int, int],
    house_rules: WaitingRules,
    now: datetime,
) -> dict[int, Seen]:
    """All lists of a house; `waiters` by list: who is on it, `held` by table: how many seats are kept for somebody."""
    rows = WaitingList.objects.filter(house_id=house_id).select_related("game")
    games = {row.game_id: row.game for row in rows}
    lists = {row.pk: row.game_id for row in rows}
    span = Lately(now - timedelta(hours=house_rules.estimate_hours), now)
    open_now = Session.objects.filter(table__house_id=house_id).exclude(state="closed").select_related("table", "game")
    sessions: dict[int, list[Session]] = defaultdict(list)
    for session in open_now:
        sessions[session.game_id].append(session)
    seats = _seats(sessions, held, span)
    queues = _queues(lists, waiters, house_rules, span)
    found = {}
    for key, game_id in lists.items():
        at_tables = seats.get(game_id, Openings())
        found[key] = replace(
            queues[key], left=at_tables.left, free_now=at_tables.free_now, announced=at_tables.announced
        )
    if house_rules.opens_tables and (tables := _next_tables(house_id, now)):
        minutes, seats_of_table = tables
        seats_for = {key: games[game_id].room(seats_of_table, 0) for key, game_id in lists.items()}
        found = next_tables.shared(found, minutes, start=house_rules.players_to_start, seats=seats_for)
    return {key: Seen(openings, len(sessions.get(lists[key], ()))) for key, openings in found.items()}


def _seats(sessions: Mapping[int, Sequence[Session]], held: Mapping[int, int], span: Lately) -> dict[int, Openings]:
    """By game: who got up at the tables that play it now, who has announced to, and the seats that are free.

    The pace is for as many as sit there now and have announced nothing; who has stayed past the announced time is one
    of them again.
    """
    since, now = span.since, span.now
    ids = [session.pk for each in sessions.values() for session in each]
    rows = (
        Sitting.objects.filter(session__in=ids)
        .order_by()
        .values("session__game_id")
        .annotate(
            freed=Count("pk", filter=Q(left_at__gt=since) & ~Q(moved_to__session__game_id=F("session__game_id"))),
            taken=Count("pk", filter=Q(left_at=None)),
            leave=ArrayAgg("leaves_at", filter=Q(left_at=None, leaves_at__gt=now)),
            sat=Sum(
                Coalesce("left_at", Value(now)) - Greatest("sat_at", Value(since)),
                filter=Q(left_at=None) | Q(left_at__gt=since),
            ),
        )
    )
    sat = {row["session__game_id"]: row for row in rows}
    found = {}
    for game_id, tables in sessions.items():
        free = sum(session.game.room(session.table.seats, held.get(session.table_id, 0)) for session in tables)
        row = sat.get(game_id)
        if row is None:
            found[game_id] = Openings(free_now=max(0, free))
            continue
        announced = tuple(sorted(-(-(at - now) // _MINUTE) for at in row["leave"] or ()))
        others = row["taken"] - len(announced)
        # Where all have announced it, nobody else is left to get up.
        left = Pace(row["freed"], _minutes(row["sat"]) // max(1, others)) if others or not announced else Pace()
        found[game_id] = Openings(left=left, free_now=max(0, free - row["taken"]), announced=announced)
    return found


def _queues(
    lists: Mapping[int, int], waiters: Mapping[int, Sequence[Waiter]], house_rules: WaitingRules, span: Lately
) -> dict[int, Openings]:
    """By list: who left it before they were seated, who came to it, who can be called, and how its calls ended."""
    since, now = span.since, span.now
    rows = (
        WaitingEntry.objects.filter(Q(ended_at=None) | Q(ended_at__gt=since), waiting_list__in=lists)
        .order_by()
        .values("waiting_list_id")
        .annotate(
            gone=Count("pk", filter=Q(state__in=["left", "struck"])),
            waited=Sum(Coalesce("ended_at", Value(now)) - Greatest("joined_at", Value(since))),
            joined=Count("pk", filter=Q(joined_at__gt=since, is_remote=False)),
            first=Min("joined_at"),
        )
    )
    told = {row["waiting_list_id"]: row for row in rows}
    events = _events(lists, span)
    found = {}
    for key in lists:
        row = told.get(key)
        gone, joined = (row["gone"], row["joined"]) if row else (0, 0)
        known_since = max(since, row["first"]) if row else now
        # With the first of all the span begins: all who came in it came after that one.
        came = joined + events[key, "arrived"] - (known_since > since)
        missed, seated = events[key, "missed"], events[key, "seated"]
        here = waiters.get(key, ())
        found[key] = Openings(
            gave_up=Pace(gone, _minutes(row["waited"]) if row else 0),
            came=Pace(max(0, came), _minutes(now - known_since)),
            waiting=next_tables.counted(here),
            calls=Calls(
                open=sum(one.state in HOLDING for one in here),
                missed=missed,
                ended=missed + seated,
                minutes=-(-house_rules.answer_seconds // 60),
            ),
        )
    return found


def _events(lists: Mapping[int, int], span: Lately) -> Counter[tuple[int, str]]:
    """How many arrived, were seated, or were called and did not come (`missed`), by list."""
    is_cancelled = Q(kind=WaitingEvent.Kind.ANSWERED, answer=Answer.CANCEL.value)
    kinds = [WaitingEvent.Kind.ARRIVED, WaitingEvent.Kind.SEATED, WaitingEvent.Kind.MISSED]
    rows = (
        WaitingEvent.objects.filter(Q(kind__in=kinds) | is_cancelled, entry__waiting_list__in=lists, at__gt=span.since)
        .order_by()
        .values_list("entry__waiting_list_id", "kind")
        .annotate(count=Count("pk"))
    )
    found: Counter[tuple[int, str]] = Counter()
    for key, kind, count in rows:
        found[key, "missed" if kind == WaitingEvent.Kind.ANSWERED else kind] += count
    return found


def _next_tables(house_id: int, now: datetime) -> tuple[list[int], int] | None:
    """In how many minutes each table that stands free can be opened, and the seats that each of them has at least.

    Where the house keeps a rota, no more of them than somebody can deal at.
    """
    busy = Session.objects.filter(table=OuterRef("pk")).exclude(state="closed")
    in_tournament = TournamentTable.objects.filter(table=OuterRef("pk"), closed_at=None)
    spare = Table.objects.filter(~Exists(busy), ~Exists(in_tournament), house_id=house_id, is_active=True)
    counted = spare.aggregate(tables=Count("pk"), seats=Min("seats"))
    if not counted["tables"]:
        return None
    dealt = rota.further_tables(house_id, now)
    minutes = [0] * counted["tables"] if dealt is None else dealt[: counted["tables"]]
    return [one for one in minutes if one <= MOST_MINUTES], counted["seats"]


def _minutes(span: timedelta | None) -> int:
    return max(0, int(span.total_seconds()) // 60) if span else 0

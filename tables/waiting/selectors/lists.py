"""Waiting lists as they stand: who waits at which place, for how long still, and which seats are kept."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from casino.errors import N_, NotFound
from tables.models import GameChange, Session, WaitingEntry, WaitingList
from tables.play.selectors import house_rules
from tables.play.selectors.kept_seats import HELD, plays_on, waiter
from tables.rules.waiting import calls, estimates, lists
from tables.rules.waiting.estimates import Estimate
from tables.rules.waiting.lists import ACTIVE, State, Waiter
from tables.rules.waiting.terms import WaitingRules
from tables.waiting.selectors import observations
from tables.waiting.selectors.observations import Seen

_ACTIVE = sorted(state.value for state in ACTIVE)

# Written out, as is whatever is asked each time somebody sits down: to compose it would cost more than the answer.
_BEFORE = """
SELECT list.id FROM tables_waitinglist list
 WHERE EXISTS (SELECT FROM tables_session session
                WHERE session.table_id = %(table)s AND session.game_id = list.game_id AND session.state <> 'closed')
   AND EXISTS (SELECT FROM tables_waitingentry entry
                WHERE entry.waiting_list_id = list.id AND entry.state = ANY(%(active)s))
 UNION
SELECT entry.waiting_list_id FROM tables_waitingentry entry
  JOIN tables_waitinglist list ON list.id = entry.waiting_list_id
  JOIN tables_houserules own ON own.house_id = list.house_id AND own.subject = 'waiting'
 WHERE entry.guest_id = %(guest)s AND entry.state = ANY(%(active)s)
   AND own.rules -> 'stays_on_other_lists' = 'false'
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A guest's place on a list; `place` is None once they are called, `estimate` where nobody knows."""

    entry_id: int
    guest_id: int
    guest_name: str
    guest_number: str
    state: str
    place: int | None
    joined_at: datetime
    is_here: bool
    is_called_elsewhere: bool
    is_from_broken_table: bool
    misses: int
    due_at: datetime | None
    has_more_time: bool
    table_id: int | None
    table_code: str | None
    seat: int | None
    estimate: Estimate | None

    @property
    def may_answer(self) -> bool:
        """Whether the guest may still say that they are on the way, or need more time."""
        return self.state == State.CALLED


@dataclass(frozen=True, slots=True)
class ListView:
    """The list of one game.  While no table plays it, it says how many more would make a game (`wanted`)."""

    id: int
    house_id: int
    game_id: int
    game_name: str
    version: int
    tables_running: int
    free_seats: int
    waiting: int
    wanted: int
    places: list[Place]


@dataclass(frozen=True, slots=True)
class _Room:
    """The lists of a house: their rows, each as the law sees it, and what was seen of their games."""

    rows: Mapping[int, Sequence[tuple[WaitingEntry, Waiter]]]
    seen: Mapping[int, Seen]


def active(list_ids: Iterable[int]) -> list[WaitingEntry]:
    """The places that are not over, with their guests and tables."""
    rows = WaitingEntry.objects.filter(waiting_list_id__in=list(list_ids), state__in=_ACTIVE)
    return list(rows.select_related("guest", "table").order_by("rank", "pk"))


def called_guests(guest_ids: Iterable[int]) -> dict[int, int]:
    """On which list a seat is kept for them, by guest."""
    rows = WaitingEntry.objects.filter(guest_id__in=list(guest_ids), state__in=HELD)
    return dict(rows.values_list("guest_id", "waiting_list_id"))


def due_lists(now: datetime) -> list[int]:
    """On which something has run out, or a table that somebody is called to plays another game by now."""
    rows = WaitingEntry.objects.filter(Q(due_at__lte=now, state__in=_ACTIVE) | (Q(state__in=HELD) & ~plays_on()))
    return sorted(set(rows.values_list("waiting_list_id", flat=True)))


def called_in_vain(rows: Iterable[WaitingEntry]) -> dict[int, int]:
    """Who is called to a table that does not play the game they wait for, and who planned that: by id of the place.

    Nobody can be called to a table that is closed; and who changes a game at once takes the calls back.
    """
    called = [row.pk for row in rows if row.table_id is not None]
    if not called:
        return {}
    last = GameChange.objects.filter(session__table=OuterRef("table")).order_by("-pk")
    planned_by = last.values(who=Coalesce("step__planned_by", "by"))[:1]
    gone = WaitingEntry.objects.filter(~plays_on(), pk__in=called, state__in=HELD)
    found = gone.annotate(planned_by=Subquery(planned_by)).order_by("rank", "pk")
    return {pk: who for pk, who in found.values_list("pk", "planned_by") if who is not None}


def lists_of_guest(guest_id: int) -> set[int]:
    """The lists that the guest is on."""
    rows = WaitingEntry.objects.filter(guest_id=guest_id, state__in=_ACTIVE)
    return set(rows.values_list("waiting_list_id", flat=True))


def list_at(table_id: int) -> int | None:
    """The list of the game that a table plays now."""
    playing = Session.objects.filter(table_id=table_id).exclude(state="closed").values("game_id")
    return WaitingList.objects.filter(game_id__in=playing).values_list("pk", flat=True).first()


def lists_before(table_id: int, guest_id: int) -> set[int]:
    """The lists to look at before a guest sits down at a table uncalled, in one query.

    Of the game played there, where somebody waits; and the guest's other lists where a seat takes a guest off them.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, {"table": table_id, "guest": guest_id, "active": _ACTIVE})
        return {list_id for (list_id,) in cursor}


def one(list_id: int, now: datetime) -> ListView:
    """One list; refuses `no_such_list`."""
    found = views(WaitingList.objects.filter(pk=list_id), now)
    if not found:
        raise NotFound("no_such_list", N_("Waiting list not found."))
    return found[0]


def of_house(house_id: int, now: datetime) -> list[ListView]:
    """All lists of a house, by the names of their games."""
    return views(WaitingList.objects.filter(house_id=house_id), now)


def views(wanted: Iterable[WaitingList], now: datetime) -> list[ListView]:
    """Lists with their places."""
    ids = [row.pk for row in wanted]
    heads = list(WaitingList.objects.filter(pk__in=ids).select_related("game").order_by("game__name", "pk"))
    terms = house_rules.of_houses((row.house_id for row in heads), WaitingRules)
    rooms = {house_id: _room(house_id, house_rules, now) for house_id, house_rules in terms.items()}
    return [_view(head, rooms[head.house_id], terms[head.house_id]) for head in heads]


def seen(house_id: int, house_rules: WaitingRules, now: datetime) -> Mapping[int, Seen]:
    """What the estimates of all lists of a house rest on, by list."""
    return _room(house_id, house_rules, now).seen


def _room(house_id: int, house_rules: WaitingRules, now: datetime) -> _Room:
    """All lists of a house: one table may be opened for any of them."""
    rows = active(WaitingList.objects.filter(house_id=house_id).values_list("pk", flat=True))
    called = called_guests(row.guest_id for row in rows)
    by_list: dict[int, list[tuple[WaitingEntry, Waiter]]] = defaultdict(list)
    held: Counter[int] = Counter()
    for row in rows:
        one = waiter(row, called)
        by_list[row.waiting_list_id].append((row, one))
        if row.table_id is not None and calls.holds_seat(one.state, one.due_at, now):
            held[row.table_id] += 1
    waiters = {key: [one for _row, one in each] for key, each in by_list.items()}
    return _Room(by_list, observations.of_house(house_id, waiters, held, house_rules, now))


def _view(head: WaitingList, room: _Room, house_rules: WaitingRules) -> ListView:
    rows, seen = room.rows.get(head.pk, []), room.seen[head.pk]
    waiters = [one for _row, one in rows]
    queue = {one.id: place for place, one in enumerate(lists.order(waiters), 1)}
    turns = lists.turns(waiters)
    return ListView(
        id=head.pk,
        house_id=head.house_id,
        game_id=head.game_id,
        game_name=head.game.name,
        version=head.version,
        tables_running=seen.tables,
        free_seats=seen.openings.free_now,
        waiting=len(queue),
        wanted=0 if seen.tables else max(0, house_rules.players_to_start - len(queue)),
        places=[
            _place(
                row,
                each,
                queue.get(row.pk),
                estimates.of(turns[row.pk], seen.openings, house_rules) if row.pk in turns else None,
            )
            for row, each in rows
        ],
    )


def _place(row: WaitingEntry, each: Waiter, place: int | None, estimate: Estimate | None) -> Place:
    return Place(
        entry_id=row.pk,
        guest_id=row.guest_id,
        guest_name=row.guest.name,
        guest_number=row.guest.number,
        state=row.state,
        place=place,
        joined_at=row.joined_at,
        is_here=row.is_here,
        is_called_elsewhere=each.is_called_elsewhere,
        is_from_broken_table=row.is_from_broken_table,
        misses=row.misses,
        due_at=row.due_at,
        has_more_time=row.has_more_time,
        table_id=row.table_id,
        table_code=row.table.code if row.table else None,
        seat=row.seat,
        estimate=estimate,
    )

"""The floor's desk of the waiting lists: every game's list beside its tables, one place, and what happened there."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from casino.errors import N_, NotFound
from tables.models import Game, Sitting, WaitingEntry, WaitingEvent, WaitingList
from tables.play.selectors import tables
from tables.play.selectors.tables import TableView
from tables.rules.moving import requests
from tables.rules.waiting.lists import HOLDING, State
from tables.seating.selectors import move_requests as moving
from tables.waiting.selectors import lists as waiting
from tables.waiting.selectors.lists import ListView, Place

EVENTS_SHOWN = 200
_HOLDING = sorted(state.value for state in HOLDING)
OUT_OF_ORDER = ("skipped", "moved", "missed", "withdrawn", "struck")
"""What somebody may ask about: all that is not joining, being called in turn, and sitting down."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many wait for a game, and how many of them are being called."""

    game_id: int
    game_name: str
    waiting: int
    called: int


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat to which somebody can be called."""

    table_id: int
    table_code: str
    seat: int


@dataclass(frozen=True, slots=True)
class Column:
    """One game: its tables, the seats and for how many they are to be had, its list (None: nobody ever waited)."""

    game_id: int
    game_name: str
    tables: tuple[TableView, ...]
    free: tuple[FreeSeat, ...]
    room: int
    waits: ListView | None

    @property
    def called(self) -> list[Place]:
        """Those for whom a seat is kept."""
        return [one for one in self.waits.places if one.place is None] if self.waits else []

    @property
    def queue(self) -> list[Place]:
        """Those who wait, the first first."""
        return [one for one in self.waits.places if one.place is not None] if self.waits else []

    @property
    def next_up(self) -> Place | None:
        """Whose the next free seat is."""
        return next((one for one in self.queue if one.is_here and not one.is_called_elsewhere), None)

    @property
    def next_call(self) -> Place | None:
        """Who may be called now, to the first of the free seats."""
        return self.next_up if self.free else None

    @property
    def is_ripe(self) -> bool:
        """Whether enough wait to open a table: the first one, or another beside those that are full."""
        waits = self.waits
        return waits is not None and waits.waiting > 0 and not waits.wanted and not self.free

    @property
    def is_live(self) -> bool:
        """Whether it is played, or somebody waits for it."""
        return bool(self.tables or self.called or self.queue)


def counts(house_id: int) -> list[Crowd]:
    """How many wait per game, where anybody does: one query."""
    rows = WaitingList.objects.filter(house_id=house_id).annotate(
        queued=Count("entries", filter=Q(entries__state=State.WAITING.value)),
        called=Count("entries", filter=Q(entries__state__in=_HOLDING)),
    )
    found = rows.filter(Q(queued__gt=0) | Q(called__gt=0)).order_by("game__name")
    return [Crowd(*row) for row in found.values_list("game_id", "game__name", "queued", "called")]


def columns(house_id: int, now: datetime) -> list[Column]:
    """Every game among guests that is offered, or that somebody waits for; those that live come first."""
    shown = tables.views(house_id)
    lists = {one.game_id: one for one in waiting.of_house(house_id, now)}
    games = Game.objects.filter(house_id=house_id).filter(
        Q(is_active=True) | Q(pk__in=[one.game_id for one in lists.values() if one.places])
    )
    open_to = _open_to_newcomers(shown)
    found = [
        _column(game, shown, open_to, lists.get(game.pk)) for game in games.order_by("name", "pk") if not game.is_banked
    ]
    return sorted(found, key=lambda one: not one.is_live)


def column(game_id: int, now: datetime) -> Column:
    """One game; refuses `no_such_game`."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game", N_("Game not found."))
    found = waiting.views(WaitingList.objects.filter(game=game), now)
    shown = tables.views(game.house_id)
    return _column(game, shown, _open_to_newcomers(shown), found[0] if found else None)


def idle_tables(house_id: int) -> list[TableView]:
    """The tables at which a game could be opened."""
    return [table for table in tables.views(house_id) if table.session is None and table.tournament is None]


def entry(entry_id: int) -> WaitingEntry:
    """One place, over or not, with all that happened to it; refuses `no_such_wait`."""
    rows = WaitingEntry.objects.select_related("guest", "table", "waiting_list__game")
    found = rows.filter(pk=entry_id).first()
    if found is None:
        raise NotFound("no_such_wait", N_("Waiting-list place not found."))
    return found


def sits(guest_id: int) -> Sitting | None:
    """Where somebody who waits plays meanwhile."""
    return Sitting.objects.filter(guest_id=guest_id, left_at=None).select_related("table").first()


def events(*, entry_id: int | None = None, list_id: int | None = None, only_odd: bool = False) -> list[WaitingEvent]:
    """What happened to a place, or on a list, the last first."""
    rows = WaitingEvent.objects.select_related("entry__guest", "table", "by").order_by("-pk")
    if entry_id is not None:
        rows = rows.filter(entry_id=entry_id)
    if list_id is not None:
        rows = rows.filter(entry__waiting_list_id=list_id)
    if only_odd:
        rows = rows.filter(kind__in=OUT_OF_ORDER)
    return list(rows[:EVENTS_SHOWN])


def _column(game: Game, shown: list[TableView], open_to: list[FreeSeat], waits: ListView | None) -> Column:
    playing = tuple(table for table in shown if table.session is not None and table.session.game_id == game.pk)
    here = {table.id for table in playing}
    free = tuple(seat for seat in open_to if seat.table_id in here)
    open_tables = {seat.table_id for seat in free}
    room = sum(table.room for table in playing if table.id in open_tables)
    return Column(game.pk, game.name, playing, free, room, waits)


def _open_to_newcomers(shown: list[TableView]) -> list[FreeSeat]:
    """The seats of the neediest games first, those for which somebody in the game has asked last (WSOP 86, 94).

    At a main game that is kept full from a feeder there are none.
    """
    playing = {table.id: table for table in shown if table.session is not None}
    game_of = {each: table.session.game_id for each, table in playing.items() if table.session}
    fed, players = moving.fed(playing), {each: len(table.seats) for each, table in playing.items()}
    asked = [moving.request(row) for row in moving.open_requests(game_of.values())]
    free = []
    for each, table in playing.items():
        in_game = [one for one in asked if game_of.get(one.table) == game_of[each]]
        for seat in table.open_seats if each not in fed else ():
            is_asked = bool(requests.waiting_for(in_game, each, seat, players))
            free.append((is_asked, -table.room, FreeSeat(each, table.code, seat)))
    return [seat for *_need, seat in sorted(free, key=lambda one: one[:2])]

"""The dealers' board: each table with present and next dealer, and the dealers ready, on a break, or expected."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model

from tables.dealers.selectors import paces, rota
from tables.dealers.selectors.paces import Pace
from tables.dealers.selectors.rota import Standing
from tables.models import Session, Shift, Table, TournamentTable
from tables.rules.rota import line_up, working_time
from tables.rules.rota.line_up import Dealer, Duty, Turn

AHEAD = timedelta(hours=4)
BEHIND = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Line:
    """A table with its game, its dealer, the next push (`turn`), and the table its dealer goes to then."""

    turn: Turn
    code: str
    game: str
    version: int
    dealer: str
    since: datetime | None
    next_dealer: str
    next_table: str
    pace: Pace | None


@dataclass(frozen=True, slots=True)
class Person:
    """A dealer on shift; `since`: the start of the present duty, `next_table`: the code of the table they push next."""

    id: int
    name: str
    since: datetime | None
    worked_minutes: int | None
    rested_minutes: int | None
    break_by: datetime | None
    back_at: datetime | None
    is_late: bool
    next_table: str
    table: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole board; `expected` and `gone` are shifts that have not begun, or are over."""

    is_on: bool
    lines: list[Line]
    ready: list[Person]
    on_break: list[Person]
    expected: list[Shift]
    gone: list[Shift]

    @property
    def due(self) -> list[Line]:
        """The pushes that are due and can be done, as one line."""
        return [line for line in self.lines if line.turn.is_due and line.turn.dealer_id is not None]


def board(house_id: int, now: datetime) -> Board:
    """Load the board; ready dealers in the order they go in, dealers on a break in the order they are back."""
    standing = rota.standing(house_id, now)
    people = {one.id: one for one in standing.dealers}
    names = {user.pk: str(user) for user in get_user_model().objects.filter(pk__in=people)}
    tables = _tables(turn.table_id for turn in standing.turns)
    found = paces.now_at(house_id, now)
    lines = [_line(turn, people, names, tables, found.get(turn.table_id)) for turn in standing.turns]
    nexts = {turn.dealer_id: tables[turn.table_id][0] for turn in standing.turns if turn.dealer_id is not None}
    shown = [person(one, names[one.id], standing, nexts.get(one.id, ""), "") for one in _in_order(standing)]
    duties = {one.id: one.duty for one in standing.dealers}
    shifts = Shift.objects.filter(house_id=house_id, called_off_at=None).select_related("dealer")
    return Board(
        is_on=standing.rules.is_on,
        lines=lines,
        ready=[one for one in shown if duties[one.id] is Duty.READY],
        on_break=[one for one in shown if duties[one.id] is Duty.ON_BREAK],
        expected=list(shifts.filter(came_at=None, begins_at__lte=now + AHEAD, ends_at__gt=now)),
        gone=list(shifts.filter(went_at__gt=now - BEHIND).order_by("-went_at")),
    )


def person(one: Dealer, name: str, standing: Standing, next_table: str, table: str) -> Person:
    """A dealer of the line-up as shown: names of tables, and minutes worked and rested."""
    time = working_time.of(one.work, standing.now, standing.rules) if one.work else None
    return Person(
        id=one.id,
        name=name,
        since=one.since or (one.work.came_at if one.work else None),
        worked_minutes=time.worked // timedelta(minutes=1) if time else None,
        rested_minutes=time.rested // timedelta(minutes=1) if time else None,
        break_by=time.break_by if time else None,
        back_at=one.back_at,
        is_late=one.back_at is not None and one.back_at <= standing.now,
        next_table=next_table,
        table=table,
    )


def of_dealer(dealer_id: int, now: datetime) -> Person | None:
    """A dealer's own shift, for their page; None if they are not on shift."""
    shift = Shift.objects.filter(dealer_id=dealer_id, came_at__isnull=False, went_at=None).first()
    if shift is None:
        return None
    standing = rota.standing(shift.house_id, now)
    one = standing.dealer(dealer_id)
    if one.work is None:
        return None
    turns = standing.turns
    codes = dict(Table.objects.filter(pk__in=[turn.table_id for turn in turns]).values_list("pk", "code"))
    goes_to = next((turn.table_id for turn in turns if turn.dealer_id == dealer_id), None)
    name = str(get_user_model().objects.get(pk=dealer_id))
    return person(one, name, standing, codes.get(goes_to or 0, ""), codes.get(one.table_id or 0, ""))


def _in_order(standing: Standing) -> list[Dealer]:
    resting = sorted((one for one in standing.dealers if one.duty is Duty.READY), key=line_up.rest_order)
    away = [(one.back_at, one.id, one) for one in standing.dealers if one.duty is Duty.ON_BREAK and one.back_at]
    return resting + [one for _at, _id, one in sorted(away, key=lambda place: place[:2])]


def _tables(ids: Iterable[int]) -> dict[int, tuple[str, str, int]]:
    """Code, name of the game or tournament, and version of each table, by id."""
    wanted = list(ids)
    played = dict(
        Session.objects.filter(table_id__in=wanted, closed_at=None).values_list("table_id", "game__name")
    ) | dict(
        TournamentTable.objects.filter(table_id__in=wanted, closed_at=None).values_list("table_id", "tournament__name")
    )
    rows = Table.objects.filter(pk__in=wanted).values_list("pk", "code", "version")
    return {pk: (code, played.get(pk, ""), version) for pk, code, version in rows}


def _line(
    turn: Turn,
    people: dict[int, Dealer],
    names: dict[int, str],
    tables: dict[int, tuple[str, str, int]],
    pace: Pace | None,
) -> Line:
    code, game, version = tables[turn.table_id]
    deals = next((one for one in people.values() if one.table_id == turn.table_id), None)
    return Line(
        turn=turn,
        code=code,
        game=game,
        version=version,
        dealer=names[deals.id] if deals else "",
        since=deals.since if deals else None,
        next_dealer=names.get(turn.dealer_id or 0, ""),
        next_table=tables[turn.next_table_id][0] if turn.next_table_id is not None else "",
        pace=pace,
    )

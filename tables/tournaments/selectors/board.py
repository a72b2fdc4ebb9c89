"""The director's view of a tournament: tables with their players, what balancing would do, receipts and prints."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, QuerySet

from accounting.cage.selectors import windows
from accounting.models import Print, Window
from casino.errors import N_, NotFound
from tables.models import Down, Elimination, Entrant, Purchase, SeatChange, Session, Table, Tournament, TournamentTable
from tables.rules.tournaments.balancing import Move, Plan, Reason
from tables.rules.tournaments.clocks import ClockView
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing

RECEIPTS_SHOWN = 12
FINISHED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of the tournament: its seats from 1 on with their players, and the dealer's down."""

    table: TournamentTable
    seats: list[tuple[int, Entrant | None]]
    down: Down | None = None

    @property
    def players(self) -> int:
        return sum(entrant is not None for _seat, entrant in self.seats)


@dataclass(frozen=True, slots=True)
class ToDo:
    """What balancing would do now: tables by code, entrants with their names."""

    plan: Plan
    halted: list[str]
    broken: list[str]
    waits: str
    moves: list[tuple[Entrant, Move, str, str]]

    @property
    def is_nothing(self) -> bool:
        return not (self.plan.moves or self.plan.broken or self.plan.is_redraw)


@dataclass(frozen=True, slots=True)
class Glance:
    """What the floor sees of a tournament: its clock, the players left, and those at each table by its id."""

    clock: ClockView
    left: int
    at: Mapping[int, int]

    ends_at: datetime | None
    """When the level or break ends; None while the clock is stopped."""


def glances(tournament_ids: Iterable[int], now: datetime) -> dict[int, Glance]:
    """Each tournament at a glance, by its id."""
    found = {}
    for row in Tournament.objects.filter(pk__in=set(tournament_ids)):
        playing = [Entrant.State.REGISTERED, Entrant.State.SEATED]
        entrants = Entrant.objects.filter(tournament=row, state__in=playing).order_by()
        at = dict(entrants.values_list("table__table").annotate(count=Count("pk")))
        clock = standing.clock(row, now)
        # In the clock's own milliseconds, so that the moment is the same whenever one looks.
        ends_at = standing.moment(standing.milliseconds(now) + clock.remaining_ms) if clock.is_running else None
        found[row.pk] = Glance(clock, sum(at.values()), at, ends_at)
    return found


def listed(house_id: int, states: list[str], *, latest_first: bool = False) -> QuerySet[Tournament]:
    """A house's tournaments in these states, by start."""
    order = ("-starts_at", "code") if latest_first else ("starts_at", "code")
    return Tournament.objects.filter(house_id=house_id, state__in=states).order_by(*order)


def cards(row: Tournament) -> list[TableCard]:
    """The tables that are not broken, in breaking order; three queries for all."""
    found: dict[int, dict[int, Entrant]] = {}
    for entrant in standing.seated(row):
        assert entrant.table_id is not None, "a seated entrant has a table"
        assert entrant.seat is not None, "a seated entrant has a seat"
        found.setdefault(entrant.table_id, {})[entrant.seat] = entrant
    dealing = downs(row)
    return [
        TableCard(
            table,
            [(seat, found.get(table.pk, {}).get(seat)) for seat in range(1, table.seats + 1)],
            dealing.get(table.table_id),
        )
        for table in standing.tables(row)
    ]


def downs(row: Tournament) -> dict[int, Down]:
    """The current dealers' downs, by the table's id."""
    found = Down.objects.filter(tournament=row, ended_at=None).select_related("dealer")
    return {down.table_id: down for down in found}


def version(tournament_id: int) -> str:
    """A value that changes with every command and every dealer sent, in one query; empty where there is no such."""
    found = Tournament.objects.filter(pk=tournament_id).annotate(sent=Max("downs__pk")).values_list("version", "sent")
    return ".".join(str(part or 0) for part in found[0]) if found else ""


def to_do(row: Tournament, shown: list[TableCard]) -> ToDo:
    """The plan of `selectors.seats.outlook`, with codes and names.  Drawn seats are unknown until the draw."""
    plan = seat_views.outlook(row)
    codes: Mapping[int, str] = {card.table.position: card.table.table.code for card in shown}
    players = {entrant.number: entrant for card in shown for _seat, entrant in card.seats if entrant}
    moves = [
        (players[move.entrant], move, codes[move.from_table], codes[move.to_table])
        for move in plan.moves
        if move.reason is Reason.BALANCE
    ]
    return ToDo(
        plan=plan,
        halted=[codes[number] for number in plan.halted],
        broken=[codes[number] for number in plan.broken],
        waits=codes.get(plan.waits_to_break or 0, ""),
        moves=moves,
    )


def waiting(row: Tournament) -> list[Entrant]:
    """Entrants who have paid and have no seat yet."""
    found = Entrant.objects.filter(tournament=row, state=Entrant.State.REGISTERED).select_related("guest")
    return list(found.order_by("number"))


def entrant(row: Tournament, entrant_id: int) -> Entrant:
    """One of the tournament's entrants; refuses `no_such_entrant`."""
    found = Entrant.objects.select_related("guest", "table__table").filter(tournament=row, pk=entrant_id).first()
    if found is None:
        raise NotFound("no_such_entrant", N_("Entrant not found in this tournament."))
    return found


def entrants(row: Tournament) -> list[Entrant]:
    """All entrants by number, withdrawn ones included."""
    return list(Entrant.objects.filter(tournament=row).select_related("guest", "table__table").order_by("number"))


def seat_changes(found: Entrant) -> list[SeatChange]:
    """An entrant's seats, the latest first."""
    rows = SeatChange.objects.filter(entrant=found).select_related("from_table__table", "to_table__table")
    return list(rows.order_by("-number"))


def free_tables(row: Tournament) -> list[Table]:
    """The house's tables that are large enough and not in use, by code."""
    playing = TournamentTable.objects.filter(closed_at=None).values("table_id")
    busy = Session.objects.filter(closed_at=None).values("table_id")
    found = Table.objects.filter(house_id=row.house_id, is_active=True, seats__gte=row.seats_per_table)
    return list(found.exclude(pk__in=playing).exclude(pk__in=busy).order_by("code"))


def receipts(row: Tournament, count: int | None = RECEIPTS_SHOWN) -> list[Purchase]:
    """The latest receipts first; `count` None: all of them."""
    found = Purchase.objects.filter(tournament=row).select_related("entrant__guest", "window", "by")
    return list(found.order_by("-number")[:count])


def receipt(row: Tournament, number: int) -> Purchase:
    """One receipt by its number; refuses `not_found`."""
    found = Purchase.objects.filter(tournament=row, number=number)
    one = found.select_related("entrant__guest", "entrant__table__table", "window", "by", "entry__gaming_day").first()
    if one is None:
        raise NotFound("not_found", N_("Not found."))
    return one


def purchases(found: Entrant) -> list[Purchase]:
    """What one entrant bought, in order."""
    return list(Purchase.objects.filter(entrant=found).select_related("window", "by").order_by("number"))


def open_windows(row: Tournament) -> list[Window]:
    """The open windows, where entries can be sold and prizes paid."""
    return windows.open_ones(row.house_id)


def prints(row: Tournament, subject: str) -> QuerySet[Print]:
    """Prints of a paper, in order; number 1 is the original."""
    return Print.objects.filter(house_id=row.house_id, subject=subject).select_related("by").order_by("number")


def last_out(row: Tournament) -> list[Entrant]:
    """The players of the last elimination, by place; empty before the first."""
    last: Elimination | None = Elimination.objects.filter(tournament=row, undone_at=None).order_by("-number").first()
    numbers = [placed["entrant"] for placed in last.places] if last else []
    return list(Entrant.objects.filter(tournament=row, number__in=numbers).select_related("guest").order_by("place"))

"""A tournament before its director: tables with who sits where, what is to be done with them, receipts and prints."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from accounting.models import Print, Window
from accounting.selectors import windows
from casino.errors import NotFound, _
from tables.models import Down, Elimination, Entrant, Purchase, SeatChange, Session, Table, Tournament, TournamentTable
from tables.rules.tournaments.balancing import Move, Plan, Reason
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing

RECEIPTS_SHOWN = 12
FINISHED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of the tournament: its seats from 1 on, with who sits there; who deals."""

    table: TournamentTable
    seats: list[tuple[int, Entrant | None]]
    down: Down | None = None

    @property
    def players(self) -> int:
        """How many sit there."""
        return sum(entrant is not None for _seat, entrant in self.seats)


@dataclass(frozen=True, slots=True)
class ToDo:
    """What a balance would do now, in the director's words: tables by code, entrants with their names."""

    plan: Plan
    halted: list[str]
    broken: list[str]
    waits: str
    moves: list[tuple[Entrant, Move, str, str]]

    @property
    def is_nothing(self) -> bool:
        """Whether the tables are even."""
        return not (self.plan.moves or self.plan.broken or self.plan.is_redraw)


def listed(house_id: int, states: list[str], *, latest_first: bool = False) -> QuerySet[Tournament]:
    """A house's tournaments in these states."""
    order = ("-starts_at", "code") if latest_first else ("starts_at", "code")
    return Tournament.objects.filter(house_id=house_id, state__in=states).order_by(*order)


def cards(row: Tournament) -> list[TableCard]:
    """The tables that are not broken, by their place in the breaking order, three queries for all."""
    found: dict[int, dict[int, Entrant]] = {}
    for entrant in standing.seated(row):
        assert entrant.table_id is not None, "who sits has a table"
        assert entrant.seat is not None, "who sits has a seat"
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
    """Who deals at its tables now, by the id of the furniture."""
    found = Down.objects.filter(tournament=row, ended_at=None).select_related("dealer")
    return {down.table_id: down for down in found}


def version(tournament_id: int) -> str:
    """What changes with every command on the tournament and every dealer sent to it, in one read; empty: no such."""
    found = Tournament.objects.filter(pk=tournament_id).annotate(sent=Max("downs__pk")).values_list("version", "sent")
    return ".".join(str(part or 0) for part in found[0]) if found else ""


def to_do(row: Tournament, shown: list[TableCard]) -> ToDo:
    """What `tournamentseats.outlook` says, with codes and names.  Drawn seats are drawn when it is done, not before."""
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
    """Who has paid and has no seat yet."""
    found = Entrant.objects.filter(tournament=row, state=Entrant.State.REGISTERED).select_related("guest")
    return list(found.order_by("number"))


def entrant(row: Tournament, entrant_id: int) -> Entrant:
    """One of the tournament's entrants; refuses `no_such_entrant`."""
    found = Entrant.objects.select_related("guest", "table__table").filter(tournament=row, pk=entrant_id).first()
    if found is None:
        raise NotFound("no_such_entrant", _("There is no such entrant in this tournament."))
    return found


def entrants(row: Tournament) -> list[Entrant]:
    """All of them, by number, those who withdrew too."""
    return list(Entrant.objects.filter(tournament=row).select_related("guest", "table__table").order_by("number"))


def seat_changes(found: Entrant) -> list[SeatChange]:
    """Where he sat, the latest first."""
    rows = SeatChange.objects.filter(entrant=found).select_related("from_table__table", "to_table__table")
    return list(rows.order_by("-number"))


def free_tables(row: Tournament) -> list[Table]:
    """The house's furniture at which nothing is played now and that is large enough, by code."""
    playing = TournamentTable.objects.filter(closed_at=None).values("table_id")
    busy = Session.objects.filter(closed_at=None).values("table_id")
    found = Table.objects.filter(house_id=row.house_id, is_active=True, seats__gte=row.seats_per_table)
    return list(found.exclude(pk__in=playing).exclude(pk__in=busy).order_by("code"))


def table(row: Tournament, table_id: int) -> TournamentTable:
    """A table of the tournament that is not broken, by the id of the furniture; refuses `no_such_table`."""
    found = TournamentTable.objects.select_related("table").filter(tournament=row, table_id=table_id, closed_at=None)
    one = found.first()
    if one is None:
        raise NotFound("no_such_table", _("There is no such table."))
    return one


def receipts(row: Tournament, count: int | None = RECEIPTS_SHOWN) -> list[Purchase]:
    """The latest receipts first; None: all of them."""
    found = Purchase.objects.filter(tournament=row).select_related("entrant__guest", "window", "by")
    return list(found.order_by("-number")[:count])


def receipt(row: Tournament, number: int) -> Purchase:
    """One receipt; refuses `not_found`."""
    found = Purchase.objects.filter(tournament=row, number=number)
    one = found.select_related("entrant__guest", "entrant__table__table", "window", "by", "entry__gaming_day").first()
    if one is None:
        raise NotFound("not_found", _("There is no such thing."))
    return one


def purchases(found: Entrant) -> list[Purchase]:
    """What one entrant bought, as it was sold."""
    return list(Purchase.objects.filter(entrant=found).select_related("window", "by").order_by("number"))


def open_windows(row: Tournament) -> list[Window]:
    """Where entries can be sold and prizes paid now."""
    return windows.open_ones(row.house_id)


def prints(row: Tournament, subject: str) -> QuerySet[Print]:
    """How often a paper was printed, by whom; number 1 is the original."""
    return Print.objects.filter(house_id=row.house_id, subject=subject).select_related("by").order_by("number")


def last_out(row: Tournament) -> list[Entrant]:
    """Who went out last, all of one hand; nobody, where nobody is out."""
    last: Elimination | None = Elimination.objects.filter(tournament=row, undone_at=None).order_by("-number").first()
    numbers = [told["entrant"] for told in last.places] if last else []
    return list(Entrant.objects.filter(tournament=row, number__in=numbers).select_related("guest").order_by("place"))

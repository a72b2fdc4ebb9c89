"""The tables of a tournament as the rules of balancing see them."""

from collections.abc import Collection, Iterable

from casino.errors import N_, NotFound
from tables.models import Entrant, Purchase, Tournament, TournamentTable
from tables.rules.blinds import Positions
from tables.rules.terms import room
from tables.rules.tournaments import balancing
from tables.rules.tournaments.balancing import BalancingRules, Plan
from tables.tournaments.selectors import standing

_SHOWN_SEED = "0" * 64


def table(row: Tournament, table_id: int) -> TournamentTable:
    """A table of the tournament that is not broken, by the id of its `Table`; refuses `no_such_table`."""
    found = TournamentTable.objects.select_related("table").filter(tournament=row, table_id=table_id, closed_at=None)
    one = found.first()
    if one is None:
        raise NotFound("no_such_table", N_("Table not found."))
    return one


def rules(row: Tournament, tables: Collection[TournamentTable]) -> BalancingRules:
    """The house's rules of balancing; the final table takes one more where the furniture and the deck suffice."""
    most = room.most_players(row.variant)
    wide = row.seats_per_table < most and all(table.table.seats > row.seats_per_table for table in tables)
    return BalancingRules(seats=row.seats_per_table, final_more=int(wide))


def as_rules(tables: Iterable[TournamentTable]) -> list[balancing.Table]:
    """The tables with entrants' numbers by seat, and the positions of the last hand."""
    found = {table.pk: table for table in tables}
    taken: dict[int, dict[int, int]] = {pk: {} for pk in found}
    sitting = Entrant.objects.filter(table_id__in=found, state=Entrant.State.SEATED)
    for one in sitting:
        assert one.table_id is not None and one.seat is not None, "a seated entrant has a seat"  # noqa: PT018
        taken[one.table_id][one.seat] = one.number
    return [balancing.Table(table.position, taken[pk], last(table)) for pk, table in found.items()]


def last(table: TournamentTable) -> Positions | None:
    """Button and blinds of the last hand dealt there; None where they are not known."""
    if table.button_seat is None or table.small_blind_seat is None or table.big_blind_seat is None:
        return None
    return Positions(table.button_seat, table.small_blind_seat, table.big_blind_seat)


def entries(row: Tournament) -> int:
    """The number of entries so far, re-entries included: from a hundred on there are redraws."""
    kinds = [Purchase.Kind.ENTRY, Purchase.Kind.RE_ENTRY, Purchase.Kind.SEAT_WON, Purchase.Kind.CARRIED]
    return Purchase.objects.filter(standing.STANDS, tournament=row, kind__in=kinds).count()


def as_json(tables: Iterable[balancing.Table]) -> list[list[object]]:
    """The tables as JSON, players and positions by seat: what a third party needs to repeat the plan."""
    return [
        [
            table.number,
            [[seat, entrant] for seat, entrant in sorted(table.taken.items())],
            [table.last.button_seat, table.last.small_blind_seat, table.last.big_blind_seat] if table.last else None,
        ]
        for table in tables
    ]


def outlook(row: Tournament) -> Plan:
    """What balancing would do now.  Seats to be drawn are made up, from a fixed seed: do not show them."""
    found = standing.tables(row)
    return balancing.plan(
        as_rules(found),
        [table.position for table in found],
        rules(row, found),
        seed=_SHOWN_SEED,
        label="outlook",
        entries=entries(row),
    )

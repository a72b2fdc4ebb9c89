"""The tables of a tournament as the law of balancing sees them."""

from collections.abc import Collection, Iterable

from tables.models import Entrant, Purchase, Tournament, TournamentTable
from tables.rules.blinds import Positions
from tables.rules.tournaments import balancing
from tables.rules.tournaments.balancing import BalancingRules, Plan
from tables.tournaments.selectors import standing

_SHOWN_SEED = "0" * 64


def rules(row: Tournament, tables: Collection[TournamentTable]) -> BalancingRules:
    """The house's; the final table takes one more where the furniture has a seat for him."""
    wide = all(table.table.seats > row.seats_per_table for table in tables)
    return BalancingRules(seats=row.seats_per_table, final_more=int(wide))


def as_rules(tables: Iterable[TournamentTable]) -> list[balancing.Table]:
    """Who sits where, by entrants' numbers, and the blinds of the last hand."""
    found = {table.pk: table for table in tables}
    taken: dict[int, dict[int, int]] = {pk: {} for pk in found}
    sitting = Entrant.objects.filter(table_id__in=found, state=Entrant.State.SEATED)
    for one in sitting:
        assert one.table_id is not None and one.seat is not None, "who sits has a seat"  # noqa: PT018
        taken[one.table_id][one.seat] = one.number
    return [balancing.Table(table.position, taken[pk], last(table)) for pk, table in found.items()]


def last(table: TournamentTable) -> Positions | None:
    """Button and blinds of the last hand dealt there; None where nobody said."""
    if table.button_seat is None or table.small_blind_seat is None or table.big_blind_seat is None:
        return None
    return Positions(table.button_seat, table.small_blind_seat, table.big_blind_seat)


def entries(row: Tournament) -> int:
    """How many had entered, re-entries included: from a hundred on there are redraws."""
    kinds = [Purchase.Kind.ENTRY, Purchase.Kind.RE_ENTRY, Purchase.Kind.SEAT_WON, Purchase.Kind.CARRIED]
    return Purchase.objects.filter(tournament=row, returned=None, kind__in=kinds).count()


def told(tables: Iterable[balancing.Table]) -> list[list[object]]:
    """Who sat where, and button and blinds of the last hand: what a third party needs to make the same plan again."""
    return [
        [
            table.number,
            [[seat, entrant] for seat, entrant in sorted(table.taken.items())],
            [table.last.button_seat, table.last.small_blind_seat, table.last.big_blind_seat] if table.last else None,
        ]
        for table in tables
    ]


def outlook(row: Tournament) -> Plan:
    """What a balance would do now.  Which seats would be drawn is not told: they are drawn with a made-up seed."""
    found = standing.tables(row)
    return balancing.plan(
        as_rules(found),
        [table.position for table in found],
        rules(row, found),
        seed=_SHOWN_SEED,
        label="outlook",
        entries=entries(row),
    )

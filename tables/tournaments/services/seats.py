"""Seats of a tournament: drawn, moved, balanced; every change is kept with its reason."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.db.models import Max

from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.locks import LockedTable
from tables.models import Down, Entrant, SeatChange, Tournament, TournamentTable
from tables.play.services import refusals, rows
from tables.rules.blinds import Positions
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import draws, steps

if TYPE_CHECKING:
    from casino.models import User

Reason = SeatChange.Reason
_BEFORE_AND_IN = (Tournament.State.REGISTERING, Tournament.State.RUNNING)


@use_case("tables.run_tournament")
def draw(*, tournament_id: int, version: int | None, table_ids: Sequence[int], actor: "User") -> Tournament:
    """Draw seats for all registered entrants, evenly at these tables; their order is the posted breaking order.

    Refuses tables that are in use, too few seats (`seats_few`), and a second first draw (`drawn_already`): late
    entrants are drawn one by one.
    """
    row = steps.locked(tournament_id, Tournament.State.REGISTERING, version=version, actor=actor)
    if TournamentTable.objects.filter(tournament=row).exists():
        raise Refusal("drawn_already", N_("The seats have already been drawn."))
    opened = _open_tables(row, table_ids)
    waiting = list(Entrant.objects.filter(tournament=row, state=Entrant.State.REGISTERED).select_related("guest"))
    _seat_drawn(row, waiting, opened, Reason.DRAW, actor)
    return row


@use_case("tables.run_tournament")
def add_tables(*, tournament_id: int, version: int | None, table_ids: Sequence[int], actor: "User") -> Tournament:
    """Open more tables for late entrants; they take the last positions in the breaking order."""
    row = steps.locked(tournament_id, *_BEFORE_AND_IN, version=version, actor=actor)
    _open_tables(row, table_ids)
    waiting = list(Entrant.objects.filter(tournament=row, state=Entrant.State.REGISTERED).select_related("guest"))
    if waiting:
        _seat_drawn(row, waiting, facts.tables(row), Reason.LATE, actor)
    return row


@use_case("tables.run_tournament")
def move(
    *, tournament_id: int, version: int | None, entrant_id: int, table_id: int, seat: int, reason: str, actor: "User"
) -> Entrant:
    """Move an entrant to another free seat by hand; refuses `seat_taken`, and a missing reason (`reason_required`)."""
    reason = reasons.given(reason)
    row = steps.locked(tournament_id, *_BEFORE_AND_IN, version=version, actor=actor)
    entrant = steps.entrant(row, entrant_id, Entrant.State.SEATED)
    table = seat_views.table(row, table_id)
    if not 1 <= seat <= table.seats or seat not in free_seats(table):
        raise Refusal("seat_taken", N_("Seat %(seat)s is not free."), seat=seat)
    _correct(row, entrant, table, seat, reason, actor)
    return entrant


@use_case("tables.run_tournament")
def set_buttons(
    *, tournament_id: int, version: int | None, positions: Mapping[int, Positions], actor: "User"
) -> list[TournamentTable]:
    """Set button and blinds of the last hand at these tables (by table id); balancing depends on them."""
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    tables = {table.table_id: table for table in facts.tables(row)}
    for table_id, last in positions.items():
        table = tables.get(table_id)
        if table is None:
            raise NotFound("no_such_table", N_("Table not found."))
        for seat in (last.button_seat, last.small_blind_seat, last.big_blind_seat):
            if not 1 <= seat <= table.seats:
                raise Refusal("seat_unknown", N_("Table %(table)s has no seat %(seat)s."), table=str(table), seat=seat)
        table.button_seat, table.small_blind_seat = last.button_seat, last.small_blind_seat
        table.big_blind_seat = last.big_blind_seat
    changed = [tables[table_id] for table_id in positions]
    TournamentTable.objects.bulk_update(changed, ["button_seat", "small_blind_seat", "big_blind_seat"])
    return changed


def seat_late(row: Tournament, entrant: Entrant, actor: "User") -> None:
    """Draw a seat for a late entrant; an inner step.  Refuses `seats_few` once play has begun."""
    open_now = facts.tables(row)
    if not any(free_seats(table) for table in open_now):
        if row.state == Tournament.State.RUNNING:
            raise Refusal("seats_few", N_("There is no free seat: open another table first."))
        return
    _seat_drawn(row, [entrant], open_now, Reason.LATE, actor)


def _correct(
    row: Tournament, entrant: Entrant, table: TournamentTable, seat: int, explanation: str, actor: "User"
) -> None:
    steps.add(
        SeatChange,
        row,
        actor,
        entrant=entrant,
        reason=Reason.CORRECTION,
        explanation=explanation,
        from_table_id=entrant.table_id,
        from_seat=entrant.seat,
        to_table=table,
        to_seat=seat,
    )
    entrant.state, entrant.table, entrant.seat = Entrant.State.SEATED, table, seat
    entrant.save(update_fields=["state", "table", "seat"])


def put_all(
    row: Tournament,
    seats: Sequence[tuple[Entrant, TournamentTable, int]],
    reason: SeatChange.Reason,
    actor: "User",
) -> None:
    """Seat several entrants at once; all stand up first, so that two may change places.  An inner step."""
    was = {entrant.pk: (entrant.table_id, entrant.seat) for entrant, _table, _seat in seats}
    Entrant.objects.filter(pk__in=was).update(state=Entrant.State.REGISTERED, table=None, seat=None)
    last = SeatChange.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    now = house_time.now()
    SeatChange.objects.bulk_create(
        SeatChange(
            tournament=row, number=number, at=now, by=actor, entrant=entrant, reason=reason,
            from_table_id=was[entrant.pk][0], from_seat=was[entrant.pk][1], to_table=table, to_seat=seat,
        )
        for number, (entrant, table, seat) in enumerate(seats, last + 1)
    )  # fmt: skip
    for entrant, table, seat in seats:
        entrant.state, entrant.table, entrant.seat = Entrant.State.SEATED, table, seat
    Entrant.objects.bulk_update([entrant for entrant, _table, _seat in seats], ["state", "table", "seat"])


def close_tables(tables: Sequence[TournamentTable]) -> None:
    """Release tables for other games, and their dealers; an inner step."""
    now = house_time.now()
    furniture = locks.tables([table.table_id for table in tables])
    for table in tables:
        table.closed_at = now
        table.save(update_fields=["closed_at"])
        rows.touch(furniture[table.table_id])
    Down.objects.filter(table_id__in=furniture, ended_at=None).update(ended_at=now)


def free_seats(table: TournamentTable) -> list[int]:
    """The table's empty seats."""
    taken = set(table.entrants.filter(state=Entrant.State.SEATED).values_list("seat", flat=True))
    return [seat for seat in range(1, table.seats + 1) if seat not in taken]


def _seat_drawn(
    row: Tournament,
    entrants: Sequence[Entrant],
    tables: Sequence[TournamentTable],
    reason: SeatChange.Reason,
    actor: "User",
) -> None:
    places = [(table, free_seats(table)) for table in tables]
    _row, drawn = draws.use(row, reason.value, entrants, places, actor)
    by_number, by_position = {one.number: one for one in entrants}, {one.position: one for one in tables}
    seats = [(by_number[seat.entrant], by_position[seat.table], seat.seat) for seat in drawn]
    put_all(row, seats, reason, actor)


def _open_tables(row: Tournament, table_ids: Sequence[int]) -> list[TournamentTable]:
    """Add tables to the tournament; refuses tables that are in use, or of another house."""
    locked = locks.tables(table_ids)
    last = TournamentTable.objects.filter(tournament=row).aggregate(last=Max("position"))["last"] or 0
    opened = []
    for position, table_id in enumerate(dict.fromkeys(table_ids), last + 1):
        table = locked[table_id]
        _refuse_in_use(row, table)
        opened.append(
            TournamentTable.objects.create(
                tournament=row,
                table_id=table.id,
                position=position,
                seats=row.seats_per_table,
                opened_at=house_time.now(),
            )
        )
        rows.touch(table)
    return opened


def _refuse_in_use(row: Tournament, table: LockedTable) -> None:
    if table.house_id != row.house_id:
        raise NotFound("no_such_table", N_("Table not found."))
    refusals.in_use(table)
    if table.seats < row.seats_per_table:
        raise Refusal(
            "table_too_small", N_("Table %(table)s has only %(seats)s seats."), table=table.code, seats=table.seats
        )
    refusals.not_played_at(table)

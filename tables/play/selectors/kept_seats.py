"""Free seats held for called guests of a waiting list."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from tables.models import Session, WaitingEntry
from tables.rules.waiting import calls
from tables.rules.waiting.lists import HOLDING, State, Waiter

HELD = sorted(state.value for state in HOLDING)


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """A free seat held for one guest, who has been called or has accepted (`is_coming`)."""

    table_id: int
    table_code: str
    seat: int
    entry_id: int
    guest_id: int
    guest_name: str
    is_coming: bool
    due_at: datetime


def waiter(row: WaitingEntry, called: Mapping[int, int]) -> Waiter:
    """A row as the rules take it; `called`: by guest, the id of the list that called them."""
    return Waiter(
        id=row.pk,
        rank=row.rank,
        state=State(row.state),
        misses=row.misses,
        is_here=row.is_here,
        is_called_elsewhere=called.get(row.guest_id, row.waiting_list_id) != row.waiting_list_id,
        is_from_broken_table=row.is_from_broken_table,
        has_more_time=row.has_more_time,
        called_at=row.called_at,
        due_at=row.due_at,
    )


def kept(table_ids: Iterable[int], now: datetime) -> list[KeptSeat]:
    """The held seats at these tables.

    An expired call holds no seat, nor does a call to a table that has changed to another game.
    """
    return _kept(WaitingEntry.objects.filter(table_id__in=list(table_ids)), now)


def of_house(house_id: int, now: datetime) -> list[KeptSeat]:
    """The held seats at all tables of a house."""
    return _kept(WaitingEntry.objects.filter(waiting_list__house=house_id, table__isnull=False), now)


def _kept(rows: QuerySet[WaitingEntry], now: datetime) -> list[KeptSeat]:
    """Each of the rows has a table, a seat and a deadline, by the constraint `waiting_called_to_a_seat`."""
    held: Iterable[Any] = (
        rows.filter(plays_on(), state__in=HELD)
        .order_by("table_id", "seat")
        .values_list("table_id", "table__code", "seat", "pk", "guest_id", "guest__name", "state", "due_at")
    )
    return [
        KeptSeat(table_id, code, seat, pk, guest_id, name, state == State.LOCKED_UP, due_at)
        for table_id, code, seat, pk, guest_id, name, state, due_at in held
        if calls.holds_seat(State(state), due_at, now)
    ]


def kept_seats(table_ids: Iterable[int], now: datetime) -> dict[tuple[int, int], int]:
    """The id of the guest each held seat is for, by table and seat."""
    return {(one.table_id, one.seat): one.guest_id for one in kept(table_ids, now)}


def plays_on() -> Exists:
    """A condition on `WaitingEntry`: the table of the call still plays the game of its list."""
    sessions = Session.objects.filter(table=OuterRef("table"), game=OuterRef("waiting_list__game"), closed_at=None)
    return Exists(sessions)

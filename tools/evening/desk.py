"""The demo's floor desk late at night: guests on the lists, one of them called; an incident; a call for the floor."""

from collections.abc import Mapping
from typing import Final

from tables.log.services import floor_calls, incidents
from tables.models import Game, WaitingEntry
from tables.models.log.calls import CallKind
from tables.waiting.services import entries, list_calls
from tools.evening.room import SEATS, PokerTable, Room

#: Game, and whether its guest is in the room; the others have telephoned.
WAITING: Final = (
    ("NLHE 1/2", True),
    ("NLHE 2/4", True),
    ("NLHE 1/2", True),
    ("NLHE 1/2", True),
    ("NLHE 2/4", True),
    ("NLHE 1/2", False),
)


def fill_lists(room: Room, games: Mapping[str, Game]) -> None:
    """Put the guests who are longest without a seat on the lists."""
    room.keeps_lists = True
    for name, is_here in WAITING:
        guest = room.guests.popleft()
        entries.join(game_id=games[name].pk, guest_id=guest.pk, is_here=is_here, actor=room.floor)


def call_first(room: Room, table: PokerTable) -> None:
    """Call the first of the list to the table's free seat."""
    first = WaitingEntry.objects.filter(waiting_list__game=table.terms, state="waiting").order_by("rank").first()
    assert first is not None
    free = min(set(range(1, SEATS + 1)) - set(table.guests))
    list_calls.call(entry_id=first.pk, table_id=table.id, seat=free, actor=room.floor)


def write_down(room: Room, table: PokerTable) -> None:
    """An incident that somebody follows up."""
    incidents.record(
        kind="behaviour",
        text="Zwei Gäste streiten laut über einen Zuruf; beide ermahnt, danach Ruhe.",
        table_id=table.id,
        guest_ids=[guest.pk for guest in list(table.guests.values())[:2]],
        measures=["warning"],
        owner_id=room.manager.pk,
        actor=room.floor,
    )


def call_the_floor(table: PokerTable) -> None:
    """The dealer asks for a ruling, and nobody has come yet."""
    assert table.dealer is not None
    floor_calls.call(table_id=table.id, kind=CallKind.RULING, actor=table.dealer)

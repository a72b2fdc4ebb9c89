"""The demo's cage: an open window, a fill brought to a table, and one that waits to be brought."""

from accounting.cage.selectors.slips import SLIPS
from accounting.cage.services import windows
from accounting.models import House, Slip, Window
from tables.floor.services import slips
from tools.evening.room import Room

CHIPS = {"100": 400, "500": 400, "2500": 200, "10000": 100}
CASH_CENTS = 2_000_000
FILL = {"500": 60, "2500": 20}


def open_window(room: Room, house: House) -> None:
    """Open the main window as a cashier, with chips and cash from the bank."""
    window = windows.create(house_id=house.pk, code="K1", name="Hauptkasse", actor=room.manager)
    windows.open_window(window_id=window.pk, chips=CHIPS, cash_cents=CASH_CENTS, actor=room.counters[0])


def ask_for_fill(room: Room, table_id: int) -> Slip:
    """Ask for chips for a table's float, as the floor."""
    window = Window.objects.get(code="K1")
    return slips.ask(kind=Slip.Kind.FILL, table_id=table_id, window_id=window.pk, chips=FILL, actor=room.floor)


def fill(room: Room, table_id: int) -> None:
    """Ask for a fill as the floor and bring it as the cage."""
    slip = ask_for_fill(room, table_id)
    slips.carry_out(slip_id=slip.pk, seen=SLIPS.seen(slip), actor=room.counters[0])

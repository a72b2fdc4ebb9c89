"""Fills, credits and change for an open table, asked for and carried out; `cage.services.slips` moves the chips."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting.cage.selectors.slips import SLIPS
from accounting.cage.services import slips
from accounting.models import Slip, Window
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Session, Table

if TYPE_CHECKING:
    from casino.models import User


@use_case(SLIPS.edits)
def ask(
    *,
    kind: Slip.Kind,
    table_id: int,
    window_id: int,
    chips: Mapping[str, object],
    actor: "User",
    chips_back: Mapping[str, object] | None = None,
) -> Slip:
    """Ask for a fill, a credit or change at a table; `accounting.cage.services.slips.ask` says what chips must be.

    Refuses a closed table, and a window of another house.
    """
    code = _open_table(table_id, window_id)
    return slips.ask(kind=kind, table_code=code, window_id=window_id, chips=chips, chips_back=chips_back, actor=actor)


@use_case(SLIPS.approves, decides=SLIPS)
def carry_out(*, slip_id: int, seen: str, actor: "User") -> Slip:
    """Carry out a slip that another person asked for.

    Refuses when the table was closed meanwhile, and as `accounting.cage.services.slips.carry_out` does.
    """
    asked = Slip.objects.filter(pk=slip_id).values("house_id", "table_code", "window_id").first()
    if asked is None:
        raise NotFound("no_such_slip", N_("Slip not found."))
    table_id = Table.objects.values_list("pk", flat=True).get(house_id=asked["house_id"], code=asked["table_code"])
    _open_table(table_id, asked["window_id"])
    return slips.carry_out(slip_id=slip_id, seen=seen, actor=actor)


def _open_table(table_id: int, window_id: int) -> str:
    """Lock the table and return its code; refuses a closed table, and a window of another house."""
    table = locks.tables([table_id])[table_id]
    if not Window.objects.filter(pk=window_id, house_id=table.house_id).exists():
        raise NotFound("no_such_window", N_("Window not found."))
    if not Session.objects.filter(table_id=table.id, closed_at=None).exists():
        raise Refusal("table_closed", N_("Table %(table)s is closed."), table=table.code)
    return table.code

"""Planned openings of tables, and the chips handed out for a buy-in (S7, S9)."""

from datetime import datetime, timedelta

from accounting import chips
from accounting.chips import Chips
from accounting.models import House
from tables.models import Game, PlannedOpening
from tables.rules.terms import chip_sets

SHOWN = timedelta(hours=24)
"""How far ahead openings are listed."""


def ahead(house_id: int, now: datetime) -> dict[int, PlannedOpening]:
    """The openings planned within `SHOWN`, by table; overdue ones included."""
    rows = PlannedOpening.objects.filter(
        table__house_id=house_id, session=None, cancelled_at=None, starts_at__lte=now + SHOWN
    )
    return {row.table_id: row for row in rows.select_related("game", "table")}


def of_table(table_id: int) -> PlannedOpening | None:
    """The planned opening of a table, however far ahead."""
    rows = PlannedOpening.objects.filter(table_id=table_id, session=None, cancelled_at=None)
    return rows.select_related("game").first()


def handed_out(game: Game, buy_in_cents: int) -> Chips | None:
    """The chips handed out for a buy-in; None if the game has no chip set, or no chips make the sum."""
    if not game.chip_set:
        return None
    house = House.objects.get(pk=game.house_id)
    return chip_sets.handed_out(
        chips.load(game.chip_set),
        buy_in_cents,
        denominations_cents=house.denominations_cents,
        chip_cents=game.chip_cents,
    )

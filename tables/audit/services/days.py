"""Closing the gaming day: only when its check list is done."""

from typing import TYPE_CHECKING

from accounting import locks as money_locks
from accounting.models import GamingDay
from accounting.services import days
from casino import roles
from casino.errors import Refusal, _
from casino.transactions import use_case
from tables.audit.selectors import closing
from tables.audit.selectors.closing import Item

if TYPE_CHECKING:
    from casino.models import User


@use_case
def close_day(*, day_id: int, actor: "User") -> GamingDay:
    """Close the day and seal it; waits for posts in flight, refuses later ones.

    Refuses `tables_open` while a table is open, else `day_not_ready` with what its check list still wants.
    """
    roles.require(actor, "accounting.close_day")
    day = money_locks.take_day(day_id)
    unmet = [] if day.state == GamingDay.State.CLOSED else [one for one in closing.checklist(day) if not one.is_met]
    for one in unmet:
        if one.item is Item.TABLES:
            raise Refusal("tables_open", _("These tables are still open: %(tables)s."), tables=", ".join(one.open))
    if unmet:
        raise Refusal(
            "day_not_ready",
            _("The gaming day %(date)s cannot be closed yet: %(missing)s."),
            date=str(day.date),
            missing="; ".join(f"{one.item.value}: {', '.join(one.open)}" for one in unmet),
            open={one.item.value: list(one.open) for one in unmet},
        )
    return days.close(day=day, actor=actor)

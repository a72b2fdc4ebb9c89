"""Closing the gaming day, as far as the tables have a say in it."""

from typing import TYPE_CHECKING

from accounting import locks as money_locks
from accounting.models import GamingDay
from accounting.services import days
from casino import roles
from casino.errors import Refusal, _
from casino.transactions import use_case
from tables.models import Session

if TYPE_CHECKING:
    from casino.models import User


@use_case
def close_day(*, day_id: int, actor: "User") -> GamingDay:
    """Close the day and seal it.  Refuses while a table is open; waits for posts in flight, refuses later ones."""
    roles.require(actor, "accounting.close_day")
    day = money_locks.take_day(day_id)
    open_tables = list(
        Session.objects.filter(gaming_day=day, closed_at=None)
        .order_by("table__code")
        .values_list("table__code", flat=True)
    )
    if open_tables:
        raise Refusal("tables_open", _("These tables are still open: %(tables)s."), tables=", ".join(open_tables))
    return days.close(day=day, actor=actor)

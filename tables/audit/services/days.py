"""Closing the gaming day: only when its check list is done."""

from typing import TYPE_CHECKING

from accounting import locks as money_locks
from accounting.days.services import days
from accounting.models import GamingDay
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables.audit.selectors import closing
from tables.audit.selectors.closing import Check, Item

if TYPE_CHECKING:
    from casino.models import User


@use_case("accounting.close_day", password=True)
def close_day(*, day_id: int, actor: "User") -> GamingDay:
    """Close the day and seal it; waits for posts in flight, refuses later ones.

    Refuses `tables_open` while a table is open, `float_undecided` while nobody has decided a float that differed, else
    `day_not_ready`: the sentence names the first item of the check list that is not met, the fact `open` all of them.
    """
    day = money_locks.take_day(day_id)
    unmet = [] if day.state == GamingDay.State.CLOSED else [one for one in closing.checklist(day) if not one.is_met]
    if unmet:
        raise _not_ready(unmet[0], date=str(day.date), open={one.item.value: list(one.open) for one in unmet})
    return days.close(day=day, actor=actor)


def _not_ready(first: Check, **facts: object) -> Refusal:
    """The refusal for the first item that is not met."""
    facts["named"] = ", ".join(first.open)
    match first.item:
        case Item.TABLES | Item.FLOATS:
            return _of_tables(first, facts)
        case Item.SLIPS:
            return Refusal("day_not_ready", N_("Slips neither done nor cancelled: %(named)s."), **facts)
        case Item.WINDOWS:
            return Refusal("day_not_ready", N_("Windows not yet counted and closed: %(named)s."), **facts)
        case Item.BOXES:
            facts["named"] = ", ".join(dict.fromkeys(one.partition(" ")[0] for one in first.open))
            return Refusal(
                "day_not_ready",
                N_("Tables with an uncounted box or an unexplained difference: %(named)s."),
                **facts,
            )
        case Item.FUNDS:
            return Refusal(
                "day_not_ready",
                N_("Jackpot funds that are not counted, or have an unexplained variance: %(named)s."),
                **facts,
            )
        case Item.SCHEDULES:
            return Refusal(
                "day_not_ready", N_("Rake schedules not yet approved by a second person: %(named)s."), **facts
            )
        case Item.AUDIT:
            return Refusal(
                "day_not_ready", N_("The audit of this gaming day is not up to date: run it first."), **facts
            )
        case Item.FINDINGS:
            facts["named"] = len(first.open)
            return Refusal(
                "day_not_ready",
                N_("Findings that keep the gaming day open: %(named)s. Explain or waive each of them."),
                **facts,
            )


def _of_tables(first: Check, facts: dict[str, object]) -> Refusal:
    """The refusal for tables that are open, or whose float nobody has decided."""
    tables = facts.pop("named")
    if first.item is Item.TABLES:
        return Refusal("tables_open", N_("These tables are still open: %(tables)s."), tables=tables)
    return Refusal(
        "float_undecided",
        N_("The floats of these tables differ: %(tables)s. Somebody who did not count decides the findings first."),
        tables=tables,
        **facts,
    )

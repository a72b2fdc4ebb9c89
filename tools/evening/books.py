"""The demo's month that is over: the levy by law, and the month's statement, which waits for its second signature."""

from datetime import date
from typing import Final

from accounting.models import GamingDay, House
from accounting.policy.laws import LAWS
from accounting.revenue.selectors.levies import TERMS
from accounting.revenue.selectors.statements import STATEMENTS
from accounting.revenue.services import levies, statements
from tools.evening.room import Room

LAW: Final = "hessen"


def owe(room: Room, house: House, since: date) -> None:
    """The levy of the house's law, from the first of that month on, by two managers."""
    row = levies.propose(house_id=house.pk, terms=dict(LAWS[LAW]), valid_from=since.replace(day=1), actor=room.manager)
    levies.approve(levy_terms_id=row.pk, seen=TERMS.seen(row), actor=room.second_manager)


def state(room: Room, day: GamingDay) -> None:
    """State a sealed day, by two managers, and the month that it alone makes, which waits for its second signature."""
    signed = statements.sign(house_id=day.house_id, period="day", first=day.date, actor=room.manager)
    statements.confirm(statement_id=signed.pk, seen=STATEMENTS.seen(signed), actor=room.second_manager)
    statements.sign(house_id=day.house_id, period="month", first=day.date.replace(day=1), actor=room.manager)

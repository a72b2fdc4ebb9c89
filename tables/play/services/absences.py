"""Absences of seated guests: leaving, returning, and the absent buttons that new dealers give.

Inner steps; the caller holds the table's lock.
"""

from typing import TYPE_CHECKING

from casino import reasons
from tables.models import Absence
from tables.play.selectors import absence, house_rules
from tables.play.selectors.situations import Occupied, Situation
from tables.rules.absence import walking
from tables.rules.absence.terms import AbsenceRules

if TYPE_CHECKING:
    from casino.models import User


def walked(situation: Situation, occupied: Occupied, reason: str, actor: "User") -> None:
    """Begin a guest's absence; refuses `too_many_away` beyond the house's limit, unless there is a reason."""
    rules = house_rules.of_house(situation.table.house_id, AbsenceRules)
    reason = reasons.if_any(reason)
    if not reason:
        walking.refuse_too_many(sum(one.is_away for one in situation.seats), rules)
    Absence.objects.create(sitting_id=occupied.sitting_id, since=situation.now, reason=reason, by=actor)


def came_back(situation: Situation, occupied: Occupied) -> None:
    """End a guest's absence; the next one begins without absent buttons."""
    Absence.objects.filter(sitting=occupied.sitting_id, until=None).update(until=situation.now)


def moved(from_sitting_id: int, to_sitting_id: int) -> None:
    """Carry an absence and its buttons to the new sitting of a guest who is moved while away."""
    Absence.objects.filter(sitting=from_sitting_id, until=None).update(sitting=to_sitting_id)


def dealer_came(situation: Situation) -> None:
    """Give every absent guest an absent button, since a new dealer came; no query when all guests are present."""
    if not any(one.is_away for one in situation.seats):
        return
    rules = house_rules.of_house(situation.table.house_id, AbsenceRules)
    for row in Absence.objects.filter(sitting__in=[one.sitting_id for one in situation.seats], until=None):
        after = walking.dealer_came(absence.absent(row), rules, situation.now)
        if after.buttons != row.buttons:
            row.buttons, row.last_button_at = after.buttons, after.last_button_at
            row.save(update_fields=["buttons", "last_button_at"])

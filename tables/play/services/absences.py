"""Walking, coming back, and the absent buttons that new dealers give: inner steps at a table that is locked."""

from typing import TYPE_CHECKING

from casino.errors import Malformed, Refusal, _
from tables.models import Absence
from tables.play.selectors import absence, house_rules
from tables.play.selectors.situations import Occupied, Situation
from tables.rules.absence import walking
from tables.rules.absence.terms import AbsenceRules

if TYPE_CHECKING:
    from casino.models import User

REASON_MIN, REASON_MAX = 3, 500


def walked(situation: Situation, occupied: Occupied, reason: str, actor: "User") -> None:
    """A guest walks; refuses (`too_many_away`) when the house lets no more of them walk, unless there is a reason."""
    rules = house_rules.of_house(situation.table.house_id, AbsenceRules)
    reason = reason_given(reason) if reason else ""
    if not reason:
        walking.refuse_too_many(sum(one.is_away for one in situation.seats), rules)
    Absence.objects.create(sitting_id=occupied.sitting_id, since=situation.now, reason=reason, by=actor)


def came_back(situation: Situation, occupied: Occupied) -> None:
    """His buttons go with it: the next absence begins with none."""
    Absence.objects.filter(sitting=occupied.sitting_id, until=None).update(until=situation.now)


def moved(from_sitting_id: int, to_sitting_id: int) -> None:
    """Whoever is moved while he is away stays away, with his buttons."""
    Absence.objects.filter(sitting=from_sitting_id, until=None).update(sitting=to_sitting_id)


def dealer_came(situation: Situation) -> None:
    """A new dealer gives an absent button to whoever is away; where nobody is, it costs nothing."""
    if not any(one.is_away for one in situation.seats):
        return
    rules = house_rules.of_house(situation.table.house_id, AbsenceRules)
    for row in Absence.objects.filter(sitting__in=[one.sitting_id for one in situation.seats], until=None):
        after = walking.dealer_came(absence.absent(row), rules, situation.now)
        if after.buttons != row.buttons:
            row.buttons, row.last_button_at = after.buttons, after.last_button_at
            row.save(update_fields=["buttons", "last_button_at"])


def reason_given(text: str) -> str:
    """A reason in a few words; refuses none at all (`reason_required`) and a novel."""
    text = text.strip()
    if len(text) < REASON_MIN:
        raise Refusal("reason_required", _("Say why, in a few words."))
    if len(text) > REASON_MAX:
        raise Malformed("text_too_long", _("At most %(most)s characters."), most=REASON_MAX)
    return text

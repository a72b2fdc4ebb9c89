"""What a house sets of the rules for guests who are away."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import locks as money_locks
from casino import roles
from casino.transactions import use_case
from tables.models import AbsenceTerms
from tables.play.selectors import absence
from tables.rules.absence import terms
from tables.rules.absence.terms import AbsenceRules

if TYPE_CHECKING:
    from casino.models import User


@use_case
def change(*, house_id: int, changes: Mapping[str, object], actor: "User") -> AbsenceRules:
    """Set some of the rules anew; they hold at once, also for who is away already.

    Refuses what is no rule or out of its limits (`tables.rules.absence.terms`).
    """
    roles.require(actor, "tables.edit_game")
    money_locks.house(house_id)
    rules = terms.changed(absence.rules(house_id), changes)
    row = AbsenceTerms.objects.filter(house_id=house_id).first() or AbsenceTerms(house_id=house_id)
    row.rules = terms.to_json(rules)
    row.save()
    return rules

"""What a house sets of the rules of its waiting lists."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import locks as money_locks
from casino import roles
from casino.transactions import use_case
from tables.floor.selectors.waiting import lists as selector
from tables.models import WaitingTerms
from tables.rules.waiting import terms
from tables.rules.waiting.terms import WaitingRules

if TYPE_CHECKING:
    from casino.models import User


@use_case
def change(*, house_id: int, changes: Mapping[str, object], actor: "User") -> WaitingRules:
    """Set some of the rules anew, for calls from now on; timers that run stay.

    Refuses what is no rule or out of its limits (`tables.rules.waiting.terms`).
    """
    roles.require(actor, "tables.edit_game")
    money_locks.house(house_id)
    rules = terms.changed(selector.rules(house_id), changes)
    row = WaitingTerms.objects.filter(house_id=house_id).first() or WaitingTerms(house_id=house_id)
    row.rules = terms.to_json(rules)
    row.save()
    return rules

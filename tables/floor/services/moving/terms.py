"""What a house sets of the rules of moving."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import locks as money_locks
from casino import roles
from casino.transactions import use_case
from tables.floor.selectors import move_requests as selector
from tables.models import MovingTerms
from tables.rules.moving import terms
from tables.rules.moving.terms import MovingRules

if TYPE_CHECKING:
    from casino.models import User


@use_case
def change(*, house_id: int, changes: Mapping[str, object], actor: "User") -> MovingRules:
    """Set some of the rules anew, for moves from now on.

    Refuses what is no rule or out of its limits (`tables.rules.moving.terms`).
    """
    roles.require(actor, "tables.edit_game")
    money_locks.house(house_id)
    rules = terms.changed(selector.rules(house_id), changes)
    row = MovingTerms.objects.filter(house_id=house_id).first() or MovingTerms(house_id=house_id)
    row.rules = terms.to_json(rules)
    row.save()
    return rules

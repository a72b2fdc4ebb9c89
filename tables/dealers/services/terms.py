"""Whether a house keeps a rota, and what it sets of its rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import locks as money_locks
from casino import roles
from casino.transactions import use_case
from tables.dealers.selectors import rota
from tables.dealers.selectors.rota import Terms
from tables.models import RotaTerms
from tables.rules.rota import terms

if TYPE_CHECKING:
    from casino.models import User


@use_case
def change(*, house_id: int, is_on: bool | None = None, changes: Mapping[str, object], actor: "User") -> Terms:
    """Set some of the rules anew, for pushes from now on, or switch the rota on or off.

    Refuses what is no rule or out of its limits (`tables.rules.rota.terms`).
    """
    roles.require(actor, "tables.edit_game")
    money_locks.house(house_id)
    rules = terms.changed(rota.terms(house_id).rules, changes)
    row = RotaTerms.objects.filter(house_id=house_id).first() or RotaTerms(house_id=house_id)
    row.rules = terms.to_json(rules)
    if is_on is not None:
        row.is_on = is_on
    row.save()
    return Terms(row.is_on, rules)

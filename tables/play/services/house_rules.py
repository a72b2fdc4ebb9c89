"""Changing the rules of a house."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar, cast

from accounting import locks as money_locks
from casino.transactions import use_case
from tables.models import HouseRules
from tables.play.selectors import house_rules
from tables.rules.house_rules import Rules

if TYPE_CHECKING:
    from casino.models import User

Set = TypeVar("Set", bound=Rules)


@use_case("tables.edit_game")
def change(*, house_id: int, rules: type[Set], changes: Mapping[str, object], actor: "User") -> Set:
    """Change some of a house's rules; they hold from now on, timers that run are not changed.

    Refuses what `tables.rules.house_rules.Rules.changed` refuses.
    """
    money_locks.house(house_id)
    new = house_rules.of_house(house_id, rules).changed(changes)
    kept = {"house_id": house_id, "subject": rules.subject}
    row = HouseRules.objects.filter(**kept).first() or HouseRules(**kept)
    row.rules = asdict(cast("Any", new))
    row.save()
    return new

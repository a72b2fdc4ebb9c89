"""The rules that houses have set."""

from collections.abc import Iterable
from typing import TypeVar

from tables.models import HouseRules
from tables.rules.house_rules import Rules

Set = TypeVar("Set", bound=Rules)
Other = TypeVar("Other", bound=Rules)


def of_house(house_id: int, rules: type[Set]) -> Set:
    """One set of a house's rules; what the house has not set is as usual."""
    return of_houses([house_id], rules)[house_id]


def sets_of_house(house_id: int, first: type[Set], second: type[Other]) -> tuple[Set, Other]:
    """Two sets of a house's rules: one query."""
    rows = HouseRules.objects.filter(house_id=house_id, subject__in=(first.subject, second.subject))
    kept = dict(rows.values_list("subject", "rules"))
    return first.of(kept.get(first.subject, {})), second.of(kept.get(second.subject, {}))


def of_houses(house_ids: Iterable[int], rules: type[Set]) -> dict[int, Set]:
    """The same set of several houses: one query."""
    wanted = set(house_ids)
    rows = HouseRules.objects.filter(house_id__in=wanted, subject=rules.subject)
    kept = dict(rows.values_list("house_id", "rules"))
    return {each: rules.of(kept.get(each, {})) for each in wanted}

"""The rules of a house over HTTP: `GET` shows all of a set, `PATCH` changes some."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from accounting.models import House
from casino.api.fields import Body, FlagField, IntField
from casino.api.reading import RowAndChange
from casino.api.serializers import Serializer
from casino.models import User
from tables.play.selectors import house_rules as selectors
from tables.play.services import house_rules
from tables.rules.house_rules import Rule, Rules


class HouseRulesView(RowAndChange):
    """Base of the sets; `view` makes one."""

    permission = "tables.read_tables"
    service = house_rules.change
    queryset = House.objects.all()
    rules: ClassVar[type[Rules]]

    def found(self, pk: int) -> Rules:
        return selectors.of_house(super().found(pk).pk, self.rules)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Rules:
        return house_rules.change(house_id=pk, rules=self.rules, changes=values, actor=actor)


def view(rules: type[Rules]) -> type[HouseRulesView]:
    """The view of a set of rules, with their fields as declared."""
    name, declared = f"House{rules.__name__}", rules.declared().values()
    body = {one.name: IntField(required=False) if one.limits else FlagField(required=False) for one in declared}
    shown = {one.name: _shown(one) for one in declared}
    output = type(f"{rules.__name__}Serializer", (Serializer,), {"__doc__": rules.__doc__, **shown})
    given = type("Input", (Body,), {"__qualname__": f"{name}.Input", **body})
    about = f"{rules.__doc__}\n\nChange some of it; what is left out stays."
    return type(name, (HouseRulesView,), {"__doc__": about, "rules": rules, "output": output, "Input": given})


def _shown(rule: Rule) -> serializers.Field[Any, Any, Any, Any]:
    if rule.limits is None:
        return serializers.BooleanField(help_text=rule.about)
    least, most = rule.limits
    return serializers.IntegerField(help_text=f"{rule.about} From {least} to {most}.".strip())

"""A page for each set of a house's rules."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context
from tables.play.selectors import house_rules as selectors
from tables.play.services import house_rules
from tables.rules.house_rules import Rule, Rules

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class HouseRulesPage(InHouse, Command):
    """A set of rules as it stands, to be changed."""

    permission = "tables.edit_game"
    template = "floor/dealer_command.html"
    rules: ClassVar[type[Rules]]
    title: ClassVar["_StrPromise"]
    leads_to: ClassVar[str]
    verb = gettext_lazy("Save")

    def form(self, data: Any = None) -> CommandForm:
        form = super().form(data)
        form.fields |= {one.name: _field(one) for one in self.rules.declared().values() if one.label}
        return form

    def initial(self) -> dict[str, Any]:
        return asdict(cast("Any", selectors.of_house(self.house.pk, self.rules)))

    def context(self) -> Context:
        return {"title": self.title, "back": reverse(self.leads_to)}

    def run(self, values: Mapping[str, Any]) -> str:
        changes = {name: value for name, value in values.items() if name in self.rules.declared()}
        house_rules.change(house_id=self.house.pk, rules=self.rules, changes=changes, actor=self.actor)
        return reverse(self.leads_to)


def _field(rule: Rule) -> forms.Field:
    label = gettext_lazy(rule.label)
    if rule.limits is None:
        return forms.BooleanField(label=label, required=False)
    least, most = rule.limits
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=f"{least}–{most}")

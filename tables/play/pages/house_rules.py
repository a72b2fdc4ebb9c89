"""A page for each set of a house's rules."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import OfHouse
from casino.pages.forms import CommandForm
from tables.play.selectors import house_rules as selectors
from tables.play.services import house_rules
from tables.rules.house_rules import Rule, Rules


class HouseRulesPage(OfHouse):
    """A set of rules as it stands, to be changed."""

    permission = "tables.edit_game"
    template_name = "pages/step.html"
    service = house_rules.change
    rules: ClassVar[type[Rules]]
    verb = gettext_lazy("Save")

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        form = super().get_form(form_class)
        form.fields |= {one.name: _field(one) for one in self.rules.declared().values() if one.label}
        return form

    def get_initial(self) -> dict[str, Any]:
        return asdict(cast("Any", selectors.of_house(self.house.pk, self.rules)))

    def act(self, values: Mapping[str, Any]) -> Any:
        changes = {name: value for name, value in values.items() if name in self.rules.declared()}
        return super().act({"rules": self.rules, "changes": changes})


def _field(rule: Rule) -> forms.Field:
    label = gettext_lazy(rule.label)
    if rule.limits is None:
        return forms.BooleanField(label=label, required=False)
    least, most = rule.limits
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=f"{least}–{most}")

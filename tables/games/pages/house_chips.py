"""The chips of a house as pictures to tap, and values of its own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import OfHouse
from accounting.models.houses import usual_denominations
from casino.pages.forms import CommandForm, MoneyField, typed
from tables.games.services import house_chips


class OwnValuesField(forms.CharField):
    """Amounts apart by spaces, `0,25 20 10000`, as cents."""

    def to_python(self, value: Any) -> Any:
        """The values in cents."""
        one = MoneyField(least_cents=1)
        found = [one.clean(word) for word in str(super().to_python(value)).replace(";", " ").split()]
        if len(set(found)) != len(found):
            raise ValidationError(_("Enter each value only once."), code="twice")
        return found


class ChipsForm(CommandForm):
    """Which of the offered chips the house has, and others."""

    denominations_cents = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Chips"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    own = OwnValuesField(
        label=gettext_lazy("Other values"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "text"}),
        help_text=gettext_lazy("Separated by spaces, for example 0.25 20."),
    )

    def __init__(self, *args: Any, offered: list[int], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["denominations_cents"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(str(cents), typed(cents)) for cents in offered]


class HouseChips(OfHouse):
    """Which chips the house plays with."""

    permission = "casino.edit_house"
    template_name = "setup/chips.html"
    form_class = ChipsForm
    service = house_chips.change
    leads_to = "setup:chips"
    success = gettext_lazy("The house now has these chips.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {
            **super().get_form_kwargs(),
            "offered": sorted({*usual_denominations(), 10, 20, 25, 2_000, *self.house.denominations_cents}),
        }

    def get_initial(self) -> dict[str, Any]:
        return {"denominations_cents": [str(cents) for cents in self.house.denominations_cents]}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "house": self.house}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"denominations_cents": {*values["denominations_cents"], *values["own"]}})

"""Forms of the admin actions that call a service."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.admin.actions import ActionForm, ReasonForm
from casino.pages.forms import MoneyField
from tables.models import Game, Hand, Round, Table, Tournament


class VersionForm(ActionForm):
    """Carries the version of the row as the user saw it."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, row: Table | Hand | Round | Tournament | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        if row is not None:
            self.initial.setdefault("version", row.version)


class OpenForm(VersionForm):
    """The game, and the float that the table opens with."""

    game = forms.ModelChoiceField(Game.objects.none(), label=_("Game"))
    float_cents = MoneyField(label=_("Opening float"))

    def __init__(self, *args: Any, row: Table | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        field = self.fields["game"]
        assert isinstance(field, forms.ModelChoiceField)
        if row is not None:
            field.queryset = Game.objects.filter(house_id=row.house_id, is_active=True).order_by("name")


class CloseForm(VersionForm, ReasonForm):
    """The counted float, and the reason for closing."""

    counted_float_cents = MoneyField(label=_("Counted float"))
    field_order = ("counted_float_cents", "reason")


class VoidForm(VersionForm, ReasonForm):
    """The reason for voiding a hand or round."""


class ReasonedForm(VersionForm, ReasonForm):
    """A reason, and the version that the user saw."""


class OpenDayForm(ActionForm):
    """The house whose gaming day opens."""

    house = forms.ModelChoiceField(
        House.objects.filter(is_active=True).order_by("name"), label=_("House"), empty_label=None
    )


class CloseDayForm(ReasonForm):
    """The reason for closing the gaming day."""

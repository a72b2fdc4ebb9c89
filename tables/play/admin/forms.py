"""What the back office's actions ask for on their way to a service."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.admin.actions import ActionForm, ReasonForm
from casino.pages.forms import MoneyField
from tables.models import Game, Hand, Round, Table, Tournament


class VersionForm(ActionForm):
    """Carries the version of the row that its reader saw."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, row: Table | Hand | Round | Tournament | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        if row is not None:
            self.initial.setdefault("version", row.version)


class OpenForm(VersionForm):
    """Which game, and the chips the table begins with."""

    game = forms.ModelChoiceField(Game.objects.none(), label=_("Game"))
    float_cents = MoneyField(label=_("Opening float"))

    def __init__(self, *args: Any, row: Table | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        field = self.fields["game"]
        assert isinstance(field, forms.ModelChoiceField)
        if row is not None:
            field.queryset = Game.objects.filter(house_id=row.house_id, is_active=True).order_by("name")


class CloseForm(VersionForm, ReasonForm):
    """The table's own chips, counted, and why it closes."""

    counted_float_cents = MoneyField(label=_("Counted float"))
    field_order = ("counted_float_cents", "reason")


class VoidForm(VersionForm, ReasonForm):
    """Why the hand does not count."""


class ReasonedForm(VersionForm, ReasonForm):
    """Why."""


class OpenDayForm(ActionForm):
    """Which house."""

    house = forms.ModelChoiceField(
        House.objects.filter(is_active=True).order_by("name"), label=_("House"), empty_label=None
    )


class CloseDayForm(ReasonForm):
    """Why now; an early close is asked about."""

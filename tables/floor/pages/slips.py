"""Chips for a table: the floor asks for them with a slip, and somebody else brings them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.cage.pages.slips import OnSlip
from accounting.cage.selectors import windows
from accounting.days.pages.chips import ChipsField
from accounting.models import Slip
from casino.pages.forms import CommandForm
from tables.floor.services import slips
from tables.play.pages.tables import TableCommand

_LABELS = {
    Slip.Kind.FILL: gettext_lazy("Chips for the table"),
    Slip.Kind.CREDIT: gettext_lazy("Chips from the table"),
    Slip.Kind.CHANGE: gettext_lazy("Chips for the table"),
}


class SlipForm(CommandForm):
    """At which window, and which chips."""

    window = forms.TypedChoiceField(label=gettext_lazy("Window"), widget=forms.RadioSelect, coerce=int)

    def __init__(
        self,
        *args: Any,
        kind: Slip.Kind,
        choices: list[tuple[int, str]],
        denominations_cents: list[int],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        field = self.fields["window"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices
        self.fields["chips"] = ChipsField(label=_LABELS[kind], denominations_cents=denominations_cents)
        if kind is Slip.Kind.CHANGE:
            self.fields["chips_back"] = ChipsField(
                label=gettext_lazy("Chips the table gives for them"), denominations_cents=denominations_cents
            )


class AskSlip(TableCommand):
    """Ask for a fill, a credit or change; each has its own address."""

    kind = Slip.Kind.FILL

    permission = "accounting.move_float"
    template_name = "floor/slip.html"
    title = gettext_lazy("Request chips")
    verb = gettext_lazy("Make out the slip")
    form_class = SlipForm
    service = slips.ask
    success = gettext_lazy("The slip has been made out; somebody else must bring the chips.")

    def get_form_kwargs(self) -> dict[str, Any]:
        open_ones = windows.open_ones(self.house.pk)
        return {
            **super().get_form_kwargs(),
            "kind": self.kind,
            "choices": [(window.pk, f"{window.code} · {window.name}") for window in open_ones],
            "denominations_cents": self.house.denominations_cents,
        }

    def get_initial(self) -> dict[str, Any]:
        open_ones = windows.open_ones(self.house.pk)
        return {"window": open_ones[0].pk if open_ones else None}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "kind": self.kind, "title": capfirst(self.kind.label)}

    def act(self, values: Mapping[str, Any]) -> Any:
        chips = {name: values.get(name) for name in ("chips", "chips_back")}
        return super().act({"kind": self.kind, "window_id": values["window"], **chips})


class CarrySlipOut(OnSlip):
    """The chips were brought, by a person other than the one who asked."""

    template_name = "cage/carry_out.html"
    title = gettext_lazy("Bring the chips")
    service = slips.carry_out

    def run(self, values: Mapping[str, Any]) -> str:
        """Carry out, and show the paper to be signed."""
        self.act(values)
        return reverse("cage:slip", args=[self.slip.pk])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Slip %(slip)s is done.") % {"slip": self.slip.number}

"""The floor counts a table's float: blind, and where it differs the difference is told, how it comes about, and why."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino import reasons, wording
from casino.errors import Refusal
from casino.pages.forms import CommandForm, ReasonField
from tables.audit.selectors import day as day_facts
from tables.floor.pages.forms import counted
from tables.hands.selectors import desk
from tables.play.pages.tables import TableCommand
from tables.verdicts.day import Float

CAUSES = {
    "payment": gettext_lazy("Paid out wrongly"),
    "elsewhere": gettext_lazy("Chips are at another table"),
    "unknown": gettext_lazy("Unknown after a search"),
}
"""Why a float differs; what was typed beside it names the hand or the table, or says where was searched."""
LONGEST_CAUSE = 60
"""The most characters of a cause with its colon, in any language: what was typed has the rest of a reason's length."""
COUNTED = {"chips", "counted_float_cents", "counted_stacks_cents"}


def ask_why(form: CommandForm) -> None:
    """Ask for the cause and what was done; what was counted stays as it was, or is counted again from the beginning."""
    for name in COUNTED & form.fields.keys():
        form.fields[name].widget.attrs["readonly"] = True
    form.fields["cause"] = forms.ChoiceField(
        label=gettext_lazy("Reason"), choices=list(CAUSES.items()), widget=forms.RadioSelect
    )
    form.fields["explanation"] = ReasonField(
        rows=1,
        label=gettext_lazy("Steps taken"),
        help_text=gettext_lazy("Name the hand or the table, or say where you searched. The audit reads it."),
        max_length=reasons.LONGEST - LONGEST_CAUSE,
    )


class CountFloat(TableCommand):
    """Count the float; what it should be is told only once a count differs from it, and then a reason is asked for.

    Nothing is booked before the reason is given; "count again" shows the empty form, as blind as before.
    """

    short: ClassVar[str | Promise]
    over: ClassVar[str | Promise]
    """What the button says of a difference, which way it is: "Close %(amount)s short"."""
    drift: Float | None = None

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        form = super().get_form(form_class)
        if not form.data.keys().isdisjoint({"cause", "explanation"}):
            ask_why(form)
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The difference, once one was counted, and why; the command then says what it will do."""
        context = super().get_context_data(**kwargs)
        if self.drift is None:
            return context
        if "cause" not in context["form"].fields:
            ask_why(context["form"])
        amount = wording.money(abs(self.drift.drift_cents))
        verb = (self.short if self.drift.drift_cents < 0 else self.over) % {"amount": amount}
        before = self.drift.before_cents[:-1]
        return {**context, "drift": self.drift, "before": before, "difference": amount, "verb": verb}

    def act(self, values: Mapping[str, Any]) -> Any:
        given = dict(values)
        if cause := given.pop("cause", ""):
            given["explanation"] = f"{CAUSES[cause]}: {given['explanation']}"
        return super().act(counted(given))

    def said(self, refusal: Refusal) -> str:
        """A float that differs is no sentence above the form: the page tells it."""
        if refusal.code != "explanation_required":
            return super().said(refusal)
        session = desk.last_session(self.table.id)
        assert session is not None, "a table is counted that is open"
        cents = refusal.facts["counted_cents"]
        assert isinstance(cents, int)
        self.drift = day_facts.float_by_now(session, counted_cents=cents)
        return ""

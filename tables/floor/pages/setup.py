"""Setting up a house: the list of what is there and what is wanted; its settings; adding a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.days.services import houses
from accounting.models import House
from accounting.rake.pages.terms_form import RateField
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.navigation import may_go
from casino.pages.views import Command, Page
from casino.roles import permits
from casino.wording import short_money
from tables.floor.selectors import readiness
from tables.floor.services import tables
from tables.models import Table
from tables.models.tables import SEATS_MAX, SEATS_MIN

USUAL_SEATS = 9
LATER = (
    ("policy:rule-sets", gettext_lazy("Rule sets of the house")),
    ("policy:games", gettext_lazy("Posted rules")),
    ("tournaments:list", gettext_lazy("Tournaments: structures and payout shares")),
    ("floor:waiting-rules", gettext_lazy("Waiting list rules")),
    ("floor:moving-rules", gettext_lazy("Rules for moves")),
    ("floor:absence-rules", gettext_lazy("Rules for absent guests")),
    ("floor:rota-rules", gettext_lazy("Rota rules")),
    ("cage:windows", gettext_lazy("Windows of the cage")),
    ("devices", gettext_lazy("Tablets")),
)
"""What a house sets besides its steps, by the name of its page."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its page; `permission` is what its page needs."""

    title: str | Promise
    said: str
    is_done: bool
    address: str
    permission: str


class Steps(InHouse, Page):
    """Every step with what is there, and who can do it."""

    permission = "casino.review_access"
    template_name = "setup/steps.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        steps = self.steps()
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "steps": [(step, permits(self.actor, step.permission)) for step in steps],
            "done": sum(step.is_done for step in steps),
            "later": [(address, title) for name, title in LATER if may_go(self.actor, address := reverse(name))],
        }

    def steps(self) -> list[Step]:
        """The steps in the order of an opening."""
        has = readiness.of_house(self.house.pk, actor=self.actor)
        staff = _("dealers %(dealers)s, floor %(floor)s, cage %(cage)s") % {
            "dealers": has.dealers, "floor": has.floor, "cage": has.cage,
        }  # fmt: skip
        return [
            Step(_("House"), self.house.name, bool(self.house.name), reverse("setup:house"), "casino.edit_house"),
            Step(
                _("Chips"),
                self.chips(),
                bool(self.house.denominations_cents),
                reverse("setup:chips"),
                "casino.edit_house",
            ),
            Step(_("People and PINs"), staff, has.dealers > 0, reverse("setup-people"), "casino.edit_user"),
            Step(_("Requests"), str(has.requests), not has.requests, reverse("people"), "casino.approve_account"),
            Step(_("Rake"), rake_said(has), has.schedules > 0, self.rake(has), "accounting.edit_schedule"),
            Step(_("Games"), str(has.games), has.games > 0, reverse("setup:games"), "tables.edit_game"),
            Step(_("Tables"), str(has.tables), has.tables > 0, reverse("setup:tables"), "tables.edit_table"),
            Step(
                _("Gaming day"),
                _("open") if has.has_day else _("not open"),
                has.has_day,
                reverse("floor:board" if has.has_day else "floor:open-day"),
                "accounting.open_day",
            ),
        ]

    def chips(self) -> str:
        """The smallest chip and the largest, and how many there are."""
        values = self.house.denominations_cents
        return _("%(count)s, %(least)s to %(most)s") % {
            "count": len(values), "least": short_money(min(values)), "most": short_money(max(values)),
        }  # fmt: skip

    def rake(self, has: readiness.Readiness) -> str:
        """A new schedule at first; then the list, where a second person approves."""
        return reverse("management:schedules" if has.schedules or has.proposals else "management:schedule-new")


def rake_said(has: readiness.Readiness) -> str:
    """How many schedules count, and how many wait for a second person."""
    counts = {"schedules": has.schedules, "proposals": has.proposals}
    return _("in force %(schedules)s, proposed %(proposals)s") % counts


class ShiftsField(forms.CharField):
    """Times of day apart by spaces, `20:00 02:00`."""

    def prepare_value(self, value: Any) -> Any:
        """The times as people write them."""
        return " ".join(f"{start:%H:%M}" for start in value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """The times."""
        words = str(super().to_python(value)).replace(",", " ").split()
        try:
            return [time.fromisoformat(word) for word in words]
        except ValueError as error:
            raise ValidationError(_("Enter times like 20:00."), code="unreadable") from error


class HouseForm(CommandForm):
    """What can be changed about a house: its name, its day, its customs and its limits."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100)
    letterhead = forms.CharField(
        label=gettext_lazy("Letterhead"),
        required=False,
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("Under the name on printed sheets: address, licence."),
    )
    shift_starts = ShiftsField(
        label=gettext_lazy("Later shifts begin at"),
        required=False,
        max_length=60,
        help_text=gettext_lazy(
            "By the house's clock, separated by spaces; the first shift begins with the gaming day."
        ),
    )
    tip_bp = RateField(label=gettext_lazy("Customary tip, per cent of the pot"))
    call_minutes = forms.IntegerField(
        label=gettext_lazy("A floor call is late after (minutes)"),
        widget=forms.TextInput({"inputmode": "numeric"}),
    )
    variance_limit_bp = RateField(label=gettext_lazy("Explain a variance from (per cent)"))
    tip_limit_cents = MoneyField(label=gettext_lazy("Check tips from"))
    float_tolerance_cents = MoneyField(
        label=gettext_lazy("A table's float may differ by"),
        help_text=gettext_lazy("A table that is counted with more or less is explained, and another person decides."),
    )
    stakes_agreed_before_start = forms.BooleanField(
        label=gettext_lazy("The stake goes up only as planned before the first hand"), required=False
    )


class HouseSettings(OfHouse):
    """The house's settings; a changed limit raises an alarm, which another person acknowledges."""

    permission = "casino.edit_house"
    template_name = "setup/house.html"
    form_class = HouseForm
    service = houses.edit
    leads_to = "setup:steps"

    def get_initial(self) -> dict[str, Any]:
        return {name: getattr(self.house, name) for name in HouseForm.base_fields if hasattr(House, name)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "house": self.house}

    def act(self, values: Mapping[str, Any]) -> Any:
        changes = {name: value for name, value in values.items() if name not in ("key", "version")}
        return super().act({"changes": changes})

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The settings of %(house)s have been saved.") % {"house": values["name"]}


class SeatsForm(CommandForm):
    """How many seats a table has."""

    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        coerce=int,
        choices=[(seats, seats) for seats in range(SEATS_MIN, SEATS_MAX + 1)],
        widget=forms.RadioSelect,
    )


class AddTableForm(SeatsForm):
    """A table as furniture."""

    code = forms.CharField(label=gettext_lazy("Table"), max_length=10)
    field_order = ("code",)


class EditTableForm(SeatsForm):
    """The same, and whether it is in use."""

    is_active = forms.BooleanField(label=gettext_lazy("In use"), required=False)


class Tables(OfHouse):
    """Every table of the house; set up one more, for which the form proposes the next code."""

    permission = "tables.edit_table"
    template_name = "setup/tables.html"
    form_class = AddTableForm
    service = tables.create
    leads_to = "setup:tables"

    def get_initial(self) -> dict[str, Any]:
        taken = set(Table.objects.filter(house_id=self.house.pk).values_list("code", flat=True))
        free = next(code for number in range(1, len(taken) + 2) if (code := f"T{number:02d}") not in taken)
        return {"code": free, "seats": USUAL_SEATS}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "tables": Table.objects.filter(house_id=self.house.pk).order_by("-is_active", "code"),
        }

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Table %(table)s has been set up.") % {"table": values["code"]}


class EditTable(InHouse, Command):
    """Change how many seats a table has, or take it out of use, while it is closed."""

    permission = "tables.edit_table"
    template_name = "setup/table.html"
    form_class = EditTableForm
    service = tables.edit
    in_address: ClassVar = {"table_id": "pk"}
    leads_to = "setup:tables"

    @cached_property
    def table(self) -> Table:
        """The table in the address."""
        return get_object_or_404(Table, pk=self.kwargs["pk"])

    def get_initial(self) -> dict[str, Any]:
        return {"seats": self.table.seats, "is_active": self.table.is_active}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "is_open": self.table.sessions.filter(closed_at=None).exists(),
        }

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Table %(table)s has been changed.") % {"table": self.table.code}

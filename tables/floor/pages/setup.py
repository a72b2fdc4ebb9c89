"""Setting up a house: the list of what is there and what is wanted; adding a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context, Page
from casino.roles import permits
from tables.floor.selectors import readiness
from tables.floor.services import tables
from tables.models import Table
from tables.models.tables import SEATS_MAX, SEATS_MIN

USUAL_SEATS = 9


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
    template = "setup/steps.html"

    def context(self) -> Context:
        steps = self.steps()
        return {
            "house": self.house,
            "steps": [(step, permits(self.actor, step.permission)) for step in steps],
            "done": sum(step.is_done for step in steps),
        }

    def steps(self) -> list[Step]:
        """The steps in the order of an opening."""
        has = readiness.of_house(self.house.pk, actor=self.actor)
        staff = _("dealers %(dealers)s, floor %(floor)s, cage %(cage)s") % {
            "dealers": has.dealers, "floor": has.floor, "cage": has.cage,
        }  # fmt: skip
        return [
            Step(_("House"), self.house.name, bool(self.house.name), self.settings(), "casino.edit_house"),
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

    def settings(self) -> str:
        """The house's settings in the back office."""
        return reverse("admin:accounting_house_change", args=[self.house.pk])

    def rake(self, has: readiness.Readiness) -> str:
        """A new schedule at first; then the list, where a second person approves."""
        return reverse("management:schedules" if has.schedules or has.proposals else "management:schedule-new")


def rake_said(has: readiness.Readiness) -> str:
    """How many schedules count, and how many wait for a second person."""
    counts = {"schedules": has.schedules, "proposals": has.proposals}
    return _("in force %(schedules)s, proposed %(proposals)s") % counts


class TableForm(CommandForm):
    """A table as furniture."""

    code = forms.CharField(label=gettext_lazy("Table"), max_length=10)
    seats = forms.IntegerField(label=gettext_lazy("Seats"), min_value=SEATS_MIN, max_value=SEATS_MAX)


class AddTable(InHouse, Command):
    """Set up one more table; the form proposes the next code."""

    permission = "tables.edit_table"
    template = "setup/table.html"
    form_class = TableForm

    def initial(self) -> dict[str, Any]:
        taken = set(Table.objects.filter(house_id=self.house.pk).values_list("code", flat=True))
        free = next(code for number in range(1, len(taken) + 2) if (code := f"T{number:02d}") not in taken)
        return {"code": free, "seats": USUAL_SEATS}

    def context(self) -> Context:
        return {"tables": Table.objects.filter(house_id=self.house.pk).order_by("code")}

    def run(self, values: Mapping[str, Any]) -> str:
        tables.create(house_id=self.house.pk, code=values["code"], seats=values["seats"], actor=self.actor)
        return reverse("setup:tables")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Table %(table)s is set up.") % {"table": values["code"]}

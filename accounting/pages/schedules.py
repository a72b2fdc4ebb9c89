"""Management's page of the rake: which terms are in force, who wrote and who approved them; proposing and deciding."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import RakeSchedule, ScheduleVersion
from accounting.pages.house import InHouse
from accounting.pages.terms_form import TermsFields, filled_in
from accounting.reports import terms as wording
from accounting.selectors import schedules as selector
from accounting.services import schedules
from casino import house_time
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context, Page
from casino.roles import permits

State = ScheduleVersion.State


@dataclass(frozen=True, slots=True)
class Shown:
    """A version as people read it; `is_current` while hands are charged by it."""

    row: ScheduleVersion
    sentences: list[str]
    is_current: bool

    @property
    def waits(self) -> bool:
        """Whether a second person is asked for."""
        return self.row.state != State.DECLINED and self.row.approved_at is None


def shown(row: ScheduleVersion, now: datetime) -> Shown:
    """The version with its terms in words."""
    begun = row.state == State.PUBLISHED and row.approved_at is not None and row.valid_from <= now
    return Shown(row, wording.sentences(row.terms), begun and (row.valid_to is None or now < row.valid_to))


class Schedules(InHouse, Page):
    """All schedules with all their versions."""

    permission = selector.PERMISSION
    template = "management/schedules.html"

    def context(self) -> Context:
        """The schedules, what waits for a second person, and what the reader may do about it."""
        now = house_time.now()
        rows = selector.of_house(self.house.pk, actor=self.actor)
        return {
            "house": self.house,
            "schedules": [(row, [shown(version, now) for version in row.versions.all()]) for row in rows],
            "may_propose": permits(self.actor, "accounting.edit_schedule"),
            "may_approve": permits(self.actor, "accounting.approve_schedule"),
            "reader": self.actor,
        }


class ProposeForm(TermsFields, CommandForm):
    """Terms, and from when on."""

    valid_from = forms.DateTimeField(
        label=gettext_lazy("Valid from"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )


class NewForm(ProposeForm):
    """The first terms of a new schedule."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)


class New(InHouse, Command):
    """A new schedule: nothing is played under it until a second person has approved its first terms."""

    permission = "accounting.edit_schedule"
    template = "management/propose.html"
    form_class: ClassVar[type[ProposeForm]] = NewForm

    def initial(self) -> dict[str, Any]:
        return {"kind": "percent", "no_flop_no_drop": True, "chip_cents": 100, "valid_from": house_time.now()}

    def context(self) -> Context:
        return {"title": _("New schedule")}

    def run(self, values: Mapping[str, Any]) -> str:
        return self.publish(values, values["name"])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Proposed. It counts when a second person has approved it.")

    def publish(self, values: Mapping[str, Any], name: str) -> str:
        """Write the terms down, as they were filled in."""
        schedules.publish(
            house_id=self.house.pk, name=name, terms=values["terms"], valid_from=values["valid_from"], actor=self.actor
        )
        return reverse("management:schedules")


class Propose(New):
    """A change of a schedule; the terms in force go on until a second person has approved it."""

    form_class = ProposeForm

    @cached_property
    def schedule(self) -> RakeSchedule:
        """The schedule; refuses `no_such_schedule`."""
        return selector.schedule(self.kwargs["pk"])

    def initial(self) -> dict[str, Any]:
        """The terms in force, from the beginning of the next gaming day on."""
        now = house_time.local_now()
        tomorrow = timezone.make_aware(datetime.combine(now.date() + timedelta(days=1), self.house.rolls_over_at))
        last = selector.in_force(self.schedule.pk, now) or self.schedule.versions.latest("version")
        return {**filled_in(last.terms), "valid_from": tomorrow}

    def context(self) -> Context:
        return {"title": _("Propose a change"), "schedule": self.schedule}

    def run(self, values: Mapping[str, Any]) -> str:
        return self.publish(values, self.schedule.name)


class Decide(InHouse, Command):
    """A decision on one version: its terms beside those in force."""

    permission = "accounting.approve_schedule"
    template = "management/decide.html"
    title: Any

    @cached_property
    def row(self) -> ScheduleVersion:
        """The version; refuses `no_such_version`."""
        return selector.version(self.kwargs["pk"])

    def renew(self) -> None:
        self.__dict__.pop("row", None)

    def context(self) -> Context:
        now = house_time.now()
        current = selector.in_force(self.row.schedule_id, now)
        return {
            "title": self.title,
            "version": shown(self.row, now),
            "current": shown(current, now) if current and current.pk != self.row.pk else None,
        }

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("management:schedules")

    def act(self, values: Mapping[str, Any]) -> None:
        """Call the service."""
        raise NotImplementedError


class Approve(Decide):
    """Sign; asks for the password again."""

    title = gettext_lazy("Approve terms")
    requires_password = True

    def act(self, values: Mapping[str, Any]) -> None:
        schedules.approve(version_id=self.row.pk, actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Approved.")


class DeclineForm(CommandForm):
    """Why, if that is to be remembered."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=schedules.REASON_MOST)


class Decline(Decide):
    """Turn down, or take the own proposal back."""

    permission = "accounting.edit_schedule"
    title = gettext_lazy("Decline proposal")
    form_class = DeclineForm

    def act(self, values: Mapping[str, Any]) -> None:
        schedules.decline(version_id=self.row.pk, reason=values["reason"], actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Declined.")

"""Management's pages of the rake: the terms in force, their authors and approvers; proposing and deciding."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.models import RakeSchedule, ScheduleVersion
from accounting.rake.pages.terms_form import TermsFields, filled_in
from accounting.rake.selectors import schedules as selector
from accounting.rake.selectors import terms as wording
from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Malformed, Refusal
from casino.models import User
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm
from casino.pages.views import Page
from casino.roles import permits
from casino.wording import sentence

State = ScheduleVersion.State


@dataclass(frozen=True, slots=True)
class Shown:
    """A version as one person reads it; `is_current` while hands are charged by it."""

    row: ScheduleVersion
    sentences: list[str]
    is_current: bool
    is_own: bool
    approves: bool
    """Whether the person's role approves terms, except their own."""

    @property
    def is_proposed(self) -> bool:
        return self.row.state == State.PROPOSED

    @property
    def may_approve(self) -> bool:
        return self.waits and self.approves and not self.is_own

    @property
    def may_decline(self) -> bool:
        """Whether the person may decline the proposal, or withdraw it as their own."""
        return self.is_proposed and (self.approves or self.is_own)

    @property
    def waits(self) -> bool:
        """Whether a second person is still to decide."""
        return self.row.state != State.DECLINED and self.row.approved_at is None


def shown(row: ScheduleVersion, now: datetime, actor: User) -> Shown:
    """The version with its terms in words."""
    begun = row.state == State.PUBLISHED and row.approved_at is not None and row.valid_from <= now
    return Shown(
        row,
        wording.sentences(row.terms),
        is_current=begun and (row.valid_to is None or now < row.valid_to),
        is_own=row.created_by_id == actor.pk,
        approves=permits(actor, "accounting.approve_schedule"),
    )


class Schedules(InHouse, Page):
    """All schedules with all their versions."""

    permission = selector.PERMISSION
    template_name = "rake/schedules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        now = house_time.now()
        rows = selector.of_house(self.house.pk, actor=self.actor)
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "schedules": [(row, [shown(version, now, self.actor) for version in row.versions.all()]) for row in rows],
            "may_propose": permits(self.actor, "accounting.edit_schedule"),
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


class New(OfHouse):
    """A new schedule: nothing is played under it until a second person has approved its first terms."""

    template_name = "rake/propose.html"
    form_class: type[ProposeForm] = NewForm
    service = schedules.publish
    title = gettext_lazy("New schedule")
    leads_to = "management:schedules"
    success = gettext_lazy("Proposed. It takes effect once a second person has approved it.")

    def get_initial(self) -> dict[str, Any]:
        return {"kind": "percent", "no_flop_no_drop": True, "chip_cents": 100, "valid_from": house_time.now()}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({name: values[name] for name in ("name", "terms", "valid_from")})


class Preview(InHouse, Page):
    """The terms that are being written, in words, and what they take from pots of usual sizes; asked while typing."""

    permission = "accounting.edit_schedule"
    template_name = "rake/_preview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = TermsFields(self.request.GET)
        if not form.is_valid():
            return super().get_context_data(**kwargs)
        try:
            terms = form.cleaned_data["terms"]
            examples = wording.examples(terms, chip_cents=min(self.house.denominations_cents))
            return {**super().get_context_data(**kwargs), "sentences": wording.sentences(terms), "examples": examples}
        except Malformed:
            return super().get_context_data(**kwargs)
        except Refusal as refusal:
            return {**super().get_context_data(**kwargs), "refusal": sentence(refusal)}


class Propose(New):
    """A change of a schedule; the terms in force stay so until a second person has approved it."""

    form_class = ProposeForm
    title = gettext_lazy("Propose a change")

    @cached_property
    def schedule(self) -> RakeSchedule:
        """The schedule; refuses `no_such_schedule`."""
        return selector.schedule(self.kwargs["pk"])

    def get_initial(self) -> dict[str, Any]:
        """The terms in force, from the beginning of the next gaming day on."""
        now = house_time.local_now()
        tomorrow = timezone.make_aware(datetime.combine(now.date() + timedelta(days=1), self.house.rolls_over_at))
        last = selector.in_force(self.schedule.pk, now) or self.schedule.versions.latest("version")
        return {**filled_in(last.terms), "valid_from": tomorrow}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "schedule": self.schedule}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({**values, "name": self.schedule.name})


class OnVersion(InHouse, Decide):
    """A decision on one version; shows its terms beside those in force."""

    matter = selector.SCHEDULES
    in_address: ClassVar = {"version_id": "pk"}
    leads_to = "management:schedules"
    template_name = "rake/decide.html"

    @classmethod
    def told(cls, row: ScheduleVersion) -> Told:
        current = selector.in_force(row.schedule_id, house_time.now())
        begins = date_format(localtime(row.valid_from), "SHORT_DATETIME_FORMAT")
        return Told(
            [Change(gettext_lazy("In force from"), "", begins)],
            rules_now=wording.sentences(current.terms) if current and current.pk != row.pk else (),
            rules_asked=wording.sentences(row.terms),
        )

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        now = house_time.now()
        current = selector.in_force(self.row.schedule_id, now)
        return {
            **super().get_context_data(**kwargs),
            "version": shown(self.row, now, self.actor),
            "current": shown(current, now, self.actor) if current and current.pk != self.row.pk else None,
        }


class Approve(OnVersion):
    """Approve the terms; asks for the password again."""

    service = schedules.approve
    title = gettext_lazy("Approve terms")


class DeclineForm(CommandForm):
    """Why, which may be left out."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=schedules.REASON_MOST)


class Decline(OnVersion):
    """Decline a proposal, or withdraw one's own."""

    service = schedules.decline
    title = gettext_lazy("Decline proposal")
    form_class = DeclineForm

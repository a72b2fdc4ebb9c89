"""Rake schedules with their versions: who wrote them, who approved them, which are in force."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from accounting.models import RakeSchedule, ScheduleVersion
from casino import roles
from casino.errors import NotFound, _

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"

State = ScheduleVersion.State


def of_house(house_id: int, *, actor: "User") -> list[RakeSchedule]:
    """The house's schedules by name, each with its `versions`, the last one first, and the people named in them."""
    roles.require(actor, PERMISSION)
    versions = ScheduleVersion.objects.select_related("created_by", "approved_by").order_by("-version")
    return list(
        RakeSchedule.objects.filter(house_id=house_id).order_by("name").prefetch_related(Prefetch("versions", versions))
    )


def schedule(schedule_id: int) -> RakeSchedule:
    """One schedule; refuses `no_such_schedule`."""
    row = RakeSchedule.objects.filter(pk=schedule_id).first()
    if row is None:
        raise NotFound("no_such_schedule", _("There is no such rake schedule."))
    return row


def version(version_id: int) -> ScheduleVersion:
    """One version with its schedule and its people; refuses `no_such_version`."""
    row = ScheduleVersion.objects.select_related("schedule", "created_by", "approved_by").filter(pk=version_id).first()
    if row is None:
        raise _no_such_version()
    return row


def version_id(schedule_id: int, number: int) -> int:
    """The id of a schedule's version by its number; refuses `no_such_version`."""
    found = ScheduleVersion.objects.filter(schedule_id=schedule_id, version=number).values_list("pk", flat=True).first()
    if found is None:
        raise _no_such_version()
    return found


def in_force(schedule_id: int, at: datetime) -> ScheduleVersion | None:
    """The version that hands are charged by which begin at that moment; None before the first."""
    return (
        ScheduleVersion.objects.select_related("schedule", "created_by", "approved_by")
        .filter(schedule_id=schedule_id, state=State.PUBLISHED, valid_from__lte=at)
        .order_by("-valid_from")
        .first()
    )


def _no_such_version() -> NotFound:
    return NotFound("no_such_version", _("There are no such terms."))

"""Queries of rake schedules and their versions, and which version is in force at a moment."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from accounting.models import RakeSchedule, ScheduleVersion
from casino import roles
from casino.errors import N_, NotFound, Refusal
from casino.rows import existing
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"

State = ScheduleVersion.State


def _decided(row: ScheduleVersion) -> Refusal:
    if row.state == State.DECLINED:
        return Refusal("terms_declined", N_("This proposal was declined."))
    return Refusal("terms_approved", N_("These terms are already approved."))


SCHEDULES = Matter(
    model=ScheduleVersion,
    name=N_("Rake schedule"),
    about=str,
    persons={PROPOSER: "created_by", APPROVER: "approved_by"},
    edits="accounting.edit_schedule",
    approves="accounting.approve_schedule",
    page="management:schedule-approve",
    declines="management:schedule-decline",
    decided=_decided,
    asked_at="created_at",
    decided_at="approved_at",
    # Older rows: first terms published without approval.
    waits={"state__in": (State.PROPOSED, State.PUBLISHED), "approved_at__isnull": True},
    approved={"state": State.PUBLISHED},
    missing=lambda: NotFound("no_such_version", N_("Terms not found.")),
    related=("schedule",),
    is_alarmed=True,
)


def of_house(house_id: int, *, actor: "User") -> list[RakeSchedule]:
    """The house's schedules by name, each with its `versions` (the last one first) and their people."""
    roles.require(actor, PERMISSION)
    versions = ScheduleVersion.objects.select_related("created_by", "approved_by").order_by("-version")
    return list(
        RakeSchedule.objects.filter(house_id=house_id).order_by("name").prefetch_related(Prefetch("versions", versions))
    )


def schedule(schedule_id: int) -> RakeSchedule:
    """One schedule; refuses `no_such_schedule`."""
    return existing(
        RakeSchedule.objects.filter(pk=schedule_id), NotFound("no_such_schedule", N_("Rake schedule not found."))
    )


def version_id(schedule_id: int, number: int) -> int:
    """The id of a schedule's version by its number; refuses `no_such_version`."""
    rows = ScheduleVersion.objects.filter(schedule_id=schedule_id, version=number).values_list("pk", flat=True)
    return existing(rows, SCHEDULES.missing())


def in_force(schedule_id: int, at: datetime) -> ScheduleVersion | None:
    """The version that charges hands beginning at that moment; None before the first approved one."""
    return (
        ScheduleVersion.objects.select_related("schedule", "approved_by")
        .filter(schedule_id=schedule_id, state=State.PUBLISHED, valid_from__lte=at, approved_at__lte=at)
        .order_by("-valid_from")
        .first()
    )


def required(schedule_id: int | None, at: datetime) -> ScheduleVersion:
    """`in_force`, or refuses: `schedule_unsigned` if terms wait for approval, else `no_schedule_in_force`."""
    found = None if schedule_id is None else in_force(schedule_id, at)
    if found is not None:
        return found
    waiting = (
        ScheduleVersion.objects.select_related("schedule")
        .filter(schedule_id=schedule_id, approved_at=None)
        .exclude(state=State.DECLINED)
        .order_by("-version")
        .first()
    )
    if waiting is not None:
        raise Refusal(
            "schedule_unsigned",
            N_("Version %(version)s of “%(schedule)s” is waiting for a second person: approve it before play begins."),
            schedule=waiting.schedule.name,
            version=waiting.version,
        )
    raise Refusal("no_schedule_in_force", N_("The game's rake schedule has no terms in force now."))

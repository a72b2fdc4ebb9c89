"""Rake schedules: a change is a new version, and versions never overlap."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError
from django.utils import timezone

from accounting import locks
from accounting.models import RakeSchedule, ScheduleVersion
from accounting.policy import rake
from casino import roles
from casino.errors import NotAllowed, NotFound, Refusal, _
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User


@use_case
def publish(
    *, house_id: int, name: str, terms: dict[str, object], valid_from: datetime, actor: "User"
) -> ScheduleVersion:
    """Put terms in force from a moment on, as the schedule's next version; the version before ends then.

    Refuses malformed terms, and a period that reaches into one that is fixed already.
    """
    roles.require(actor, "accounting.edit_schedule")
    canonical = rake.dump(rake.parse(terms))
    house = locks.house(house_id)
    schedule, _created = RakeSchedule.objects.get_or_create(house=house, name=name)
    now = timezone.now()
    last = schedule.versions.order_by("-version").first()
    if last is not None:
        valid_from = _end(last, valid_from, now)
    try:
        return ScheduleVersion.objects.create(
            schedule=schedule,
            version=last.version + 1 if last else 1,
            terms=canonical,
            valid_from=valid_from,
            created_at=now,
            created_by=actor,
        )
    except IntegrityError as error:
        raise _overlap(schedule.name, valid_from) from error


@use_case
def approve(*, version_id: int, actor: "User") -> ScheduleVersion:
    """Sign terms that somebody else has published.  Refuses their author, and a second signature."""
    roles.require(actor, "accounting.approve_schedule")
    version = ScheduleVersion.objects.filter(pk=version_id).first()
    if version is None:
        raise NotFound("no_such_version", _("There are no such terms."))
    if version.approved_at is not None:
        raise Refusal("terms_approved", _("These terms are approved already."))
    if version.created_by_id == actor.pk:
        raise NotAllowed("two_people", _("Whoever wrote the terms cannot approve them: that takes a second person."))
    version.approved_by, version.approved_at = actor, timezone.now()
    version.save()
    return version


def _end(last: ScheduleVersion, valid_from: datetime, now: datetime) -> datetime:
    """The last version ends where the next begins; what is past stays as it was charged.

    People name the minute, and hands were dealt in the seconds of it that are gone: this minute means now.
    """
    if valid_from <= last.valid_from or valid_from < now.replace(second=0, microsecond=0):
        raise _overlap(last.schedule.name, valid_from, last)
    last.valid_to = max(valid_from, now)
    last.save()
    return last.valid_to


def _overlap(name: str, valid_from: datetime, last: ScheduleVersion | None = None) -> Refusal:
    now = timezone.now()
    return Refusal(
        "schedule_overlaps",
        _("The schedule “%(name)s” already has terms for that time; a change begins later than %(after)s."),
        name=name,
        valid_from=valid_from.isoformat(),
        after=(max(last.valid_from, now) if last else now).isoformat(timespec="minutes"),
    )

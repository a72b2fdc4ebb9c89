"""The last audit of a gaming day, and the last one requested as a job."""

from django.db.models import QuerySet

from accounting.models import Entry, GamingDay
from casino.models import Job
from tables.models import AuditRun, Hand

KIND = "audit"


def last_of(day_id: int) -> AuditRun | None:
    """The last finished audit of this day alone."""
    runs = AuditRun.objects.filter(finished_at__isnull=False, gaming_day_id=day_id)
    return runs.order_by("-finished_at").first()


def is_current(run: AuditRun) -> bool:
    """Whether no entry was booked since the run began.

    Entries are only added, so comparing their number suffices; times would not, since an entry's time is taken before
    it is committed.
    """
    entries = Entry.objects.all()
    if run.gaming_day_id is not None:
        entries = entries.filter(gaming_day_id=run.gaming_day_id)
    return entries.count() == run.entries


def job_of(day: GamingDay) -> Job | None:
    """The latest requested audit of this day."""
    return Job.objects.filter(kind=KIND, params=params(day)).order_by("-pk").first()


def params(day: GamingDay) -> dict[str, str]:
    """The parameters of a job that audits this day."""
    return {"day": str(day.date), "house": day.house.code}


def hands_under(version_id: int) -> "QuerySet[Hand, int]":
    """The ids of all hands under a version of terms, for use as a subquery."""
    return Hand.objects.filter(schedule_version_id=version_id).values_list("pk", flat=True)

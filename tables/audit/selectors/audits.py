"""When a gaming day was audited last, and how that went; the audit that somebody asked for on a page."""

from django.db.models import QuerySet

from accounting.models import Entry, GamingDay
from casino.models import Job
from tables.models import AuditRun, Hand

KIND = "audit"


def last_of(day_id: int) -> AuditRun | None:
    """The last finished audit of the day, alone or with all others."""
    runs = AuditRun.objects.filter(finished_at__isnull=False, gaming_day_id=day_id)
    return runs.order_by("-finished_at").first()


def is_current(run: AuditRun) -> bool:
    """Whether nothing was booked since it began.

    Entries are only ever added, so as many as then are the same ones; a time would not tell, since an entry's is taken
    before it is committed.
    """
    entries = Entry.objects.all()
    if run.gaming_day_id is not None:
        entries = entries.filter(gaming_day_id=run.gaming_day_id)
    return entries.count() == run.entries


def job_of(day: GamingDay) -> Job | None:
    """The latest audit of this day that was asked for."""
    return Job.objects.filter(kind=KIND, params=params(day)).order_by("-pk").first()


def params(day: GamingDay) -> dict[str, str]:
    """What a job must be told to audit this day."""
    return {"day": str(day.date), "house": day.house.code}


def hands_under(version_id: int) -> "QuerySet[Hand, int]":
    """The numbers of all hands under a version of terms, to be asked of other rows."""
    return Hand.objects.filter(schedule_version_id=version_id).values_list("pk", flat=True)

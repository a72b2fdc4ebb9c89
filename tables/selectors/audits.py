"""When a gaming day was audited last, and how that went."""

from tables.models import AuditRun


def last_of(day_id: int) -> AuditRun | None:
    """The last finished audit of the day, alone or with all others."""
    runs = AuditRun.objects.filter(finished_at__isnull=False, gaming_day_id=day_id)
    return runs.order_by("-finished_at").first()

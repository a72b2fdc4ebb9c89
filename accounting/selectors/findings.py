"""The auditor's inbox: findings with all that a list or a page shows of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet

from accounting.models import Finding, GamingDay
from accounting.verdicts import Severity
from casino import roles
from casino.models import User

if TYPE_CHECKING:
    from datetime import datetime

PERMISSION = "accounting.run_audit"
"""Management and audit: what is said of a dealer is nobody else's business."""

RESOLVE = "accounting.resolve_finding"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many findings are open, and how many of those are grave."""

    open: int
    grave: int


@dataclass(frozen=True, slots=True)
class Change:
    """One line of a finding's history: when, by whom (None: the audit), and what it said then."""

    at: "datetime"
    by: str | None
    state: str
    amount_cents: int
    resolution: str
    comment: str
    owner: str | None


def inbox(*, actor: User) -> "QuerySet[Finding]":
    """All findings, for whoever may see them."""
    roles.require(actor, PERMISSION)
    return Finding.objects.select_related("gaming_day", "dealer", "owner", "booked_by", "resolved_by")


def counts(day: GamingDay) -> Counts:
    """Of one gaming day, with those of its house that are of no single day."""
    is_grave = Q(severity__gte=Severity.GRAVE)
    rows = Finding.objects.filter(house_id=day.house_id, state=Finding.State.OPEN)
    rows = rows.filter(Q(gaming_day=day) | Q(gaming_day=None))
    found = rows.aggregate(open=Count("pk"), grave=Count("pk", filter=is_grave))
    return Counts(found["open"], found["grave"])


def history(finding: Finding) -> list[Change]:
    """What was found and decided, newest first."""
    rows: Sequence[Any] = finding.history.select_related("history_user", "owner").order_by(
        "-history_date", "-history_id"
    )
    return [
        Change(
            row.history_date,
            str(row.history_user) if row.history_user else None,
            row.get_state_display(),
            row.amount_cents,
            row.get_resolution_display(),
            row.comment,
            str(row.owner) if row.owner else None,
        )
        for row in rows
    ]


def people() -> "QuerySet[User]":
    """Who may decide on findings."""
    return User.objects.filter(is_active=True, roles__overlap=roles.holders(RESOLVE)).order_by("full_name", "username")


def named(ids: set[int]) -> dict[int, str]:
    """Names of people by their ids."""
    return {person.pk: str(person) for person in User.objects.filter(pk__in=ids)}

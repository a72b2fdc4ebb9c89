"""The auditor's inbox: findings with the people and history that lists and pages show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet

from accounting.models import Finding, GamingDay
from accounting.verdicts import Severity
from casino import membership, roles
from casino.errors import _
from casino.models import User
from casino.selectors.decisions import APPROVER, CAUSER, Duties

if TYPE_CHECKING:
    from datetime import datetime

PERMISSION = "accounting.run_audit"
"""Management and audit only: findings concern individual dealers."""

RESOLVE = "accounting.resolve_finding"
FINDINGS = Duties(model=Finding, name=_("Finding"), persons={CAUSER: "booked_by", APPROVER: "resolved_by"})


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of open findings, and of the grave ones among them."""

    open: int
    grave: int


@dataclass(frozen=True, slots=True)
class Change:
    """One row of a finding's history: when, by whom (None: the audit), and the finding's values then."""

    at: "datetime"
    by: str | None
    state: str
    amount_cents: int
    resolution: str
    comment: str
    owner: str | None


def inbox(*, actor: User) -> "QuerySet[Finding]":
    """All findings; refuses people without `accounting.run_audit`."""
    roles.require(actor, PERMISSION)
    return Finding.objects.select_related("gaming_day", "dealer", "owner", "booked_by", "resolved_by")


def counts(day: GamingDay) -> Counts:
    """Open findings of a gaming day, including those of its house that belong to no day."""
    is_grave = Q(severity__gte=Severity.GRAVE)
    rows = Finding.objects.filter(house_id=day.house_id, state=Finding.State.OPEN)
    rows = rows.filter(Q(gaming_day=day) | Q(gaming_day=None))
    found = rows.aggregate(open=Count("pk"), grave=Count("pk", filter=is_grave))
    return Counts(found["open"], found["grave"])


def history(finding: Finding) -> list[Change]:
    """The finding's history, newest first."""
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


def people(house_id: int) -> "QuerySet[User]":
    """The active people of the house who may decide findings, by name."""
    colleagues = User.objects.filter(membership.people_of(house_id), is_active=True)
    return colleagues.filter(roles__overlap=roles.holders(RESOLVE)).order_by("full_name", "username")


def names_of(ids: set[int]) -> dict[int, str]:
    """Names of people by their ids."""
    return {person.pk: str(person) for person in User.objects.filter(pk__in=ids)}

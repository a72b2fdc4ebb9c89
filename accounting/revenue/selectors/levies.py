"""Queries of levy terms: what a law takes of a house's revenue, from which gaming day on."""

from datetime import date
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounting.models import LevyTerms
from casino import roles
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"
TERMS = Matter(
    model=LevyTerms,
    name=N_("Levy terms"),
    about=lambda row: f"{row.terms['law']} v{row.version}",
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    edits="accounting.edit_levy",
    approves="accounting.approve_levy",
    page="management:levy-approve",
    declines="management:levy-decline",
    decided=lambda row: Refusal("terms_decided", N_("These terms have already been decided."), state=row.state),
    missing=lambda: NotFound("no_such_version", N_("Terms not found.")),
    is_alarmed=True,
)


def levy_terms(*, actor: "User") -> QuerySet[LevyTerms]:
    """All versions of levy terms."""
    roles.require(actor, PERMISSION)
    return LevyTerms.objects.select_related("house", "proposed_by", "decided_by")


def in_force(house_id: int, day: date) -> LevyTerms | None:
    """The levy terms of a gaming day: the approved ones with the latest beginning, of these the latest version."""
    rows = LevyTerms.objects.filter(house_id=house_id, state=LevyTerms.State.APPROVED, valid_from__lte=day)
    return rows.order_by("-valid_from", "-version").first()

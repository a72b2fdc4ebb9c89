"""Queries of the keys with which an authority signs statements."""

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounting.models import AuthorityKey
from casino import roles
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"
KEYS = Matter(
    model=AuthorityKey,
    name=N_("Key of the authority"),
    about=lambda row: f"{row.authority} {bytes(row.public_key).hex()[:16]}",
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    edits="accounting.edit_levy",
    # By a role that signs no statement: two managers could countersign with a key of their own.
    approves="casino.confirm_authority_key",
    page="management:key-approve",
    declines="management:key-decline",
    decided=lambda row: Refusal("key_decided", N_("This key has already been decided."), state=row.state),
    missing=lambda: NotFound("no_such_key", N_("Key not found.")),
    is_alarmed=True,
)


def keys(*, actor: "User") -> QuerySet[AuthorityKey]:
    """All keys of the authority, with their withdrawals: for those who read reports, and those who confirm keys."""
    roles.require(actor, KEYS.approves if roles.permits(actor, KEYS.approves) else PERMISSION)
    return AuthorityKey.objects.select_related("house", "proposed_by", "decided_by", "withdrawal__by")

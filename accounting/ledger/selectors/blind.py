"""Who reads the books without what boxes hold: people who may still count those boxes (N.J.A.C. 13:69D-1.33)."""

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounting.models import Drop, Entry, Place, Transfer
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

COUNTS = "accounting.count_box"
REPORTS = "accounting.view_reports"
_AT_A_WINDOW = "^(cage|cash)/"


def is_blind(actor: "User") -> bool:
    """Whether the actor counts boxes and cannot read the reports, which show what boxes should hold (the cage)."""
    return roles.permits(actor, COUNTS) and not roles.permits(actor, REPORTS)


def require_not_blind(actor: "User") -> None:
    """Refuse people who count blind (they lack `accounting.view_reports`)."""
    if is_blind(actor):
        roles.require(actor, REPORTS)


def entries(rows: QuerySet[Entry], *, actor: "User") -> QuerySet[Entry]:
    """Filter out the entries that would tell the actor what is in a box they could count.

    People who count blind see only entries with a move from or to a window of the cage: all other moves of a table,
    together, say what its boxes hold.  Other people who count (managers) do not see the entry of a drop before its box
    is settled.
    """
    if not roles.permits(actor, COUNTS):
        return rows
    if not is_blind(actor):
        return rows.exclude(Exists(Drop.objects.filter(entry_id=OuterRef("pk"), counted_at=None)))
    at_a_window = Q(source__regex=_AT_A_WINDOW) | Q(destination__regex=_AT_A_WINDOW)
    return rows.filter(Exists(Transfer.objects.filter(at_a_window, entry_id=OuterRef("pk"))))


def places(rows: QuerySet[Place], *, actor: "User") -> QuerySet[Place]:
    """Filter out the count room for people who count, and for those who count blind all but the cage's own places."""
    if not roles.permits(actor, COUNTS):
        return rows
    return rows.filter(name__regex=_AT_A_WINDOW) if is_blind(actor) else rows.exclude(name__regex="^count/")

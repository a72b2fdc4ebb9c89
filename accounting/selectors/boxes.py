"""Boxes that were taken, as each may see them; and what a count must not be told before it is made.

Who counts does it blind (N.J.A.C. 13:69D-1.33): until a box is settled he sees neither what is booked nor what another
has found, here or in the ledger.  Who cannot count a box (floor, auditor) sees both.  Managers read what is booked all
evening, so they count only where two counts differ.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounting.models import Count, Drop, Entry, Place, Transfer
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"
COUNTS = "accounting.count_box"
REPORTS = "accounting.view_reports"
BLIND_COUNTS = 2
"""The first ones; where they differ anybody who counts may decide."""
_IN_A_BOX = "^(rake|tips|count)/"


@dataclass(frozen=True, slots=True)
class Shown:
    """A box as its reader may see it: `booked_cents` and `counts` are None while he might still count it."""

    drop: Drop
    booked_cents: int | None
    counts: list[Count] | None
    counts_done: int
    is_mine: bool
    is_for_others: bool

    @property
    def variance_cents(self) -> int | None:
        """Counted less booked; None before it is counted."""
        return None if self.drop.counted_cents is None else self.drop.counted_cents - self.drop.booked_cents


def drops(*, actor: "User") -> QuerySet[Drop]:
    """All boxes that were taken, the latest first, with their counts: two queries a page."""
    roles.require(actor, PERMISSION)
    rows = Drop.objects.select_related("gaming_day", "house", "dropped_by", "explained_by")
    return rows.prefetch_related("counts__counted_by").order_by("-dropped_at", "-pk")


def shown(row: Drop, *, actor: "User") -> Shown:
    """One box; `is_mine`: he took or counted it, so he cannot count it (again); `is_for_others`: first the blind do."""
    counts = list(row.counts.all())
    is_mine = row.dropped_by_id == actor.pk or any(one.counted_by_id == actor.pk for one in counts)
    is_for_others = len(counts) < BLIND_COUNTS and not is_blind(actor)
    if row.counted_at is None and roles.permits(actor, COUNTS):
        return Shown(row, None, None, len(counts), is_mine, is_for_others)
    return Shown(row, row.booked_cents, counts, len(counts), is_mine, is_for_others)


def waiting(house_id: int, *, actor: "User") -> list[Shown]:
    """Boxes of a house that are not counted yet, in the order in which they came."""
    roles.require(actor, COUNTS)
    rows = drops(actor=actor).filter(house_id=house_id, counted_at=None).order_by("dropped_at", "table_code", "kind")
    return [shown(row, actor=actor) for row in rows]


def settled(house_id: int, *, actor: "User", limit: int) -> list[Shown]:
    """The latest boxes that are counted, newest first."""
    rows = drops(actor=actor).filter(house_id=house_id, counted_at__isnull=False).order_by("-counted_at", "-pk")
    return [shown(row, actor=actor) for row in rows[:limit]]


def is_blind(actor: "User") -> bool:
    """Whether he counts and reads no reports (the cage): what hands put into a box is what he is to find in it."""
    return roles.permits(actor, COUNTS) and not roles.permits(actor, REPORTS)


def require_not_blind(actor: "User") -> None:
    """Refuse who counts blind."""
    if is_blind(actor):
        roles.require(actor, REPORTS)


def blind_entries(rows: QuerySet[Entry], *, actor: "User") -> QuerySet[Entry]:
    """Entries without those that would tell a counter what is in a box he might count.

    Who counts and reads no reports (the cage) sees no entry at all that touches a box; a manager, whose work the
    reports are, sees the entry of a drop once the box is counted.
    """
    if not roles.permits(actor, COUNTS):
        return rows
    if not is_blind(actor):
        return rows.exclude(Exists(Drop.objects.filter(entry_id=OuterRef("pk"), counted_at=None)))
    in_a_box = Q(source__regex=_IN_A_BOX) | Q(destination__regex=_IN_A_BOX)
    return rows.exclude(Exists(Transfer.objects.filter(in_a_box, entry_id=OuterRef("pk"))))


def blind_places(rows: QuerySet[Place], *, actor: "User") -> QuerySet[Place]:
    """Places without the boxes and the count room, for those who count."""
    if not roles.permits(actor, COUNTS):
        return rows
    return rows.exclude(name__regex=_IN_A_BOX if is_blind(actor) else "^count/")

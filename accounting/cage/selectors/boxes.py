"""Boxes of rake, tips and jackpot funds, with booked sums and counts hidden from people who may still count them.

Boxes are counted blind (N.J.A.C. 13:69D-1.33): until a box is settled, people who can count it see neither the booked
sum nor another person's count, here or in the ledger.  People who cannot count (floor, auditor) see both.  Managers
read the booked sums in the reports, so they count only where the first two counts differ.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db.models import QuerySet

from accounting.ledger.selectors.blind import COUNTS, is_blind
from accounting.models import Count, Drop, FundCount, FundDrop
from casino import roles
from casino.errors import N_
from casino.selectors.decisions import COUNTER, EXPLAINER, TAKER, Duties

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"
EXPLAINS = "accounting.explain_variance"
BLIND_COUNTS = 2
"""The first two counts are blind; where they differ, everybody who counts may make the third."""

# Two count a box, and a third where they differ; none of them has taken it, nor has the person who explains it.
_TOGETHER = frozenset({frozenset({COUNTER, EXPLAINER})})
BOXES = Duties(
    model=Drop,
    name=N_("Box of a table"),
    persons={TAKER: "dropped_by", COUNTER: "counts__counted_by", EXPLAINER: "explained_by"},
    together=_TOGETHER,
)
FUND_BOXES = Duties(
    model=FundDrop,
    name=N_("Boxes of a jackpot fund"),
    persons={TAKER: "taken_by", COUNTER: "counts__counted_by", EXPLAINER: "explained_by"},
    together=_TOGETHER,
)

Box = TypeVar("Box", Drop, FundDrop)


@dataclass(frozen=True, slots=True)
class Shown(Generic[Box]):
    """A box as one person may see it: `booked_cents` and `counts` are None while that person could count it.

    `is_mine`: the person took (`is_taker`) or already counted it, so they cannot count it; `is_for_others`: the count
    must be blind, and the person's would not be.
    """

    drop: Box
    booked_cents: int | None
    counts: list[Count] | list[FundCount] | None
    counts_done: int
    is_taker: bool
    is_mine: bool
    is_for_others: bool
    may_explain: bool

    @property
    def may_count(self) -> bool:
        """Whether a person who counts boxes may count this one now."""
        return not self.is_mine and not self.is_for_others

    @property
    def needs_third_count(self) -> bool:
        """Whether the blind counts are made and differ."""
        return self.drop.counted_at is None and self.counts_done >= BLIND_COUNTS

    @property
    def variance_cents(self) -> int | None:
        """Counted less booked, in cents; None before the box is settled."""
        return None if self.drop.counted_cents is None else self.drop.counted_cents - self.drop.booked_cents


def drops(*, actor: "User") -> QuerySet[Drop]:
    """All boxes taken, the latest first, with their counts: two queries a page."""
    roles.require(actor, PERMISSION)
    rows = Drop.objects.select_related("gaming_day", "house", "dropped_by", "explained_by")
    return rows.prefetch_related("counts__counted_by").order_by("-dropped_at", "-pk")


def shown(row: Box, *, actor: "User") -> Shown[Box]:
    """One box as the actor may see it."""
    counts: list[Count] | list[FundCount] = list(row.counts.all())
    is_hidden = row.counted_at is None and roles.permits(actor, COUNTS)
    is_taker = row.dropped_by_id == actor.pk
    is_unexplained = row.counted_cents not in (None, row.booked_cents) and not row.explanation
    return Shown(
        drop=row,
        booked_cents=None if is_hidden else row.booked_cents,
        counts=None if is_hidden else counts,
        counts_done=len(counts),
        is_taker=is_taker,
        is_mine=is_taker or any(one.counted_by_id == actor.pk for one in counts),
        is_for_others=len(counts) < BLIND_COUNTS and not is_blind(actor),
        may_explain=is_unexplained and not is_taker and roles.permits(actor, EXPLAINS),
    )


def duties(row: Box) -> Duties[Any]:
    """What takes more than one person of a box."""
    return BOXES if row._meta.model is Drop else FUND_BOXES


def waiting(house_id: int, *, actor: "User") -> list[Shown[Drop]]:
    """The house's boxes that are not settled yet, the oldest first."""
    roles.require(actor, COUNTS)
    rows = drops(actor=actor).filter(house_id=house_id, counted_at=None).order_by("dropped_at", "table_code", "kind")
    return [shown(row, actor=actor) for row in rows]


def settled(house_id: int, *, actor: "User", limit: int) -> list[Shown[Drop]]:
    """The house's settled boxes, the latest count first, at most `limit`."""
    rows = drops(actor=actor).filter(house_id=house_id, counted_at__isnull=False).order_by("-counted_at", "-pk")
    return [shown(row, actor=actor) for row in rows[:limit]]

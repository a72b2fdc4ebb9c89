"""The hands that findings are about: what was dealt, due and taken, and which hands of the table lie around them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounting.models import Finding
from tables.models import Hand

_AROUND: Final = 12  # hands that are drawn before and after those of a run


@dataclass(frozen=True, slots=True)
class FoundHand:
    """A hand as a finding's reader compares it with others; amounts are None where it never was settled."""

    number: int
    session_id: int
    at: datetime
    pot_cents: int | None
    due_cents: int | None
    taken_cents: int | None

    @property
    def difference_cents(self) -> int:
        """Rake taken less due: a hand that has one is not like the others."""
        return (self.taken_cents or 0) - (self.due_cents or 0)


def of_findings(rows: Iterable[Finding]) -> dict[int, FoundHand]:
    """The hands by their ids; one query."""
    wanted = {row.hand_id for row in rows if row.hand_id is not None}
    found = Hand.objects.filter(pk__in=wanted) if wanted else ()
    return {hand.pk: _found(hand) for hand in found}


def _found(hand: Hand) -> FoundHand:
    result = hand.result or {}
    rake = result.get("rake", {})
    return FoundHand(
        number=hand.number,
        session_id=hand.session_id,
        at=hand.started_at,
        pot_cents=result.get("pot_cents"),
        due_cents=rake.get("due_cents"),
        taken_cents=rake.get("taken_cents"),
    )


def around(found: Sequence[FoundHand]) -> list[tuple[int, bool]]:
    """The numbers of the hands of the same table before, between and after these, each with whether it is of them."""
    if not found:
        return []
    session_id, numbers = found[0].session_id, {hand.number for hand in found}
    first, last = min(numbers) - _AROUND, max(numbers) + _AROUND
    dealt = Hand.objects.filter(session_id=session_id, number__gte=max(first, 0), number__lte=last)
    return [(number, number in numbers) for number in dealt.order_by("number").values_list("number", flat=True)]

"""Prove what a tournament still owes: unpaid prizes and places follow from payouts, eliminations and deals.

A paid prize is under the digest of its entry; until then nothing of it is in the books.
"""

from collections import Counter
from collections.abc import Iterator

from accounting.ledger.services.walks import Broken
from accounting.tournaments.services import tournaments as money
from tables.models import Deal, Elimination, Entrant, Prize, Tournament
from tables.prizes.selectors import prizes as facts
from tables.prizes.services import prizes


def prove() -> Iterator[Broken]:
    """Unpaid prizes and places that do not follow from the facts (one of `settings.PROVERS`)."""
    for row in Tournament.objects.order_by("pk"):
        yield from (Broken(money.book(row.code), None, what) for what in [*_prizes(row), *_places(row)])


def _prizes(row: Tournament) -> Iterator[str]:
    for prize, entrant, cents in _owed(row):
        if (prize.entrant_id, prize.amount_cents) != (entrant and entrant.pk, cents):
            yield f"prize {prize.number} is not what its place is worth, or is another's"
    by_deal: Counter[int] = Counter()
    for deal in Deal.objects.filter(tournament=row):
        by_deal.update({int(number): cents for number, cents in deal.amounts.items()})
    by_bounty = _bounties(row)
    for kind, due in ((Prize.Kind.DEAL, by_deal), (Prize.Kind.BOUNTY, by_bounty)):
        there: Counter[int | None] = Counter()
        for number, cents in Prize.objects.filter(tournament=row, kind=kind).values_list(
            "entrant__number", "amount_cents"
        ):
            there[number] += cents
        if +there != +due:
            yield f"the prizes by {kind} are not those that were agreed or won"


def _owed(row: Tournament) -> list[tuple[Prize, Entrant | None, int]]:
    try:
        return prizes.owed(row)
    except (AssertionError, IndexError):
        return [(prize, None, -1) for prize in Prize.objects.filter(tournament=row, paid_at=None)]


def _bounties(row: Tournament) -> Counter[int]:
    """What each entrant won with bounties, by number; the winner keeps their own head."""
    won: Counter[int] = Counter()
    for one in Elimination.objects.filter(tournament=row, undone_at=None):
        for winner, paid_cents, _on_head_cents, _head in one.bounties:
            won[winner] += paid_cents
    is_over = row.state in (Tournament.State.FINISHED, Tournament.State.SETTLED)
    if is_over and row.final_id is None:
        heads = facts.heads(row)
        for number in Entrant.objects.filter(tournament=row, place=1).values_list("number", flat=True):
            won[number] += heads.get(number, 0)
    return won


def _places(row: Tournament) -> Iterator[str]:
    """Each entrant who is out has an elimination, and the later one has the better place."""
    out = {
        number: (place, tied)
        for number, place, tied in Entrant.objects.filter(tournament=row, state=Entrant.State.OUT).values_list(
            "number", "place", "tied"
        )
    }
    behind: int | None = None
    for one in Elimination.objects.filter(tournament=row, undone_at=None).order_by("number"):
        best = None
        for told in sorted(one.places, key=lambda told: -told["place"]):
            place, tied = out.pop(told["entrant"], (None, None))
            if place is None or tied != told["sharing"] or (behind is not None and place >= behind):
                yield f"entrant {told['entrant']} is not out at the place of their elimination"
            elif best is None or place < best:
                best = place
        behind = best if best is not None else behind
    for number in sorted(out):
        yield f"entrant {number} is out, but no elimination says so"

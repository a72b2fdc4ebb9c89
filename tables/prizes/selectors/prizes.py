"""The money a tournament owes its players: bounties, prizes, seats won."""

from datetime import datetime

from django.db.models import F, Min, Q, Sum

from casino.errors import N_
from casino.selectors.decisions import FIXER, PAYER, Duties
from tables.models import Elimination, Entrant, Prize, Purchase, SeatChange, Tournament, TournamentTable

PRIZES = Duties(
    model=Prize,
    name=N_("Prize"),
    persons={FIXER: "by", PAYER: "paid_by"},
    # What the house allowed then; and a seat that was won is awarded, without money.
    alone=Q(paid_alone=True) | Q(kind=Prize.Kind.SEAT, window=None),
)


def heads(row: Tournament) -> dict[int, int]:
    """The bounty on each entrant's head in cents, by number: the part of their entry, and what they won onto it."""
    found = dict(
        Purchase.objects.filter(tournament=row, returned=None)
        .order_by()
        .values_list("entrant__number")
        .annotate(cents=Sum("bounty_cents"))
    )
    for one in Elimination.objects.filter(tournament=row, undone_at=None).order_by("number"):
        for winner, _paid_cents, on_head_cents, head in one.bounties:
            found[winner] = found.get(winner, 0) + on_head_cents
            found[head] = 0
    return {number: cents for number, cents in found.items() if cents}


def needs_another_to_pay(row: Tournament, prize: Prize, user_id: int) -> bool:
    """Whether the house asks for two people, and this one fixed or agreed the prize."""
    return prize.by_id == user_id and row.house.money_by_two


def paid_since(row: Tournament, at: datetime) -> bool:
    """Whether a prize was paid after that moment."""
    return Prize.objects.filter(tournament=row, paid_at__gt=at).exists()


def table_at(row: Tournament, position: int) -> TournamentTable | None:
    """The table of that breaking position, unless it is broken."""
    return TournamentTable.objects.filter(tournament=row, position=position, closed_at=None).first()


def placed(row: Tournament) -> dict[int, list[Entrant]]:
    """Holders of each place (tied players under their best), in the order in which they get odd cents.

    Among tied players those whose first seat was drawn earlier come first.
    """
    found: dict[int, list[Entrant]] = {}
    drawn = dict(
        SeatChange.objects.filter(tournament=row).order_by().values_list("entrant_id").annotate(first=Min("number"))
    )
    rows = Entrant.objects.filter(tournament=row, place__isnull=False).order_by(F("place"), "number")
    for entrant in sorted(rows, key=lambda one: (one.place or 0, drawn.get(one.pk, 0))):
        assert entrant.place is not None, "filtered"
        found.setdefault(entrant.place, []).append(entrant)
    return found

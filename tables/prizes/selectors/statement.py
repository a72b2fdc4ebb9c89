"""A tournament's statement: purchases, prizes, chips (FinASVO NRW §23)."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Sum

from casino.errors import N_, NotFound
from tables.models import ChipCount, ChipRace, ChipSetCheck, Deal, Draw, Entrant, Prize, Purchase, Tournament
from tables.tournaments.selectors import standing as tournaments
from tables.tournaments.selectors.standing import Figures, Money


@dataclass(frozen=True, slots=True)
class Sold:
    """Purchases of one kind that were not given back, summed up."""

    kind: str
    count: int
    pool_cents: int
    fee_cents: int
    bounty_cents: int
    chips: int

    @property
    def label(self) -> str:
        return str(Purchase.Kind(self.kind).label)

    @property
    def paid_cents(self) -> int:
        return self.pool_cents + self.fee_cents + self.bounty_cents


@dataclass(frozen=True, slots=True)
class Statement:
    """A tournament's statement; amounts in cents."""

    row: Tournament
    sold: list[Sold]
    total: Sold
    given_back: int
    withdrawn: int
    money: Money
    figures: Figures
    prizes: list[Prize]
    deals: list[Deal]
    counts: list[ChipCount]
    races: list[ChipRace]
    checks: list[ChipSetCheck]
    draws: list[Draw]

    @property
    def unpaid_cents(self) -> int:
        return sum(prize.amount_cents for prize in self.prizes if prize.paid_at is None)


def statement(row: Tournament) -> Statement:
    """The statement as of now."""
    standing = Purchase.objects.filter(tournament=row, returned=None)
    sums = {
        "count": Count("pk"), "pool_cents": Sum("pool_cents"), "fee_cents": Sum("fee_cents"),
        "bounty_cents": Sum("bounty_cents"), "chips": Sum("chips"),
    }  # fmt: skip
    by_kind: dict[str, dict[str, Any]] = {
        one["kind"]: dict(one) for one in standing.order_by().values("kind").annotate(**sums)
    }
    total: dict[str, Any] = {name: amount or 0 for name, amount in standing.aggregate(**sums).items()}
    return Statement(
        row=row,
        sold=[Sold(**by_kind[kind]) for kind in Purchase.Kind.values if kind in by_kind],
        total=Sold(kind=Purchase.Kind.ENTRY, **total),
        given_back=Purchase.objects.filter(tournament=row).exclude(returned=None).count(),
        withdrawn=Entrant.objects.filter(tournament=row, state=Entrant.State.WITHDRAWN).count(),
        money=tournaments.money(row),
        figures=tournaments.figures(row),
        prizes=prizes(row),
        deals=list(Deal.objects.filter(tournament=row).order_by("number")),
        counts=list(ChipCount.objects.filter(tournament=row).select_related("by", "table__table").order_by("number")),
        races=list(ChipRace.objects.filter(tournament=row).select_related("by").order_by("number")),
        checks=list(ChipSetCheck.objects.filter(tournament=row).select_related("by").order_by("number")),
        draws=list(Draw.objects.filter(tournament=row, drawn_at__isnull=False).order_by("number")),
    )


def prizes(row: Tournament) -> list[Prize]:
    """Every prize above 0: places first, the best before, then deals and bounties as they were won."""
    found = Prize.objects.filter(tournament=row, amount_cents__gt=0)
    rows = list(found.select_related("entrant__guest", "window", "paid_by"))
    return sorted(rows, key=lambda one: (one.place is None, one.place or 0, one.number))


def prize(row: Tournament, prize_id: int) -> Prize:
    """One prize of the tournament; refuses `no_such_prize`."""
    found = Prize.objects.filter(tournament=row, pk=prize_id)
    one: Prize | None = found.select_related("entrant__guest", "window", "paid_by", "entry__gaming_day").first()
    if one is None:
        raise NotFound("no_such_prize", N_("Prize not found."))
    return one

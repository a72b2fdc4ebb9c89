"""The gaming levy: a Land's tiers over the gross gaming revenue, the loss carried forward, the levy of a gaming day.

The law of each Land names rates of the gross gaming revenue (Bruttospielertrag) that change with the revenue of the
calendar year: SpielbG NRW § 19 (2) 30 %, above 15 million euros 40 %; in Hesse a levy that rises beside one that falls.
A day owes what the levy on the year's revenue rises by with it, so that days add up to their month and year to the
cent.  Rates are data: terms with a law, a source and a day from which they hold.  Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from accounting.policy.fields import Fields, refuse
from casino.errors import N_

NAME_MOST: Final = 60
SOURCE_MOST: Final = 300
TIERS_MOST: Final = 12


class Period(StrEnum):
    """How long the revenue adds up before the tiers begin again."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"


class Loss(StrEnum):
    """What a loss of the house's own games is set off against."""

    BANK_GAMES = "bank_games"
    """Later wins of the same games: SpielbG NRW § 19 (3) No. 1."""
    ALL_GAMES = "all_games"
    """The revenue of all games: SpielbG Bayern Art. 7 (5)."""


class Basis(StrEnum):
    """Which figure is revenue where booked and counted differ."""

    COUNTED = "counted"
    BOOKED = "booked"


@dataclass(frozen=True, slots=True)
class Tier:
    """`rate_bp` of the revenue from `from_cents` on, up to the next tier."""

    from_cents: int
    rate_bp: int


@dataclass(frozen=True, slots=True)
class Levy:
    """One levy with its tiers, the first from 0 on."""

    name: str
    tiers: tuple[Tier, ...]
    period: Period = Period.YEAR


@dataclass(frozen=True, slots=True)
class Brought:
    """What a house brings along from before its first statement: the calendar year's revenue, and a loss not set off.

    `revenue_cents` is of that year, `month_cents` of that month; `loss_cents` ≥ 0.
    """

    revenue_cents: int = 0
    month_cents: int = 0
    loss_cents: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """The law in force: its levies, and how the gross gaming revenue is made up."""

    law: str
    source: str
    levies: tuple[Levy, ...]
    loss: Loss = Loss.BANK_GAMES
    basis: Basis = Basis.COUNTED
    taken_in_is_revenue: bool = True
    rounding: Rounding = Rounding.NEAREST
    brought: Brought = Brought()


@dataclass(frozen=True, slots=True)
class Takings:
    """What a gaming day brought, in cents; each may be negative, as where more was given back than taken."""

    rake_cents: int = 0
    win_cents: int = 0
    fees_cents: int = 0
    taken_in_cents: int = 0
    tips_cents: int = 0


@dataclass(frozen=True, slots=True)
class Revenue:
    """The gross gaming revenue of a day.

    `brought_cents` and `carried_cents` (at most 0): the loss from before, and that for the next day.  `set_off_cents`
    (at most 0): how much of the loss from before lowers this day's revenue.
    """

    revenue_cents: int
    brought_cents: int
    set_off_cents: int
    carried_cents: int


@dataclass(frozen=True, slots=True)
class Line:
    """A tier of a levy: the part of the revenue that falls into it, and what it costs; `to_cents` None: without end."""

    levy: str
    period: str
    from_cents: int
    to_cents: int | None
    rate_bp: int
    base_cents: int
    levy_cents: int


def revenue(takings: Takings, terms: Terms, brought_cents: int = 0) -> Revenue:
    """The revenue of a day, after the loss of earlier days (`brought_cents`, at most 0).

    A day without a win of the house's own games leaves its loss to the next one (SpielbG NRW § 19 (3) No. 1); where the
    law sets it off against all games (SpielbG Bayern Art. 7 (5)), only what they cannot bear.
    """
    assert brought_cents <= 0, brought_cents
    others_cents = takings.rake_cents + takings.fees_cents + takings.tips_cents
    if terms.taken_in_is_revenue:
        others_cents += takings.taken_in_cents
    is_of_all = terms.loss is Loss.ALL_GAMES
    own_cents = takings.win_cents + (others_cents if is_of_all else 0)
    left_cents = own_cents + brought_cents
    return Revenue(
        revenue_cents=max(0, left_cents) + (0 if is_of_all else others_cents),
        brought_cents=brought_cents,
        set_off_cents=-min(max(0, own_cents), -brought_cents),
        carried_cents=min(0, left_cents),
    )


def lines(terms: Terms, revenue_cents: int, *, year_cents: int = 0, month_cents: int = 0) -> list[Line]:
    """What a day's revenue costs, tier by tier; `year_cents`, `month_cents`: the revenue of the days before it.

    Each tier is rounded once on the sum of the period, so that the lines of days add up to the line of the period.
    """
    before = {Period.YEAR: year_cents, Period.MONTH: month_cents, Period.DAY: 0}
    return [
        line
        for levy in terms.levies
        for line in _lines(levy, before[levy.period], before[levy.period] + revenue_cents, terms.rounding)
    ]


def due(terms: Terms, revenue_cents: int) -> int:
    """The levies on a whole period's revenue."""
    return sum(line.levy_cents for line in lines(terms, revenue_cents))


def added(parts: Sequence[Sequence[Line]]) -> list[Line]:
    """The lines of several days, tier by tier, in the order in which tiers first come."""
    found: dict[tuple[object, ...], Line] = {}
    for line in (line for part in parts for line in part):
        key = (line.levy, line.period, line.from_cents, line.to_cents, line.rate_bp)
        was = found.get(key)
        base_cents = line.base_cents + (was.base_cents if was else 0)
        levy_cents = line.levy_cents + (was.levy_cents if was else 0)
        found[key] = replace(line, base_cents=base_cents, levy_cents=levy_cents)
    return list(found.values())


def _lines(levy: Levy, before_cents: int, after_cents: int, rounding: Rounding) -> Iterator[Line]:
    for tier, end in _bounded(levy):
        base_before, base_after = _part(before_cents, tier, end), _part(after_cents, tier, end)
        cost = [money.share(part, tier.rate_bp, rounding=rounding) for part in (base_before, base_after)]
        yield Line(
            levy.name,
            levy.period.value,
            tier.from_cents,
            end,
            tier.rate_bp,
            base_after - base_before,
            cost[1] - cost[0],
        )


def _bounded(levy: Levy) -> Iterator[tuple[Tier, int | None]]:
    ends = [tier.from_cents for tier in levy.tiers[1:]]
    yield from zip(levy.tiers, [*ends, None], strict=True)


def _part(revenue_cents: int, tier: Tier, end_cents: int | None) -> int:
    """The part of the revenue that falls into the tier."""
    upper_cents = revenue_cents if end_cents is None else min(revenue_cents, end_cents)
    return max(0, upper_cents - tier.from_cents)


def parse(data: object) -> Terms:
    """Read terms.  Refuses (`bad_terms`, 400, with the field's pointer) missing, unknown and contradictory fields."""
    with Fields(data) as fields:
        law, source = _text(fields, "law", NAME_MOST), _text(fields, "source", SOURCE_MOST)
        if not source.startswith(("https://", "http://")):
            fields.refuse("source", N_("the address of the public text"))
        levies = tuple(_levy(one) for one in fields.listed("levies"))
        if len({levy.name for levy in levies}) != len(levies):
            fields.refuse("levies", N_("levies with different names"))
        if most_bp(levies) > BASIS_POINTS:
            fields.refuse("levies", N_("levies that together make no more than 100 %"))
        return Terms(
            law=law,
            source=source,
            levies=levies,
            loss=fields.choice("loss", Loss, default=Loss.BANK_GAMES),
            basis=fields.choice("basis", Basis, default=Basis.COUNTED),
            taken_in_is_revenue=fields.flag("taken_in_is_revenue", default=True),
            rounding=fields.choice("rounding", Rounding, default=Rounding.NEAREST),
            brought=_brought(fields.nested("brought")) if fields.has("brought") else Brought(),
        )


def most_bp(levies: Sequence[Levy]) -> int:
    """The most that all levies take of one cent of revenue together, in basis points.

    Levies of one period stand at the same place of their tiers, so one may fall from 80 % to 60 % where another rises
    from 10 % to 30 %.  A year and a month or day stand at different places: the most of each of them adds up.
    """
    total_bp = 0
    for period in Period:
        own = [levy for levy in levies if levy.period is period]
        starts = {tier.from_cents for levy in own for tier in levy.tiers}
        total_bp += max((sum(_rate_bp(levy, start) for levy in own) for start in starts), default=0)
    return total_bp


def _rate_bp(levy: Levy, revenue_cents: int) -> int:
    """The rate of the next cent above this revenue of the period."""
    return [tier.rate_bp for tier in levy.tiers if tier.from_cents <= revenue_cents][-1]


def dump(terms: Terms) -> dict[str, Any]:
    """Terms as JSON, with every field; `parse` reads the same terms from it."""
    return {
        "law": terms.law,
        "source": terms.source,
        "levies": [
            {
                "name": levy.name,
                "period": levy.period.value,
                "tiers": [{"from_cents": tier.from_cents, "rate_bp": tier.rate_bp} for tier in levy.tiers],
            }
            for levy in terms.levies
        ],
        "loss": terms.loss.value,
        "basis": terms.basis.value,
        "taken_in_is_revenue": terms.taken_in_is_revenue,
        "rounding": terms.rounding.value,
        "brought": {
            "revenue_cents": terms.brought.revenue_cents,
            "month_cents": terms.brought.month_cents,
            "loss_cents": terms.brought.loss_cents,
        },
    }


def _levy(fields: Fields) -> Levy:
    with fields:
        name, period = _text(fields, "name", NAME_MOST), fields.choice("period", Period, default=Period.YEAR)
        tiers = tuple(_tier(one) for one in fields.listed("tiers"))
        starts = [tier.from_cents for tier in tiers]
        if starts[0] != 0 or starts != sorted(set(starts)) or len(tiers) > TIERS_MOST:
            fields.refuse("tiers", N_("tiers from 0 upwards, each above the one before"))
        return Levy(name, tiers, period)


def _tier(fields: Fields) -> Tier:
    with fields:
        return Tier(fields.cents("from_cents"), fields.count("rate_bp", least=0, most=BASIS_POINTS))


def _brought(fields: Fields) -> Brought:
    with fields:
        brought = Brought(
            fields.cents("revenue_cents", default=0),
            fields.cents("month_cents", default=0),
            fields.cents("loss_cents", default=0),
        )
        if brought.month_cents > brought.revenue_cents:
            fields.refuse("month_cents", N_("up to the revenue of the year"))
        return brought


def _text(fields: Fields, name: str, most: int) -> str:
    text = fields.text(name).strip()
    if not 0 < len(text) <= most or not text.isprintable():
        refuse(f"/{name}", N_("a text of 1 to %(most)s characters"), text, most=most)
    return text


def of_line(line: Mapping[str, Any]) -> Line:
    """A line as a statement keeps it."""
    return Line(**line)

"""Dealers as a funnel plot: each dealer's figure over their number of hands, within limits of chance; never a ranking.

Drawn on the server as SVG with classes only, like the bars of the reports, so that it prints and obeys the content
security policy.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting import charts
from accounting.charts import Tick
from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings
from accounting.models import GamingDay
from accounting.revenue.selectors import match
from casino import wording
from casino.pages.views import Page
from tables.audit.pages.audit import date_named
from tables.audit.selectors import dealers as dealer_facts
from tables.verdicts import dealers
from tables.verdicts.dealers import OUTSIDE_Z, WARNING_Z, Dealt, Funnel, Metric

WIDTH: Final = 1200
HEIGHT: Final = 310
LEFT: Final = 84
TOP: Final = 8
BASE: Final = 280
"""The drawing lies between these and the right edge; figures are named before it, numbers of hands below it."""
_STEPS: Final = 50
_BESIDE: Final = 14
_LINE: Final = 19
_LETTER: Final = 9
_ROOM: Final = 110
"""Per cent of the largest value that the drawing spans, so that no point lies on its edge."""


@dataclass(frozen=True, slots=True)
class Point:
    """A dealer: the position in the drawing, and the line of the table."""

    x: int
    y: int
    name: str
    hands: int
    figure_cents: int
    limit_cents: int
    where: str  # inside | warning | outside
    side: str = "after"  # | before: where the name is written
    label_y: int = 0

    @property
    def label_x(self) -> int:
        """Where the name begins, or ends where it is written before the point."""
        return self.x + (-_BESIDE if self.side == "before" else _BESIDE)

    @property
    def name_from(self) -> int:
        """The left edge of the name."""
        return self.label_x - (self.name_width if self.side == "before" else 0)

    @property
    def name_width(self) -> int:
        """About the width of the name."""
        return _LETTER * len(self.name)

    @property
    def is_moved(self) -> bool:
        """Whether the name stands so far from its point that a line leads to it."""
        return abs(self.label_y - self.y) > _LINE

    @property
    def has_few_hands(self) -> bool:
        """Whether they are too few to judge by."""
        return self.hands < dealers.LEAST_HANDS

    @property
    def title(self) -> str:
        """The tooltip."""
        return f"{self.name}: {wording.money(self.figure_cents)} · n = {self.hands}"


@dataclass(frozen=True, slots=True)
class Drawing:
    """One stake: the dealers' points, and the limits as lines of `x,y` pairs."""

    game: str
    hands: int
    middle_cents: int
    middle_y: int
    figures: Sequence[Tick]
    counts: Sequence[Tick]
    warning: Sequence[str]
    outside: Sequence[str]
    points: Sequence[Point]
    has_spread: bool
    """Whether there is anything to draw; where every hand was as due, the table says it all."""


class FunnelForm(forms.Form):
    """The figure and the period."""

    metric = forms.ChoiceField(
        label=_("Figure"), choices=[(Metric.RAKE, _("Rake taken less due")), (Metric.TIPS, _("Tips"))], required=False
    )
    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    last = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class Dealers(InHouse, Page):
    """The funnels of all stakes in a period: by default the month of the latest gaming day so far."""

    permission = findings.PERMISSION
    template_name = "audit/dealers.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        day = match.day_of(self.house.pk, None)
        first, last = self.period(day)
        metric = Metric.TIPS if self.request.GET.get("metric") == Metric.TIPS else Metric.RAKE
        dealt = dealer_facts.dealt(self.house.pk, first, last)
        names = findings.names_of({one.dealer_id for one in dealt})
        return {
            **super().get_context_data(**kwargs),
            "form": FunnelForm(initial={"metric": metric.value, "first": first, "last": last}),
            "metric": metric.value,
            "first": first,
            "last": last,
            "drawings": drawings(dealt, metric, names),
            "alone": sorted({one.game for one in dealt} - set(dealers.funnels(dealt, metric))),
            "height": HEIGHT,
            "width": WIDTH,
            "left": LEFT,
            "base": BASE,
        }

    def period(self, day: GamingDay) -> tuple[date, date]:
        """The period in the address; one that ends before it begins is one day."""
        last = date_named(self.request.GET.get("last", "")) or day.date
        first = date_named(self.request.GET.get("first", "")) or last.replace(day=1)
        return min(first, last), last


def drawings(dealt: Sequence[Dealt], metric: Metric, names: Mapping[int, str]) -> list[Drawing]:
    """One drawing for each stake, by its name; those with nothing to draw come last."""
    of_stake = dealers.funnels(dealt, metric)
    found = (
        _drawing(game, [one for one in dealt if one.game == game], metric, funnel, names)
        for game, funnel in sorted(of_stake.items())
    )
    return sorted(found, key=lambda one: not one.has_spread)


def _drawing(game: str, dealt: Sequence[Dealt], metric: Metric, funnel: Funnel, names: Mapping[int, str]) -> Drawing:
    samples = [one.of(metric) for one in dealt]
    most_hands = max(sample.hands for sample in samples)
    middle = funnel.all.per_hundred_cents
    # The limits of very few hands run off the drawing: it ends where the fewest hands of anybody are, or a tenth.
    fewest = max(min(sample.hands for sample in samples), most_hands // 10, 1)
    reach = max(
        funnel.half_width_cents(fewest, OUTSIDE_Z), *(abs(sample.per_hundred_cents - middle) for sample in samples), 1
    )
    scale = _Scale(most_hands, middle, reach)
    return Drawing(
        has_spread=reach > 1,
        game=game,
        hands=funnel.all.hands,
        middle_cents=middle,
        middle_y=scale.y(middle),
        figures=scale.figures(),
        counts=scale.counts(),
        warning=scale.limits(funnel, WARNING_Z),
        outside=scale.limits(funnel, OUTSIDE_Z),
        points=sorted(
            _apart([_point(one, metric, funnel, scale, names) for one in dealt]),
            key=lambda point: point.name.casefold(),
        ),
    )


def _point(one: Dealt, metric: Metric, funnel: Funnel, scale: "_Scale", names: Mapping[int, str]) -> Point:
    sample = one.of(metric)
    where = "inside"
    if funnel.is_outside(sample, WARNING_Z):
        where = "outside" if funnel.is_outside(sample, OUTSIDE_Z) else "warning"
    return Point(
        x=scale.x(sample.hands),
        y=scale.y(sample.per_hundred_cents),
        name=names.get(one.dealer_id, str(one.dealer_id)),
        hands=sample.hands,
        figure_cents=sample.per_hundred_cents,
        limit_cents=funnel.half_width_cents(sample.hands, OUTSIDE_Z),
        where=where,
    )


def _apart(points: Sequence[Point]) -> list[Point]:
    """The same points, each with its name beside it: as near as it overlaps neither a name nor another point."""
    placed: list[Point] = []
    for point in sorted(points, key=lambda one: one.y):
        others = [one for one in points if one is not point]
        free = (one for one in _places(point) if not any(_covers(one, other) for other in others))
        beside = replace(point, label_y=point.y + _LINE // 4)  # where no place is free
        placed.append(next((one for one in free if not any(_overlaps(one, other) for other in placed)), beside))
    return placed


def _places(point: Point) -> Iterator[Point]:
    """Where the name may be written, the nearest place first; inside the drawing."""
    sides = [replace(point, side=side) for side in ("after", "before")]
    for away in range(HEIGHT // _LINE):
        for sign in (1, -1):
            label_y = point.y + _LINE // 4 + sign * away * _LINE
            yield from (
                replace(one, label_y=label_y)
                for one in sides
                if one.name_from > LEFT and one.name_from + one.name_width < WIDTH and TOP + _LINE < label_y < BASE
            )


def _overlaps(one: Point, other: Point) -> bool:
    """Whether two names lie over each other."""
    is_beside = one.name_from >= other.name_from + other.name_width or other.name_from >= one.name_from + one.name_width
    return abs(one.label_y - other.label_y) < _LINE and not is_beside


def _covers(one: Point, other: Point) -> bool:
    """Whether a name lies over another's point."""
    is_beside = not one.name_from - _BESIDE < other.x < one.name_from + one.name_width + _BESIDE
    return abs(one.label_y - _LINE // 4 - other.y) < _LINE and not is_beside


@dataclass(frozen=True, slots=True)
class _Scale:
    """Hands to the right, figures upwards around the middle, which lies in half the height."""

    most_hands: int
    middle: int
    reach: int

    def x(self, hands: int) -> int:
        return LEFT + (WIDTH - LEFT) * 100 * hands // (self.most_hands * _ROOM)

    def y(self, figure: int) -> int:
        return (TOP + BASE) // 2 - (figure - self.middle) * (BASE - TOP) * 50 // (self.reach * _ROOM)

    def figures(self) -> list[Tick]:
        """Round figures at the left edge."""
        spread = self.reach * _ROOM // 100
        found = charts.steps(self.middle - spread, self.middle + spread)
        return [Tick(self.y(one), wording.short_money(one)) for one in found if abs(one - self.middle) <= spread]

    def counts(self) -> list[Tick]:
        """Round numbers of hands below."""
        most = self.most_hands * _ROOM // 100
        return [Tick(self.x(one), str(one)) for one in charts.steps(0, most) if 0 < one <= most]

    def limits(self, funnel: Funnel, z: int) -> list[str]:
        """The upper and the lower line, from few hands to many."""
        steps = [max(self.most_hands * _ROOM * step // (100 * _STEPS), 1) for step in range(1, _STEPS + 1)]
        half = [(hands, funnel.half_width_cents(hands, z)) for hands in steps]
        inside = [(hands, width) for hands, width in half if width * 100 <= self.reach * _ROOM * 2]
        return [
            " ".join(f"{self.x(hands)},{self.y(self.middle + sign * width)}" for hands, width in inside)
            for sign in (1, -1)
        ]

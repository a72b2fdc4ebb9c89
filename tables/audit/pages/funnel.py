"""Dealers as a funnel plot: each dealer's figure over their number of hands, within limits of chance; never a ranking.

Drawn on the server as SVG with classes only, like the bars of the reports, so that it prints and obeys the content
security policy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay
from accounting.pages.house import InHouse
from accounting.selectors import findings, match
from casino import wording
from casino.pages.views import Context, Page
from tables.audit.pages.audit import date_named
from tables.audit.selectors import dealers as dealer_facts
from tables.verdicts import dealers
from tables.verdicts.dealers import OUTSIDE_Z, WARNING_Z, Dealt, Funnel, Metric

WIDTH: Final = 1000
HEIGHT: Final = 260
_STEPS: Final = 50
_BESIDE: Final = 14
_LINE: Final = 17
_NAME: Final = 170
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
    label_y: int = 0

    @property
    def side(self) -> str:
        """On which side of the point the name is written; at the right edge it would not fit after it."""
        return "before" if self.x > WIDTH * 4 // 5 else "after"

    @property
    def label_x(self) -> int:
        """Where the name begins, or ends where it is written before the point."""
        return self.x + (-_BESIDE if self.side == "before" else _BESIDE)

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
    top_cents: int
    bottom_cents: int
    most_hands: int
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
    template = "management/dealers.html"

    def context(self) -> Context:
        day = match.day_of(self.house.pk, None)
        first, last = self.period(day)
        metric = Metric.TIPS if self.request.GET.get("metric") == Metric.TIPS else Metric.RAKE
        dealt = dealer_facts.dealt(self.house.pk, first, last)
        names = findings.names_of({one.dealer_id for one in dealt})
        return {
            "form": FunnelForm(initial={"metric": metric.value, "first": first, "last": last}),
            "metric": metric.value,
            "first": first,
            "last": last,
            "drawings": drawings(dealt, metric, names),
            "alone": sorted({one.game for one in dealt} - set(dealers.funnels(dealt, metric))),
            "height": HEIGHT,
            "width": WIDTH,
        }

    def period(self, day: GamingDay) -> tuple[date, date]:
        """The period in the address; one that ends before it begins is one day."""
        last = date_named(self.request.GET.get("last", "")) or day.date
        first = date_named(self.request.GET.get("first", "")) or last.replace(day=1)
        return min(first, last), last


def drawings(dealt: Sequence[Dealt], metric: Metric, names: Mapping[int, str]) -> list[Drawing]:
    """One drawing for each stake, by its name."""
    of_stake = dealers.funnels(dealt, metric)
    return [
        _drawing(game, [one for one in dealt if one.game == game], metric, funnel, names)
        for game, funnel in sorted(of_stake.items())
    ]


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
        top_cents=middle + reach * _ROOM // 100,
        bottom_cents=middle - reach * _ROOM // 100,
        most_hands=most_hands * _ROOM // 100,
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
    """The same points with their names at heights where they overlap neither each other nor another point."""
    placed: list[Point] = []
    for point in sorted(points, key=lambda one: one.y):
        taken = [other.label_y for other in placed if abs(other.label_x - point.label_x) < _NAME]
        left = point.label_x - (_NAME if point.side == "before" else 0)
        taken += [other.y + 5 for other in points if other is not point and left < other.x < left + _NAME]
        height = point.y + 5
        while any(abs(height - other) < _LINE for other in taken):
            height += _LINE
        placed.append(replace(point, label_y=height))
    return placed


@dataclass(frozen=True, slots=True)
class _Scale:
    """Hands to the right, figures upwards around the middle, which lies in half the height."""

    most_hands: int
    middle: int
    reach: int

    def x(self, hands: int) -> int:
        return WIDTH * 100 * hands // (self.most_hands * _ROOM)

    def y(self, figure: int) -> int:
        return HEIGHT // 2 - (figure - self.middle) * HEIGHT * 50 // (self.reach * _ROOM)

    def limits(self, funnel: Funnel, z: int) -> list[str]:
        """The upper and the lower line, from few hands to many."""
        steps = [max(self.most_hands * _ROOM * step // (100 * _STEPS), 1) for step in range(1, _STEPS + 1)]
        half = [(hands, funnel.half_width_cents(hands, z)) for hands in steps]
        inside = [(hands, width) for hands, width in half if width * 100 <= self.reach * _ROOM * 2]
        return [
            " ".join(f"{self.x(hands)},{self.y(self.middle + sign * width)}" for hands, width in inside)
            for sign in (1, -1)
        ]

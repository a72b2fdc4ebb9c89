"""What other terms would have brought: booked hands charged again under a proposal.

Management uses it before terms are approved.  It assumes that guests play as they did, which a change of price may
alter: the figures compare terms, they are no forecast.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Final

from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.policy.terms import Terms

BANDS_CENTS: Final = (0, 5_000, 10_000, 20_000, 50_000)
"""The lower bounds of the bands of pots; the last band has no end."""


@dataclass(frozen=True, slots=True)
class Alike:
    """A number of hands with the same facts, game and gaming day, and the tax and jackpot booked as due of each."""

    facts: HandFacts
    game: str
    day: date
    due_cents: int
    jackpot_cents: int
    hands: int


@dataclass(slots=True)
class Sums:
    """Sums over hands as booked and as proposed; `affected`: how many would have had another tax."""

    hands: int = 0
    affected: int = 0
    due_cents: int = 0
    proposed_cents: int = 0
    jackpot_cents: int = 0
    proposed_jackpot_cents: int = 0

    @property
    def difference_cents(self) -> int:
        """The tax as proposed less the tax as booked."""
        return self.proposed_cents - self.due_cents

    def add(self, alike: Alike, proposed_cents: int, jackpot_cents: int) -> None:
        """Add hands with the tax and jackpot of each under the proposal."""
        self.hands += alike.hands
        self.affected += alike.hands if proposed_cents != alike.due_cents else 0
        self.due_cents += alike.hands * alike.due_cents
        self.proposed_cents += alike.hands * proposed_cents
        self.jackpot_cents += alike.hands * alike.jackpot_cents
        self.proposed_jackpot_cents += alike.hands * jackpot_cents


@dataclass(frozen=True, slots=True)
class Band:
    """Pots from `from_cents` to below `below_cents` (None: no end)."""

    from_cents: int
    below_cents: int | None


BANDS: Final = (*(Band(low, high) for low, high in pairwise(BANDS_CENTS)), Band(BANDS_CENTS[-1], None))


@dataclass(slots=True)
class Outcome:
    """The comparison in total, by band of pots, by game and by gaming day."""

    total: Sums = field(default_factory=Sums)
    by_band: dict[Band, Sums] = field(default_factory=lambda: {band: Sums() for band in BANDS})
    by_game: defaultdict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    by_day: defaultdict[date, Sums] = field(default_factory=lambda: defaultdict(Sums))

    def of(self, alike: Alike) -> Iterator[Sums]:
        """The sums that these hands belong to."""
        yield self.total
        yield self.by_band[_band(alike.facts.pot_cents)]
        yield self.by_game[alike.game]
        yield self.by_day[alike.day]


def simulate(terms: Terms, booked: Iterable[Alike]) -> Outcome:
    """Charge the hands under `terms`; each distinct set of facts is computed once, however many hands have it."""
    outcome = Outcome()
    computed: dict[HandFacts, tuple[int, int]] = {}
    for alike in booked:
        owed = computed.get(alike.facts)
        if owed is None:
            due = rake.due(terms, alike.facts)
            owed = computed[alike.facts] = due.due_cents, due.jackpot_cents
        for sums in outcome.of(alike):
            sums.add(alike, *owed)
    return outcome


def _band(pot_cents: int) -> Band:
    return next(band for band in reversed(BANDS) if pot_cents >= band.from_cents)

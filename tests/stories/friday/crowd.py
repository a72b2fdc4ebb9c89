"""Who comes, when, what for, and for how long."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import exp, log
from random import Random

from tests.stories.friday.size import BEGIN, EURO, OFFERS, Offer, Size

#: Of those who come in a night, by tenths of its length: few in the afternoon, most after dinner, none at the end.
ARRIVALS = (8, 10, 14, 18, 16, 12, 9, 7, 5, 1)
STAYS_MINUTES = 330  # the median; one in six stays less than two and a half hours, one in six more than six and a half
STAYS_SPREAD = 0.5
PATIENCE_MINUTES = (90, 240)
FROM_OUTSIDE = 0.1
SECOND_GAME = 0.3


@dataclass(slots=True)
class Visitor:
    """One guest and his evening; `stack_cents` is what lies in front of him, as somebody counts it who looks on."""

    guest_id: int
    number: str
    comes_at: datetime
    wants: tuple[Offer, ...]
    stays: timedelta
    patience: timedelta
    is_remote: bool
    pockets: int  # further buy-ins
    goes_at: datetime | None = None
    table_id: int | None = None
    seat: int | None = None
    stack_cents: int = 0
    brought_cents: int = 0
    took_cents: int = 0
    is_away: bool = False
    is_gone: bool = False
    waits: dict[str, int] = field(default_factory=dict)
    """Places on lists by the games' names."""


def arrival(chance: Random, size: Size) -> datetime:
    """A moment of the night."""
    tenth = chance.choices(range(len(ARRIVALS)), ARRIVALS)[0]
    return BEGIN + timedelta(hours=size.hours) * (tenth + chance.random()) / len(ARRIVALS)


def wants(chance: Random) -> tuple[Offer, ...]:
    """One game, or a second one too."""
    first = chance.choices(OFFERS, [offer.guests for offer in OFFERS])[0]
    if chance.random() >= SECOND_GAME:
        return (first,)
    second = chance.choices(OFFERS, [offer.guests for offer in OFFERS])[0]
    return (first,) if second is first else (first, second)


def visitor(chance: Random, size: Size, guest_id: int, number: str) -> Visitor:
    """Somebody, by chance."""
    return Visitor(
        guest_id=guest_id,
        number=number,
        comes_at=arrival(chance, size),
        wants=wants(chance),
        stays=timedelta(minutes=exp(chance.gauss(log(STAYS_MINUTES), STAYS_SPREAD))),
        patience=timedelta(minutes=chance.uniform(*PATIENCE_MINUTES)),
        is_remote=chance.random() < FROM_OUTSIDE,
        pockets=chance.choice((0, 1, 1, 2, 3)),
    )


def pot(chance: Random, offer: Offer, stacks: dict[int, int]) -> dict[int, int]:
    """What each who plays for it puts into one pot, in whole chips; most are small, some are everything.

    `stacks` by seat.  Two put in the most; what nobody could call is no part of it.
    """
    players = chance.sample(sorted(stacks), min(len(stacks), chance.choice((2, 2, 2, 3, 3, 4))))
    level = int(offer.big * exp(chance.gauss(log(6), 1.1))) * EURO
    called = sorted((stacks[seat] for seat in players), reverse=True)[1]
    level = max(EURO, min(level, called))
    return {seat: min(level, stacks[seat]) for seat in players}

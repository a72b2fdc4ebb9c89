"""What each pot of a hand pays: by board where there are several, and by half where low wins one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.rules.forms import Half
from tables.rules.pots import split
from tables.rules.result import Payout, PotResult, Result


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a pot that is won by itself, and what it pays each winning seat.

    `board`: from 1; None where there is one.  `halves`: what it is won by; empty where low wins nothing.
    """

    board: int | None
    halves: tuple[Half, ...]
    cents: Mapping[int, int]

    @property
    def words(self) -> str:
        return words(self.board, self.halves)


@dataclass(frozen=True, slots=True)
class Part:
    """The same for a page: in words, the amount, and the winners."""

    words: str
    cents: int
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot for a page: its words, its amount before the house's part, and what is won of it by itself."""

    words: str
    cents: int
    parts: tuple[Part, ...]


def words(board: int | None, halves: tuple[Half, ...]) -> str:
    """Such as `board 1, high`; empty where a pot is not divided."""
    named = {
        (): "",
        (Half.HIGH,): pgettext("half of a pot", "high"),
        (Half.LOW_EIGHT,): pgettext("half of a pot", "low"),
        (Half.HIGH, Half.LOW_EIGHT): pgettext("half of a pot", "high and low"),
    }[halves]
    return ", ".join(filter(None, (_("board %(n)s") % {"n": board} if board else "", named)))


def of_pot(found: Result, pot: PotResult, cents: int) -> Iterator[Share]:
    """The parts of a pot of which `cents` are paid, split as the payout splits them."""
    lows = pot.low or ((),) * len(pot.winners)
    for number, (part, high, low) in enumerate(
        zip(split(cents, len(pot.winners), found.chip_cents, found.odd_chip), pot.winners, lows, strict=True), 1
    ):
        board = number if len(pot.winners) > 1 else None
        if not low or low == high:
            halves = (Half.HIGH, *[Half.LOW_EIGHT] * bool(low)) if pot.low else ()
            yield Share(board, halves, _among(high, part, found))
            continue
        for half, winners, share in zip(
            (Half.HIGH, Half.LOW_EIGHT), (high, low), split(part, 2, found.chip_cents, found.odd_chip), strict=True
        ):
            yield Share(board, (half,), _among(winners, share, found))


def of_hand(found: Result, paid: Payout, names: Mapping[int, str]) -> list[Pot]:
    """Every pot as it is paid, the main pot first."""
    return [
        Pot(
            pot_words(number, len(found.pots)),
            pot.amount_cents,
            tuple(
                [
                    Part(
                        share.words,
                        sum(share.cents.values()),
                        tuple([f"{seat} {names.get(seat, '')}".strip() for seat in share.cents]),
                    )
                    for share in of_pot(found, pot, pot.amount_cents - given.taken_cents)
                ]
            ),
        )
        for number, (pot, given) in enumerate(zip(found.pots, paid.pots, strict=True))
    ]


def is_divided(found: Result) -> bool:
    """Whether a pot is divided by boards or halves."""
    return any(pot.low or len(pot.winners) > 1 for pot in found.pots)


def pot_words(number: int, count: int) -> str:
    """The name of a pot, counted from 0, of so many."""
    if count == 1:
        return _("Pot")
    return _("Side pot %(n)s") % {"n": number} if number else _("Main pot")


def _among(winners: Sequence[int], cents: int, found: Result) -> dict[int, int]:
    return dict(zip(winners, split(cents, len(winners), found.chip_cents, found.odd_chip), strict=True))

"""Cards as integers 0–51 and sets of cards as 52-bit masks.

A card is `rank * 4 + suit` with ranks 2…A = 0…12 and suits c d h s = 0…3, the numbering of phevaluator, so that
ranking a hand needs no conversion.  Suits never decide (seed `001`: "all suits being of equal value").
"""

from collections.abc import Iterable, Sequence
from typing import Final

from casino.errors import N_, Malformed, Refusal

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}


def parse(text: str | Sequence[str]) -> tuple[int, ...]:
    """Read `"Ah Td 2c"`, `"AhTd2c"` or `["Ah", "Td", "2c"]`; refuses `card_unreadable` and `card_twice`."""
    words = text.split() if isinstance(text, str) else text
    cards: list[int] = []
    for word in words:
        if not isinstance(word, str) or not word or len(word) % 2:  # type: ignore[redundant-expr]
            raise _unreadable(word)
        for start in range(0, len(word), 2):
            name = word[start].upper() + word[start + 1].lower()
            if name not in _NUMBERS:
                raise _unreadable(word[start : start + 2])
            cards.append(_NUMBERS[name])
    mask(cards)
    return tuple(cards)


def format(cards: Iterable[int]) -> str:  # noqa: A001 -- read as `cards.format(...)`
    """Write cards as `"Ah Td 2c"`, in the order given."""
    return " ".join([NAMES[card] for card in cards])


def mask(cards: Iterable[int], used: int = 0) -> int:
    """The 52-bit set of `cards` added to `used`; refuses `card_twice` for a card that is in it already."""
    for card in cards:
        bit = 1 << card
        if used & bit:
            raise Refusal("card_twice", N_("The card %(card)s has already been dealt."), card=NAMES[card])
        used |= bit
    return used


def _unreadable(word: object) -> Malformed:
    return Malformed(
        "card_unreadable", N_("“%(card)s” is not a card; enter for example Ah, Td or 2c."), card=str(word)[:8]
    )

"""How cards look on a page: rank and suit sign, four colours so that suits are told apart in the dark."""

from collections.abc import Iterable
from dataclasses import dataclass

from tables.rules import cards

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True, slots=True)
class Face:
    """One card: `A♥`, and its suit's letter for the colour."""

    text: str
    suit: str


def faces(dealt: Iterable[int]) -> list[Face]:
    """Card numbers as faces, in order."""
    names = [cards.NAMES[card] for card in dealt]
    return [Face(name[0] + _SIGNS[name[1]], name[1]) for name in names]

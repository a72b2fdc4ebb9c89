"""Cards as pages show them: rank and suit sign, with four colours that can be told apart in a dim room."""

from collections.abc import Iterable
from dataclasses import dataclass

from tables.rules import cards

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True, slots=True)
class Face:
    """One card: its text (`A♥`), its suit's letter, which chooses the colour, and whether a hand is made of it."""

    text: str
    suit: str
    is_used: bool = False


def faces(dealt: Iterable[int]) -> list[Face]:
    """The faces of these card numbers, in order."""
    names = [cards.NAMES[card] for card in dealt]
    return [Face(name[0] + _SIGNS[name[1]], name[1]) for name in names]

"""The forms of poker: what is dealt and when, which hole cards play, what wins which part of the pot.

A form is a value.  Outside the rules nobody asks for its name, only for its properties; `FORMS` lists them by the word
that set-ups store.  A form that has been shipped never changes its meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

#: Ranks 2…A of the usual deck; a short deck begins with the six.
DECK: Final = 52


class Half(StrEnum):
    """What a part of the pot is won by."""

    HIGH = "high"
    LOW_EIGHT = "low_eight"  # ace to five, five different ranks, none above the eight


@dataclass(frozen=True, slots=True)
class Street:
    """What one street brings: cards laid on each board, and a round of betting, in limit with the small or big bet."""

    name: str
    board: int = 0
    big_bet: bool = False
    betting: bool = True


#: Hold'em and Omaha of every kind.
WITH_A_BOARD: Final = (
    Street("preflop"),
    Street("flop", board=3),
    Street("turn", board=1, big_bet=True),
    Street("river", board=1, big_bet=True),
)


@dataclass(frozen=True, slots=True)
class Form:
    """One form of poker.

    `plays`: the number of hole cards that must play; None: any.  `halves`: the first takes all where the second has no
    hand that qualifies.  `due` and `street_of` answer by the number of cards on a board: what comes next, and which
    street it is.
    """

    key: str
    hole_cards: int
    plays: int | None = None
    halves: tuple[Half, ...] = (Half.HIGH,)
    streets: tuple[Street, ...] = WITH_A_BOARD
    deck: int = DECK
    due: Mapping[int, int] = field(init=False, repr=False, compare=False)
    street_of: Mapping[int, int] = field(init=False, repr=False, compare=False)
    board_cards: int = field(init=False, repr=False, compare=False)
    last_street: int = field(init=False, repr=False, compare=False)
    betting: tuple[bool, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        due, street_of, cards = {}, {0: 0}, 0
        for number, street in enumerate(self.streets):
            if street.board:
                due[cards] = street.board
                cards += street.board
                street_of[cards] = number
        object.__setattr__(self, "due", MappingProxyType(due))
        object.__setattr__(self, "street_of", MappingProxyType(street_of))
        object.__setattr__(self, "board_cards", cards)
        object.__setattr__(self, "last_street", len(self.streets) - 1)
        object.__setattr__(self, "betting", tuple([street.betting for street in self.streets]))

    def most_players(self, boards: int = 1) -> int:
        """How many players the deck suffices for, with a burn card before each street of the board."""
        burned = sum([street.board > 0 for street in self.streets])
        return (self.deck - boards * self.board_cards - burned) // self.hole_cards


TEXAS: Final = Form("texas", hole_cards=2)
OMAHA: Final = Form("omaha", hole_cards=4, plays=2)
OMAHA_5: Final = Form("omaha_5", hole_cards=5, plays=2)
OMAHA_6: Final = Form("omaha_6", hole_cards=6, plays=2)
OMAHA_HI_LO: Final = Form("omaha_hi_lo", hole_cards=4, plays=2, halves=(Half.HIGH, Half.LOW_EIGHT))
TEXAS_HI_LO: Final = Form("texas_hi_lo", hole_cards=2, halves=(Half.HIGH, Half.LOW_EIGHT))
BIG_O: Final = Form("big_o", hole_cards=5, plays=2, halves=(Half.HIGH, Half.LOW_EIGHT))

FORMS: Final[Mapping[str, Form]] = MappingProxyType(
    {form.key: form for form in (TEXAS, TEXAS_HI_LO, OMAHA, OMAHA_5, OMAHA_6, OMAHA_HI_LO, BIG_O)}
)

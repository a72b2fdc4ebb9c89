"""When a deal may still be called a misdeal (H15; seed `002`; WLA 104–105).

Voiding the hand is the service's business; whether the deal stands is a rule: it does after substantial action.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from tables.rules.actions import BETTING_KINDS, Action, Kind


class Misdeal(StrEnum):
    """Why a hand is dealt again (seed `002`: "wrong number of cards", "a card exposed"; WLA 104)."""

    WRONG_COUNT = "wrong_count"
    CARD_EXPOSED = "card_exposed"
    BOXED_CARDS = "boxed_cards"
    WRONG_ORDER = "wrong_order"
    BUTTON_WRONG = "button_wrong"
    PLAYER_SKIPPED = "player_skipped"


_SAME: Final = 3
_TWO: Final = 2


def is_substantial(actions: Iterable[Action]) -> bool:
    """Whether there was substantial action: three checks, three folds, or any two actions but two checks or two folds.

    Once the flop lies there was. WLA 105.
    """
    kinds = []
    for action in actions:
        if action.kind is Kind.BOARD:
            return True
        if action.kind in BETTING_KINDS:
            kinds.append(action.kind)
    if len(kinds) < _TWO:
        return False
    only_one_kind = len(set(kinds)) == 1 and kinds[0] in (Kind.CHECK, Kind.FOLD)
    return len(kinds) >= _SAME or not only_one_kind


def may_be_called(actions: Iterable[Action]) -> bool:
    """Whether a misdeal may still be called; after substantial action the deal stands."""
    return not is_substantial(actions)

"""When a deal may still be called a misdeal (H15; seed `002`; WLA 104–105): until there was substantial action.

Until then the dealer at the table voids the hand, afterwards the floor alone (`tables.hands.services.hands.void`).
"""

from collections.abc import Iterable
from enum import StrEnum

from tables.rules.actions import BETTING_KINDS, Action, Kind


class Misdeal(StrEnum):
    """Why a hand is dealt again (seed `002`: "wrong number of cards", "a card exposed"; WLA 104)."""

    WRONG_COUNT = "wrong_count"
    CARD_EXPOSED = "card_exposed"
    BOXED_CARDS = "boxed_cards"
    WRONG_ORDER = "wrong_order"
    BUTTON_WRONG = "button_wrong"
    PLAYER_SKIPPED = "player_skipped"


def is_substantial(actions: Iterable[Action]) -> bool:
    """Whether there was substantial action (WLA 105).

    That is a flop, three betting actions, or two that are not both checks or both folds.
    """
    kinds = []
    for action in actions:
        if action.kind is Kind.BOARD:
            return True
        if action.kind in BETTING_KINDS:
            kinds.append(action.kind)
    if len(kinds) == 2:
        return kinds[0] is not kinds[1] or kinds[0] not in (Kind.CHECK, Kind.FOLD)
    return len(kinds) > 2


def may_be_called(actions: Iterable[Action]) -> bool:
    """Whether a misdeal may still be called; after substantial action the deal stands."""
    return not is_substantial(actions)

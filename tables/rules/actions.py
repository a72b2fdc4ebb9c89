"""The actions a dealer records in a hand, as immutable values.

`bet` and `raise` carry the seat's total on the street (`to_cents`); `call`, `check`, `fold` and `all_in` need no
amount.  `board` carries the next street's cards (3, 1, 1; the burn card before each is implied, seeds `000`, `003`),
`show` the hole cards.  `run_twice` and `chop` (the blinds are taken back) record that all remaining players agreed.
Undo and void belong to the services, which leave actions out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from accounting.money import MOST_CENTS
from casino.errors import N_, Malformed
from tables.rules import cards as card_set


class Kind(StrEnum):
    """The kinds of action; the values are stored and part of the API, so they never change."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"
    BOARD = "board"
    SHOW = "show"
    MUCK = "muck"
    RUN_TWICE = "run_twice"
    CHOP = "chop"


#: Kinds recorded for the seat whose turn it is to bet.
BETTING_KINDS = frozenset({Kind.FOLD, Kind.CHECK, Kind.CALL, Kind.BET, Kind.RAISE, Kind.ALL_IN})

_WITH_CARDS = frozenset({Kind.BOARD, Kind.SHOW})
_SEATLESS = frozenset({Kind.BOARD, Kind.RUN_TWICE, Kind.CHOP})


@dataclass(frozen=True, slots=True)
class Action:
    """One recorded action.

    `seat` is None for `board`, `run_twice` and `chop`; in a betting action None means the seat whose turn it is.
    """

    kind: Kind
    seat: int | None = None
    to_cents: int | None = None
    cards: tuple[int, ...] = ()


def to_json(action: Action) -> dict[str, object]:
    """The form stored and used by the API; fields that do not apply are left out."""
    data: dict[str, object] = {"kind": action.kind.value}
    if action.seat is not None:
        data["seat"] = action.seat
    if action.to_cents is not None:
        data["to_cents"] = action.to_cents
    if action.cards:
        data["cards"] = card_set.format(action.cards)
    return data


def from_json(data: Mapping[str, object]) -> Action:
    """Read the form of `to_json` strictly; refuses `action_unreadable`, `card_unreadable`, `card_twice`."""
    unknown = sorted(set(data) - {"kind", "seat", "to_cents", "cards"})
    if unknown:
        raise _unreadable(unknown[0])
    try:
        kind = Kind(str(data.get("kind")))
    except ValueError:
        raise _unreadable("kind") from None
    action = Action(kind, _whole(data, "seat"), _whole(data, "to_cents"), _cards(data.get("cards")))
    check(action)
    return action


def check(action: Action) -> None:
    """Refuse fields that have no meaning for the kind (`action_unreadable`), since every field is recorded."""
    if action.cards and action.kind not in _WITH_CARDS:
        raise _unreadable("cards")
    if action.seat is not None and action.kind in _SEATLESS:
        raise _unreadable("seat")
    if action.to_cents is not None and not (action.kind in BETTING_KINDS and action.to_cents <= MOST_CENTS):
        raise _unreadable("to_cents")


def _whole(data: Mapping[str, object], name: str) -> int | None:
    value = data.get(name)
    if value is None:
        return None
    # bool is an int in Python; a JSON `true` is no amount.
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _unreadable(name)
    return value


def _cards(value: object) -> tuple[int, ...]:
    if value is None:
        return ()
    if isinstance(value, str | list):
        return card_set.parse(value)
    raise _unreadable("cards")


def _unreadable(field: str) -> Malformed:
    return Malformed("action_unreadable", N_("The action cannot be read: check “%(field)s”."), field=field)

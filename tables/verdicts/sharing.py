"""Where a stored result shares its pots otherwise than the computed one: pot, board, half, seat.  Pure."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from accounting.verdicts import Fact
from casino.errors import N_

_HALVES: Final = {"winners": N_("high half"), "low": N_("low half")}
_NOBODY: Final = "–"


def first_difference(stored: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, Fact]:
    """The first part of a pot with other winners, else the first seat that got another amount; else nothing.

    The stored result may have been tampered with: what cannot be read is no difference here.
    """
    try:
        return _of_pots(stored.get("pots", ()), made.get("pots", ())) or _of_seats(stored["won"], made["won"])
    except (AttributeError, LookupError, TypeError, ValueError):
        return {}


def _of_pots(stored: Sequence[Mapping[str, Any]], made: Sequence[Mapping[str, Any]]) -> dict[str, Fact]:
    has_low = any("low" in pot for pot in (*stored, *made))
    boards = max([len(pot["winners"]) for pot in (*stored, *made)], default=1)
    for number, (was, should) in enumerate(zip(stored, made, strict=False), 1):
        for half, words in _HALVES.items():
            pairs = zip_longest(was.get(half, ()), should.get(half, ()), fillvalue=())
            for board, (those, these) in enumerate(pairs, 1):
                if list(those) != list(these):
                    return {
                        "pot": number,
                        **({"board": board} if boards > 1 else {}),
                        **({"half": words} if has_low else {}),
                        "stored_winners": _seats(those),
                        "computed_winners": _seats(these),
                    }
    return {}


def _of_seats(stored: Mapping[str, int], made: Mapping[str, int]) -> dict[str, Fact]:
    for seat in sorted(stored.keys() | made.keys(), key=int):
        if stored.get(seat, 0) != made.get(seat, 0):
            return {
                "seat": int(seat),
                "stored_won_cents": stored.get(seat, 0),
                "computed_won_cents": made.get(seat, 0),
            }
    return {}


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats)) or _NOBODY

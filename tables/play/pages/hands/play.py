"""The part of a hand's page that cash games and tournaments share: seats, board, legal actions, showdown."""

from collections.abc import Iterable, Mapping
from typing import Any

from tables.play.pages.forms import MISDEALS
from tables.play.selectors import positions
from tables.play.selectors.cards import faces
from tables.rules import misdeal
from tables.rules.actions import Action, Kind
from tables.rules.hand import HandView
from tables.rules.setup import HandSetup


def context(
    seen: HandView | None,
    names: Mapping[int, str],
    *,
    setup: HandSetup | None = None,
    won: Mapping[str, int] | None = None,
    stacks: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """For the templates of a hand; `won` and `stacks` by seat once it is settled, `setup` for the posted blinds."""
    posted = positions.posted(setup) if setup else {}
    options = {option.kind.value: option for option in seen.legal.options} if seen else {}
    return {
        "seen": seen,
        "seats": _seats(seen, names, posted, won or {}, stacks or {}) if seen else [],
        "boards": [faces(board) for board in seen.boards] if seen else [],
        "options": options,
        "raising": options.get("raise") or options.get("bet"),
        "showdown": _showdown(seen, names) if seen else [],
        "to_act_name": names.get(seen.to_act or 0, "") if seen else "",
    }


def misdeals(standing: Iterable[Action], *, is_open: bool) -> dict[str, Any]:
    """Whether the dealer may still call a misdeal without the floor, and the reasons to choose from."""
    may = is_open and misdeal.may_be_called(standing)
    return {"may_misdeal": may, "misdeals": [(reason.value, MISDEALS[reason]) for reason in misdeal.Misdeal]}


def _seats(
    seen: HandView,
    names: Mapping[int, str],
    posted: Mapping[int, str],
    won: Mapping[str, int],
    stacks: Mapping[str, int],
) -> list[dict[str, Any]]:
    """The seats of the hand with names, in table order."""
    return [
        {
            "view": seat,
            "name": names.get(seat.seat, ""),
            "blind": posted.get(seat.seat, ""),
            "stack_cents": stacks.get(str(seat.seat), seat.stack_cents),
            "won_cents": won.get(str(seat.seat)),
            "shown": faces(seat.shown),
        }
        for seat in seen.seats
    ]


def _showdown(seen: HandView, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """The seats that may open their cards now, in the order in which the dealer asks them."""
    show, muck = seen.legal.option(Kind.SHOW), seen.legal.option(Kind.MUCK)
    mucking = muck.seats if muck else ()
    return [
        {"seat": seat, "text": str(seat), "name": names.get(seat, ""), "may_muck": seat in mucking}
        for seat in (show.seats if show else ())
    ]

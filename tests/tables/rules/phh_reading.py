"""Our own PHH text read back: what it holds is the whole hand, and nothing is lost on the way."""

import json
import tomllib
from dataclasses import dataclass

from tables.rules import actions as action_codec
from tables.rules import setup as setup_codec
from tables.rules.actions import Action
from tables.rules.setup import HandSetup


@dataclass(frozen=True, slots=True)
class Written:
    """A hand read back; `taken_cents` is None when it was not paid.

    `by_board_cents`: the winnings by seat on each board of a hand that was run twice and paid.
    """

    setup: HandSetup
    actions: tuple[Action, ...]
    taken_cents: int | None
    by_board_cents: tuple[dict[int, int], ...] = ()


def read(text: str) -> Written:
    """The hand, from our own fields `_setup` and `_actions`."""
    fields = tomllib.loads(text)
    return Written(
        setup_codec.from_json(json.loads(fields["_setup"])),
        tuple(action_codec.from_json(action) for action in json.loads(fields["_actions"])),
        fields.get("_rake"),
        tuple(
            {seat: cents for seat, cents in zip(fields["seats"], won, strict=True) if cents}
            for won in fields.get("_winnings_by_board", [])
        ),
    )

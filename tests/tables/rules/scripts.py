"""Hands told as text, so that a test reads like the table: `"1 call, 2 raise 30, board 2c3c4d, 2 show AhKh"`."""

from collections.abc import Sequence

import pytest

from casino.errors import Refusal
from tables.rules import cards, hand
from tables.rules.actions import Action, Kind
from tables.rules.blinds import Entrant, Owes, deal_in, positions_from_button
from tables.rules.result import Result
from tables.rules.rule_sets import USUAL, Straddle, rule_set
from tables.rules.setup import Betting, GameTerms, HandSetup, Variant
from tables.rules.state import State


def table(
    stacks: Sequence[int],
    *,
    betting: Betting = Betting.NO_LIMIT,
    variant: Variant = Variant.TEXAS,
    blinds: tuple[int, int] = (5, 10),
    rules: str = USUAL,
    ante: int = 0,
    big_blind_ante: bool = False,
    cap: int | None = None,
    chip: int = 1,
    bets: tuple[int, int] = (0, 0),
    owes: dict[int, Owes] | None = None,
    straddles: dict[int, Straddle] | None = None,
) -> HandSetup:
    """Seats 1, 2, 3 … with these stacks; the last has the button, so seats 1 and 2 are small and big blind.

    With two seats seat 2 has the button, and the small blind unless the rule set gives it to seat 1.
    """
    terms = GameTerms(
        variant=variant,
        betting=betting,
        small_blind_cents=blinds[0],
        big_blind_cents=blinds[1],
        ante_cents=ante,
        big_blind_ante=big_blind_ante,
        raise_cap=cap,
        chip_cents=chip,
        small_bet_cents=bets[0],
        big_bet_cents=bets[1],
    )
    seats = range(1, len(stacks) + 1)
    entrants = [
        Entrant(seat, stack, (owes or {}).get(seat, Owes.NOTHING), straddle=(straddles or {}).get(seat))
        for seat, stack in zip(seats, stacks, strict=True)
    ]
    return deal_in(terms, rules, entrants, positions_from_button(len(stacks), seats, rule_set(rules))).setup


_AGREED = {"twice": Kind.RUN_TWICE, "chop": Kind.CHOP}


def actions(script: str) -> list[Action]:
    """Read a script into actions."""
    return [_action(step.split()) for step in script.split(",") if step.strip()]


def _action(words: list[str]) -> Action:
    if words[0] == "board":
        return Action(Kind.BOARD, cards=cards.parse(words[1]))
    if words[0] in _AGREED:
        return Action(_AGREED[words[0]])
    seat, kind = int(words[0]), Kind(words[1].replace("-", "_"))
    if kind is Kind.SHOW:
        return Action(kind, seat, cards=cards.parse(words[2:]))
    return Action(kind, seat, int(words[2]) if len(words) > 2 else None)


def play(setup: HandSetup, script: str = "") -> State:
    """The state after a script, one `apply` at a time."""
    return play_on(hand.start(setup), script)


def play_on(state: State, script: str) -> State:
    """The state after some more steps."""
    for action in actions(script):
        state = hand.apply(state, action)
    return state


def result(setup: HandSetup, script: str) -> Result:
    return hand.result(play(setup, script))


def refused(state: State, step: str) -> Refusal:
    """The refusal of one more step; the state must be the same afterwards."""
    before = hand.view(state)
    with pytest.raises(Refusal) as caught:
        hand.apply(state, actions(step)[0])
    assert hand.view(state) == before
    return caught.value


def limits(state: State, kind: Kind = Kind.RAISE) -> tuple[int | None, int | None] | None:
    """Least and most of a bet or raise, or None where it is not open."""
    option = hand.legal(state).option(kind)
    return None if option is None else (option.min_to_cents, option.max_to_cents)


def kinds(state: State) -> set[str]:
    return {option.kind.value for option in hand.legal(state).options}


def won(found: Result, taken: int = 0) -> dict[int, int]:
    return hand.payout(found, taken).won_cents

"""What a recorded hand would have come to under other rules.  Pure.

Who posted the blinds, and where the button was, stays as it was dealt: rules about them change the next hand, not the
actions of this one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from accounting.policy.terms import Terms
from casino.errors import Refusal
from tables.rules import hand
from tables.rules.actions import Action
from tables.rules.result import payout, result
from tables.rules.setup import HandSetup
from tables.rules.state import Phase, State


class Outcome(StrEnum):
    """How a hand under other rules compares with the one that was played."""

    SAME = "same"
    OTHER_MONEY = "other_money"  # the same actions, other winnings
    NOT_ALLOWED = "not_allowed"  # an action would have been refused
    GOES_ON = "goes_on"  # after the last action somebody would have had to act


@dataclass(frozen=True, slots=True)
class Difference:
    """One hand under other rules: for a refused action its number (from 1) and the refusal's code.

    `seats` has each seat whose winnings differ, with the winnings as played and as they would have been, in cents.
    """

    outcome: Outcome
    number: int | None = None
    code: str = ""
    seats: tuple[tuple[int, int, int], ...] = ()


SAME = Difference(Outcome.SAME)


def compare(setup: HandSetup, actions: Iterable[Action], key: str, terms: Terms, taken_cents: int) -> Difference:
    """Play a hand again under the rule set `key`; `taken_cents`: all that the house took of it."""
    recorded = tuple(actions)
    played = hand.replay(setup, recorded)
    try:
        other = hand.replay(replace(setup, rule_set=key), recorded)
    except Refusal as refusal:
        number = refusal.facts.get("number")
        return Difference(Outcome.NOT_ALLOWED, number if isinstance(number, int) else None, refusal.code)
    if other.phase is not Phase.FINISHED:
        return Difference(Outcome.GOES_ON)
    was, would = (_won(state, terms, taken_cents) for state in (played, other))
    differing = tuple(
        (seat, was.get(seat, 0), would.get(seat, 0))
        for seat in sorted(was.keys() | would.keys())
        if was.get(seat, 0) != would.get(seat, 0)
    )
    return Difference(Outcome.OTHER_MONEY, seats=differing) if differing else SAME


def _won(state: State, terms: Terms, taken_cents: int) -> dict[int, int]:
    return dict(payout(result(state), taken_cents, terms).won_cents)

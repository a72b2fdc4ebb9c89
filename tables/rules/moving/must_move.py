"""Must-move: a main game that is kept full from its feeder (WSOP live-action 97–99, Jackson's house rules).

Players at the feeder move in the order in which they arrived there, and cannot choose.  They pay nothing for it, so
they may not take a seat that has the small blind or the button in the next hand: they take another, or wait.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.errors import N_, Refusal
from tables.rules.blinds import Positions, next_positions
from tables.rules.moving.terms import MovingRules
from tables.rules.rule_sets import RuleSet
from tables.rules.setup import FEWEST_PLAYERS


@dataclass(frozen=True, slots=True)
class Mover:
    """A player at the feeder; `arrived_at`: at that table, whatever seats they have had there since."""

    id: int
    arrived_at: datetime


def order(movers: Iterable[Mover]) -> list[Mover]:
    """The movers in the order in which they must move."""
    return sorted(movers, key=lambda one: (one.arrived_at, one.id))


def guaranteed(seats: int, rules: MovingRules) -> int:
    """The number of players at which the main game is kept, at a table with `seats` seats."""
    return max(FEWEST_PLAYERS, seats - rules.main_short_by)


def check_turn(movers: Iterable[Mover], mover_id: int, *, has_reason: bool) -> list[int]:
    """The movers that a move passes over, first in turn first; they keep their places.

    Refuses `not_in_feeder`, and a move out of turn without a reason (`not_his_turn`).
    """
    queue = [one.id for one in order(movers)]
    if mover_id not in queue:
        raise Refusal("not_in_feeder", N_("The guest is not seated at the feeder table."))
    before = queue[: queue.index(mover_id)]
    if before and not has_reason:
        raise Refusal(
            "not_his_turn",
            N_("Others came to the feeder table before this guest. Give a reason why they are passed over."),
        )
    return before


def open_seats(last: Positions | None, taken: Iterable[int], free: Iterable[int], rules: RuleSet) -> list[int]:
    """The free seats a mover may take now; `last`: button and blinds of the main game's last hand, if there was one.

    Left out are those that would have the small blind or the button in the next hand.
    """
    seated = set(taken)
    found = []
    for seat in sorted(free):
        if last is not None and len(seated) + 1 >= FEWEST_PLAYERS:
            following = next_positions(last, sorted(seated | {seat}), rules)
            if seat in (following.button_seat, following.small_blind_seat):
                continue
        found.append(seat)
    return found


def check_seat(seat: int, may_take: Sequence[int]) -> None:
    """Refuse a seat that has the small blind or the button next (`small_blind_or_button`)."""
    if seat not in may_take:
        raise Refusal(
            "small_blind_or_button",
            N_("Seat %(seat)s has the small blind or the button next. Choose another seat, or wait one hand."),
            seat=seat,
            free=list(may_take),
        )


def barred_until(now: datetime, rules: MovingRules) -> datetime:
    """The end of the time for which a player who refused to move stays out of the game and off its list."""
    return now + timedelta(minutes=rules.barred_minutes)

"""Anti-ratholing: a returning player buys in for at least what they cashed out (domain §4.7).

WSOP live-action 58: within an hour; Hamburg: two hours, an Austrian room: three.  Without a window nobody is bound.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.errors import N_, Refusal


@dataclass(frozen=True, slots=True)
class Taken:
    """The chips a guest took from a game when they last left it."""

    cents: int
    left_at: datetime


def ends_at(taken: Taken, window_minutes: int) -> datetime:
    """The end of the window in which the guest must bring them back."""
    return taken.left_at + timedelta(minutes=window_minutes)


def owed_cents(taken: Taken | None, window_minutes: int | None, now: datetime) -> int:
    """The least buy-in of a returning guest; 0 where they took nothing, or the window is over."""
    if taken is None or window_minutes is None or now >= ends_at(taken, window_minutes):
        return 0
    return taken.cents


def refuse_less(buy_in_cents: int, owed: int) -> None:
    """Refuse a buy-in below the amount owed (`return_below_stack`)."""
    if buy_in_cents < owed:
        raise Refusal(
            "return_below_stack",
            N_("The guest has just left this game with %(owed_cents)s and must come back with at least that."),
            owed_cents=owed,
            buy_in_cents=buy_in_cents,
        )

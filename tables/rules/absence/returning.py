"""Anti-ratholing: a returning player buys in for at least what they cashed out (domain §4.7).

WSOP live-action 58: within an hour; Hamburg: two hours, an Austrian room: three.  A game without a window asks nobody.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.errors import Refusal, _


@dataclass(frozen=True, slots=True)
class Taken:
    """What a guest took from a game when he left it last."""

    cents: int
    left_at: datetime


def ends_at(taken: Taken, window_minutes: int) -> datetime:
    """Until when he is asked for it."""
    return taken.left_at + timedelta(minutes=window_minutes)


def owed_cents(taken: Taken | None, window_minutes: int | None, now: datetime) -> int:
    """What he must bring back; nothing where he took nothing, or has been gone long enough."""
    if taken is None or window_minutes is None or now >= ends_at(taken, window_minutes):
        return 0
    return taken.cents


def refuse_less(buy_in_cents: int, owed: int) -> None:
    """Refuse (`return_below_stack`) less than he took."""
    if buy_in_cents < owed:
        raise Refusal(
            "return_below_stack",
            _("The guest has just left this game with %(owed_cents)s: he comes back with at least that."),
            owed_cents=owed,
            buy_in_cents=buy_in_cents,
        )

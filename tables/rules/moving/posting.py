"""The cost of a change of seat: past more than two active players it means to post or wait (WSOP live-action 159)."""

from collections.abc import Iterable

from tables.rules.moving.terms import MovingRules
from tables.rules.setup import clockwise


def hands_until_big_blind(big_blind_seat: int, others: Iterable[int], seat: int) -> int:
    """The number of hands until the big blind reaches a seat; `others`: the seats of the other active players."""
    return clockwise({*others, seat}, big_blind_seat).index(seat) + 1


def posts(big_blind_seat: int | None, active: Iterable[int], old: int, new: int, rules: MovingRules) -> bool:
    """Whether a player who changes seats at the table must post or wait for the big blind.

    The player has passed as many others as the number of hands by which the big blind comes later; if it comes sooner,
    nothing is owed.  `big_blind_seat`: of the last hand, None where none was dealt.
    """
    if big_blind_seat is None:
        return False
    others = set(active) - {old}
    later = hands_until_big_blind(big_blind_seat, others, new) - hands_until_big_blind(big_blind_seat, others, old)
    return later > rules.passed_before_posting

"""What a change of seat costs: who goes past more than two active players posts or waits (WSOP live-action 159)."""

from collections.abc import Iterable

from tables.rules.moving.terms import MovingRules
from tables.rules.setup import clockwise


def hands_until_big_blind(big_blind_seat: int, others: Iterable[int], seat: int) -> int:
    """In how many hands the big blind comes to a seat; `others`: where active players sit besides."""
    return clockwise({*others, seat}, big_blind_seat).index(seat) + 1


def posts(big_blind_seat: int | None, active: Iterable[int], old: int, new: int, rules: MovingRules) -> bool:
    """Whether who changes from one seat to another at his table must post or wait for the big blind.

    He has gone past as many players as the big blind comes to him later for it; whom it reaches sooner owes nothing.
    `big_blind_seat`: of the last hand, None where none was dealt.
    """
    if big_blind_seat is None:
        return False
    others = set(active) - {old}
    later = hands_until_big_blind(big_blind_seat, others, new) - hands_until_big_blind(big_blind_seat, others, old)
    return later > rules.passed_before_posting

"""How a hand's pots were shared out: part by part, by board (WLA 204–211) and by half (WLA 149)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tables.rules.forms import Half
from tables.rules.pots import split
from tables.rules.result import Payout, PotResult, Result


class Part(StrEnum):
    """What of a board's part of a pot was won."""

    WHOLE = "whole"  # the game has no halves, or one claimant was left
    HIGH = "high"
    LOW = "low"
    NO_LOW = "no_low"  # the high hand took all: nobody had a low
    BOTH = "both"  # the same seats won both halves


@dataclass(frozen=True, slots=True)
class Award:
    """A part of a pot, after the house's part, and what each of its winners got.

    `pot`: its index; `board`: the board's, None where the hand has one board or no board decided.
    """

    pot: int
    board: int | None
    part: Part
    cents: int
    shares: dict[int, int]


def awards(result: Result, paid: Payout) -> tuple[Award, ...]:
    """Every part of every pot, in the order of splitting: pots, boards, halves."""
    found = tuple(_awards(result, paid))
    won: dict[int, int] = {}
    for award in found:
        _add(won, award.shares)
    assert won == paid.won_cents, "the parts are what was paid"
    return found


def _awards(result: Result, paid: Payout) -> Iterator[Award]:
    boards = _boards(result)
    for index, (pot, given) in enumerate(zip(result.pots, paid.pots, strict=True)):
        cents = given.amount_cents - given.taken_cents
        decided = len(pot.winners) == boards
        parts = split(cents, len(pot.winners), result.chip_cents, result.odd_chip)
        for board, part_cents in enumerate(parts):
            named = board if boards > 1 and decided else None
            for part, half_cents, winners in _halves(pot, board, part_cents, result):
                shares = split(half_cents, len(winners), result.chip_cents, result.odd_chip)
                yield Award(index, named, part, half_cents, dict(zip(winners, shares, strict=True)))


def _halves(pot: PotResult, board: int, cents: int, result: Result) -> Iterator[tuple[Part, int, tuple[int, ...]]]:
    high = pot.winners[board]
    if not pot.low:
        yield Part.WHOLE, cents, high
        return
    low = pot.low[board]
    if not low or low == high:
        yield Part.BOTH if low else Part.NO_LOW, cents, high
        return
    high_cents, low_cents = split(cents, 2, result.chip_cents, result.odd_chip)
    yield Part.HIGH, high_cents, high
    yield Part.LOW, low_cents, low


def won_by_board(result: Result, paid: Payout) -> tuple[dict[int, int], ...]:
    """The cents each winner got on each board, after the house's part; empty for one board.

    A pot with one claimant left was decided by no board and counts with none: it is awarded once.
    """
    boards = _boards(result)
    if boards == 1:
        return ()
    won: tuple[dict[int, int], ...] = tuple([{} for _board in range(boards)])
    for award in awards(result, paid):
        if award.board is not None:
            _add(won[award.board], award.shares)
    return won


def won_by_half(result: Result, paid: Payout) -> dict[Half, dict[int, int]]:
    """The cents each winner got of the high and of the low halves; empty where no pot was divided.

    What is won whole counts as high; of what the same seats won, half of each one's share counts as low.
    """
    if not any(any(pot.low) for pot in result.pots):
        return {}
    won: dict[Half, dict[int, int]] = {Half.HIGH: {}, Half.LOW_EIGHT: {}}
    for award in awards(result, paid):
        if award.part is Part.BOTH:
            for seat, cents in award.shares.items():
                high_cents, low_cents = split(cents, 2, result.chip_cents, result.odd_chip)
                _add(won[Half.HIGH], {seat: high_cents})
                _add(won[Half.LOW_EIGHT], {seat: low_cents})
        else:
            _add(won[Half.LOW_EIGHT if award.part is Part.LOW else Half.HIGH], award.shares)
    return won


def _boards(result: Result) -> int:
    return max([len(pot.winners) for pot in result.pots], default=1)


def _add(won: dict[int, int], shares: dict[int, int]) -> None:
    for seat, cents in shares.items():
        won[seat] = won.get(seat, 0) + cents

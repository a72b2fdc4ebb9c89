"""How a hand's pots were shared out: part by part, by board (WLA 204–211) and by half (WLA 149)."""

from dataclasses import dataclass

from tables.rules.forms import Half
from tables.rules.pots import split
from tables.rules.result import Part, Payout, Result, divided


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
    boards = _boards(result)
    found = []
    for number, (pot, given) in enumerate(zip(result.pots, paid.pots, strict=True)):
        is_decided = len(pot.winners) == boards > 1
        cents = given.amount_cents - given.taken_cents
        for board, part, part_cents, shares in divided(pot, cents, result.chip_cents, result.odd_chip):
            found.append(Award(number, board if is_decided else None, part, part_cents, shares))
    return tuple(found)


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

"""A hand run twice: what each seat won on each board (WLA 204–211)."""

from tables.rules.pots import split
from tables.rules.result import Payout, Result


def won_by_board(result: Result, paid: Payout) -> tuple[dict[int, int], ...]:
    """What each winner got on the first and on the second board, after the house's part; empty for one board.

    A pot with one claimant left was decided by no board: it counts with the first.
    """
    boards = max([len(pot.winners) for pot in result.pots])
    if boards == 1:
        return ()
    won: tuple[dict[int, int], ...] = tuple([{} for _board in range(boards)])
    for pot, part in zip(result.pots, paid.pots, strict=True):
        cents = part.amount_cents - part.taken_cents
        halves = split(cents, len(pot.winners), result.chip_cents, result.odd_chip)
        for board, half, winners in zip(won, halves, pot.winners, strict=False):
            for seat, share in zip(winners, split(half, len(winners), result.chip_cents, result.odd_chip), strict=True):
                board[seat] = board.get(seat, 0) + share
    assert sum(sum(board.values()) for board in won) == sum(paid.won_cents.values()), "the boards share out every pot"
    return won

"""A hand run twice: the winnings of each seat on each board (WLA 204–211)."""

from tables.rules.result import Payout, Result, shares_by_board


def won_by_board(result: Result, paid: Payout) -> tuple[dict[int, int], ...]:
    """The cents each winner got on the first and on the second board, after the house's part; empty for one board.

    A pot with one claimant left was decided by no board and counts with none: it is awarded once.
    """
    boards = max([len(pot.winners) for pot in result.pots], default=1)
    if boards == 1:
        return ()
    won: tuple[dict[int, int], ...] = tuple([{} for _board in range(boards)])
    undecided_cents = 0
    for pot, part in zip(result.pots, paid.pots, strict=True):
        cents = part.amount_cents - part.taken_cents
        if len(pot.winners) < boards:
            undecided_cents += cents
            continue
        for board, shares in zip(won, shares_by_board(pot, cents, result.chip_cents, result.odd_chip), strict=True):
            for seat, share in shares.items():
                board[seat] = board.get(seat, 0) + share
    shared_cents = sum(sum(board.values()) for board in won)
    assert shared_cents + undecided_cents == sum(paid.won_cents.values()), "the boards share out every pot they decide"
    return won

"""Pots, derived from the contributions of the seats and never stored; their split, with the odd chip.

Each all-in makes a level.  Dead money belongs to the main pot and makes no level; otherwise a missed small blind would
make a phantom side pot (as in 23 real hands).
"""

from accounting import money
from tables.rules.rule_sets import OddChip, UnmatchedAnte
from tables.rules.state import State, positions


def derive(paid: list[int], dead_cents: int, live: int, able: int) -> list[tuple[int, int]]:
    """Pots as (cents, set of positions that may win it), main pot first.

    Seed `000` §5: a player all-in with 70 wins at most 70 of each other player; the rest lies in the next pot.
    """
    all_in = live & ~able
    if not all_in:
        return [(sum(paid) + dead_cents, live)]
    pots: list[tuple[int, int]] = []
    below = 0
    for level in sorted({paid[position] for position in positions(all_in)}):
        cents = sum([min(put, level) - min(put, below) for put in paid]) + dead_cents
        eligible = able
        for position in positions(all_in):
            if paid[position] >= level:
                eligible |= 1 << position
        pots.append((cents, eligible))
        dead_cents = 0
        below = level
    above = sum([put - below for put in paid if put > below])
    if above and able:
        pots.append((above, able))
    elif above:
        pots[-1] = (pots[-1][0] + above, pots[-1][1])
    return [pot for pot in pots if pot[0]] or pots[:1]


def collected(state: State) -> list[tuple[int, int]]:
    """The pots in the middle, without the bets that still lie in front of the seats."""
    if state.pots is not None:
        return state.pots
    before = [paid - bet for paid, bet in zip(state.paid, state.bet, strict=True)]
    return derive(before, state.dead_pot, state.live, state.able)


def return_uncalled(state: State) -> None:
    """Return the part of a bet that nobody matched on this street, and clear the bets; then that of an ante.

    Seed `000` §5: "he can take back the amount exceeding the all-in".
    """
    bets = state.bet
    highest = max(bets)
    if highest:
        if bets.count(highest) == 1:
            bettor = bets.index(highest)
            excess = highest - max([bet for bet in bets if bet != highest], default=0)
            _give_back(state, bettor, excess)
        state.bet = [0] * len(bets)
    # Of two players with chips each has paid the whole ante.
    if not state.able & (state.able - 1) and state.frame.rules.unmatched_ante is UnmatchedAnte.RETURNED:
        _return_ante(state)


def _return_ante(state: State) -> None:
    """Return what a player still in the hand put in above all others, whose antes were short.

    H9: a player wins at most what they put in themselves of each other; so nobody else can win that part.
    """
    paid = state.paid
    highest = max(paid)
    position = paid.index(highest)
    if paid.count(highest) == 1 and state.live >> position & 1:
        _give_back(state, position, highest - max([put for put in paid if put != highest]))


def _give_back(state: State, position: int, cents: int) -> None:
    """Take from the pot what one player alone put in; together with what has gone back to them already."""
    state.paid[position] -= cents
    state.stack[position] += cents
    state.pot -= cents
    if state.live >> position & 1:
        state.able |= 1 << position
    back, before = state.returned or (position, 0)
    state.returned = (position, cents + (before if back == position else 0))


def split(cents: int, winners: int, chip_cents: int, odd_chip: OddChip) -> tuple[int, ...]:
    """Equal shares in whole chips, winners in order from the left of the button; odd chips by the house's rule.

    WLA 148–149: odd chips go one each from the first seat left of the button.  A rest smaller than a chip goes to that
    first seat.
    """
    if winners == 1:
        return (cents,)
    shares = money.split(cents, (1,) * winners, unit_cents=chip_cents)
    if odd_chip is OddChip.ALL_TO_FIRST:
        others = (shares[-1],) * (winners - 1)
        return (cents - sum(others), *others)
    return shares


def share(cents: int, winners: tuple[int, ...], chip_cents: int, odd_chip: OddChip, had: set[int]) -> dict[int, int]:
    """The cents of each winner, from the left of the button.

    `had`: who has had an odd chip of this pot.  Only `OddChip.ONE_A_PLAYER` looks at it, and adds to it.
    """
    if odd_chip is not OddChip.ONE_A_PLAYER:
        return dict(zip(winners, split(cents, len(winners), chip_cents, odd_chip), strict=True))
    in_turn = sorted(winners, key=had.__contains__)
    shares = dict(zip(in_turn, split(cents, len(winners), chip_cents, odd_chip), strict=True))
    had.update(seat for seat, part_cents in shares.items() if part_cents > min(shares.values()))
    return {seat: shares[seat] for seat in winners}

"""The result of a finished hand, and the one function that pays it.

The base of the house's tax is `total_cents`: the whole pot without the uncalled bet, also when the hand ended by a
fold.  Tax is one amount per hand, which the rule set charges to the pots; odd chips are split after it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from accounting import money
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.policy.terms import Terms
from casino.errors import N_, Refusal
from tables.rules.evaluate import NO_LOW, Rank
from tables.rules.pots import share, split
from tables.rules.rule_sets import OddChip, TaxFrom
from tables.rules.state import Phase, State, positions


@dataclass(frozen=True, slots=True)
class PotResult:
    """One pot before tax: the seats that could win it, and its winners on each board (two boards when run twice).

    `low`: the winners of the low half on each board, none where nobody qualified; empty where low wins nothing.  Seats
    are listed clockwise from the left of the button.
    """

    amount_cents: int
    eligible: tuple[int, ...]
    winners: tuple[tuple[int, ...], ...]
    low: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat before tax.

    `contributed_cents` excludes the `returned_cents` of an uncalled bet, `stack_cents` excludes `won_cents`.
    """

    seat: int
    contributed_cents: int
    returned_cents: int
    won_cents: int
    stack_cents: int


@dataclass(frozen=True, slots=True)
class Result:
    """A finished hand; seats are listed clockwise from the left of the button.

    `total_cents` is the base of the tax; when the blinds were taken back, there is no pot and it is 0.  `showdown`: two
    or more players were left at the end.  `voluntary`: something was bet beyond the posts (else the hand was a walk).
    """

    pots: tuple[PotResult, ...]
    seats: tuple[SeatResult, ...]
    total_cents: int
    flop_seen: bool
    dealt_in: int
    showdown: bool
    voluntary: bool
    chip_cents: int
    odd_chip: OddChip
    tax_from: TaxFrom
    bomb_pot: bool = False


@dataclass(frozen=True, slots=True)
class PotPayout:
    """One pot as paid: `taken_cents` went to the house, `shares` are (seat, cents)."""

    amount_cents: int
    taken_cents: int
    shares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Payout:
    """The hand as paid: `won_cents` per seat that won, `final_cents` the stack of every seat after the hand."""

    pots: tuple[PotPayout, ...]
    taken_cents: int
    won_cents: dict[int, int]
    final_cents: dict[int, int]


def result(state: State) -> Result:
    """The result of a finished hand; refuses `hand_not_over`."""
    if state.phase is not Phase.FINISHED:
        raise Refusal("hand_not_over", N_("The hand is not over yet."))
    frame = state.frame
    found = _pot_results(state)
    won = dict.fromkeys(frame.seats, 0)
    for pot in found:
        for seat, cents in _shares(pot, pot.amount_cents, frame.terms.chip_cents, frame.rules.odd_chip):
            won[seat] += cents
    back, excess = state.returned or (-1, 0)
    seats = tuple(
        [
            SeatResult(seat, paid + dead, excess if position == back else 0, won[seat], stack)
            for position, (seat, paid, dead, stack) in enumerate(
                zip(frame.seats, state.paid, state.dead, state.stack, strict=True)
            )
        ]
    )
    assert sum(won.values()) == state.pot, "a pot goes to its winners, whole"
    return Result(
        pots=found,
        seats=seats,
        total_cents=state.pot,
        flop_seen=bool(state.boards[0]),
        dealt_in=len(frame.seats),
        showdown=state.pots is not None,
        voluntary=state.caller >= 0 or state.aggressor >= 0 or state.street > 0,
        chip_cents=frame.terms.chip_cents,
        odd_chip=frame.rules.odd_chip,
        tax_from=frame.rules.tax_from,
        bomb_pot=frame.setup.bomb_pot,
    )


def _pot_results(state: State) -> tuple[PotResult, ...]:
    if state.chopped:
        return ()
    frame = state.frame
    pots = state.pots or [(state.pot, state.live)]
    boards = range(len(state.boards))
    high_ranks: dict[tuple[int, int], int] = {}
    low_ranks: dict[tuple[int, int], int] = {}
    found = []
    for (cents, eligible), claims in zip(pots, state.claims or (state.live,), strict=True):
        lows: tuple[tuple[int, ...], ...] = ()
        if claims & (claims - 1):
            claimants = positions(claims)
            winners = tuple([_best(state, claimants, board, frame.high, high_ranks) for board in boards])
            if frame.low is not None:
                lows = tuple([_best(state, claimants, board, frame.low, low_ranks) for board in boards])
        else:
            winners = ((frame.seats[claims.bit_length() - 1],),)
        found.append(PotResult(cents, frame.of(eligible), winners, lows))
    return tuple(found)


def _best(
    state: State, claimants: list[int], board: int, by: Rank, ranks: dict[tuple[int, int], int]
) -> tuple[int, ...]:
    """The seats of the claimants with the best rank on a board; nobody where none has a low.  `ranks`: found so far."""
    cards = state.boards[board]
    for position in claimants:
        if (position, board) not in ranks:
            ranks[position, board] = by(state.shown[position], cards)
    best = min([ranks[position, board] for position in claimants])
    if best == NO_LOW and by is state.frame.low:
        return ()
    return tuple([state.frame.seats[position] for position in claimants if ranks[position, board] == best])


class Part(StrEnum):
    """What of a board's part of a pot was won."""

    WHOLE = "whole"  # the game has no halves, or one claimant was left
    HIGH = "high"
    LOW = "low"
    NO_LOW = "no_low"  # the high hand took all: nobody had a low
    BOTH = "both"  # the same seats won both halves


def divided(
    pot: PotResult, cents: int, chip_cents: int, odd_chip: OddChip
) -> Iterator[tuple[int, Part, int, dict[int, int]]]:
    """Divide `cents` of a pot: the number of the board from 0, what was won, its cents, and those of each winner.

    The odd chip of the boards goes with the first.
    """
    had: set[int] = set()
    boards = split(cents, len(pot.winners), chip_cents, odd_chip)
    for board, (board_cents, high) in enumerate(zip(boards, pot.winners, strict=True)):
        halves = _halves(board_cents, high, pot.low[board] if pot.low else None, chip_cents, odd_chip)
        first_cents = halves[0][1]
        if len(high) == 1 and first_cents > (halves[-1][1] if len(halves) > 1 else boards[-1]):
            had.update(high)
        for part, part_cents, winners in halves:
            yield board, part, part_cents, share(part_cents, winners, chip_cents, odd_chip, had)


def _halves(
    cents: int, high: tuple[int, ...], low: tuple[int, ...] | None, chip_cents: int, odd_chip: OddChip
) -> list[tuple[Part, int, tuple[int, ...]]]:
    """One board's part of a pot: the odd chip of the halves goes to the high (WLA 149).

    The same winners of both halves share the whole as evenly as can be (TDA, odd chips: identical hands).
    """
    if low is None:
        return [(Part.WHOLE, cents, high)]
    if not low or low == high:
        return [(Part.BOTH if low else Part.NO_LOW, cents, high)]
    high_cents, low_cents = split(cents, 2, chip_cents, odd_chip)
    return [(Part.HIGH, high_cents, high), (Part.LOW, low_cents, low)]


def _shares(pot: PotResult, cents: int, chip_cents: int, odd_chip: OddChip) -> list[tuple[int, int]]:
    """What each winner of a pot gets; most pots have one winner."""
    if len(pot.winners) == 1 == len(pot.winners[0]) and not any(pot.low):
        return [(pot.winners[0][0], cents)]
    shares: dict[int, int] = {}
    for _board, _part, _cents, won in divided(pot, cents, chip_cents, odd_chip):
        for seat, won_cents in won.items():
            shares[seat] = shares.get(seat, 0) + won_cents
    return [(seat, shares[seat]) for seat in pot.eligible if seat in shares]


def tax_facts(result: Result) -> HandFacts:
    """The facts on which the tax of the hand depends."""
    return HandFacts(
        pot_cents=result.total_cents,
        flop_seen=result.flop_seen,
        dealt_in=result.dealt_in,
        uncalled_cents=sum(seat.returned_cents for seat in result.seats),
        chip_cents=result.chip_cents,
        bomb_pot=result.bomb_pot,
    )


def payout(result: Result, taken_cents: int = 0, terms: Terms | None = None) -> Payout:
    """Pay the pots after the house's `taken_cents`: tax, and jackpot where there is one.  Refuses `taken_above_pot`.

    `terms` are the schedule's: `TaxFrom.AS_DUE` charges each pot the tax it adds under them, and without them the main
    pot first.  Chips are conserved: winners and house get exactly the chips that the seats put in.
    """
    if not 0 <= taken_cents <= result.total_cents:
        raise Refusal(
            "taken_above_pot",
            N_("No more than the pot of %(total_cents)s can be taken."),
            taken_cents=taken_cents,
            total_cents=result.total_cents,
        )
    won: dict[int, int] = {}
    paid = []
    for pot, taken in zip(result.pots, _taken_by_pot(result, taken_cents, terms), strict=True):
        shares = _shares(pot, pot.amount_cents - taken, result.chip_cents, result.odd_chip)
        for seat, cents in shares:
            won[seat] = won.get(seat, 0) + cents
        paid.append(PotPayout(pot.amount_cents, taken, tuple(shares)))
    final = {seat.seat: seat.stack_cents + won.get(seat.seat, 0) for seat in result.seats}
    assert sum(won.values()) + taken_cents == result.total_cents, "chips in, chips out"
    return Payout(tuple(paid), taken_cents, won, final)


def _taken_by_pot(result: Result, taken_cents: int, terms: Terms | None) -> tuple[int, ...]:
    """The part of the tax each pot bears, in whole chips where `taken_cents` is."""
    amounts = [pot.amount_cents for pot in result.pots]
    if result.tax_from is TaxFrom.BY_SIZE and any(amounts):
        return money.split(taken_cents, amounts, unit_cents=result.chip_cents)
    if result.tax_from is TaxFrom.AS_DUE and terms is not None:
        return rake.charge_pots_as_due(terms, tax_facts(result), taken_cents, amounts)
    return rake.charge_pots(taken_cents, amounts)

"""Differences between our result and the one another room printed, and the known flaws of printed hands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from accounting.money import Rounding
from accounting.policy.terms import Percent, Terms
from tables.rules.boards import won_by_board, won_by_half
from tables.rules.forms import Half
from tables.rules.records import CAPPED, Facts, Recording
from tables.rules.result import Payout, Result, payout
from tables.rules.rule_sets import TaxFrom

#: Each room divides a taxed split pot in its own way; README of the hands: compare within ± 25 units.
SPLIT_TOLERANCE_CENTS: Final = 25

#: The rates at which the rooms' printed hands were taxed, over the years and stakes, each up to a cap.  No record
#: prints its rate; the total that was taken serves as the cap.
RATES: Final = (
    Terms(Percent(500), rounding=Rounding.NEAREST),
    Terms(Percent(500), rounding=Rounding.DOWN),
    Terms(Percent(450), rounding=Rounding.NEAREST),
)

#: Flaws that a record shows by itself, and why our rules cannot agree with the print.
REASONS: Final[Mapping[str, str]] = {
    "fold_when_all_in": "all-in by ante or blind and printed as a fold",
    "blind_as_dead_money": "a late big blind printed as dead money, yet its player checks",
    CAPPED: "a capped game: all-in for the cap with chips behind",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One value on which the room's print and our result disagree."""

    what: str
    printed: object
    ours: object


def reason_allowed(recording: Recording) -> str | None:
    """Why a difference on this hand is a flaw of the print; None when no flaw is known."""
    return REASONS[min(recording.oddities)] if recording.oddities else None


def compare(facts: Facts, result: Result) -> list[Difference]:
    """Every difference between the print and our result.

    Winners, whole pot and uncalled bet must agree exactly; the net per seat exactly when one seat wins or nothing was
    taken, else within ± 25 units of one of the ways to charge a tax to several pots (rooms differ in that).  Never
    refuses: a printed tax above the pot is a difference too.
    """
    is_possible = 0 <= facts.taken_cents <= result.total_cents
    if is_possible and _is_walk(result) and _walk_agrees(facts, result):
        return []
    found = []
    if facts.total_cents != result.total_cents:
        found.append(Difference("total_pot", facts.total_cents, result.total_cents))
    returned = _returned(result)
    if "uncalled_not_printed" not in facts.flags and facts.uncalled_cents != returned:
        found.append(Difference("uncalled", facts.uncalled_cents, returned))
    if not is_possible:
        return [*found, Difference("taken", facts.taken_cents, result.total_cents)]
    ways = [paid for way in TaxFrom for paid in _payouts(result, facts.taken_cents, way)]
    paid = [way.won_cents for way in ways]
    # A way of charging may leave the winner of a small pot nothing.
    same = [won for won in paid if {seat for seat, cents in won.items() if cents} == set(facts.collected_cents)]
    if not same:
        winners = sorted(seat for seat, cents in paid[0].items() if cents)
        found.append(Difference("winners", sorted(facts.collected_cents), winners))
    elif not any(_nets_agree(facts, won) for won in same):
        found.append(Difference("net", facts.collected_cents, same[0]))
    boards = [won_by_board(result, way) for way in ways]
    if facts.by_board_cents and not any(_boards_agree(facts, won) for won in boards):
        found.append(Difference("boards", facts.by_board_cents, boards[0]))
    halves = [won_by_half(result, way) for way in ways]
    if facts.by_half_cents and not any(_halves_agree(facts, won) for won in halves):
        found.append(Difference("halves", facts.by_half_cents, halves[0]))
    return found


def _boards_agree(facts: Facts, boards: Sequence[dict[int, int]]) -> bool:
    return len(boards) == len(facts.by_board_cents) and all(
        _part_agrees(facts, printed, won) for printed, won in zip(facts.by_board_cents, boards, strict=True)
    )


def _halves_agree(facts: Facts, halves: Mapping[Half, dict[int, int]]) -> bool:
    return all(_part_agrees(facts, printed, halves.get(half, {})) for half, printed in facts.by_half_cents.items())


def _part_agrees(facts: Facts, printed: dict[int, int], won: dict[int, int]) -> bool:
    """Whether a board or a half has the printed winners, and amounts as exact as the net of a split pot."""
    allowed = 0 if facts.taken_cents == 0 else SPLIT_TOLERANCE_CENTS
    return printed.keys() == {seat for seat, cents in won.items() if cents} and all(
        abs(cents - won[seat]) <= allowed for seat, cents in printed.items()
    )


def _payouts(result: Result, taken_cents: int, way: TaxFrom) -> Iterator[Payout]:
    """The hand paid with the tax charged in that way: once, or once for each rate the room may have had."""
    charged = replace(result, tax_from=way)
    for terms in RATES if way is TaxFrom.AS_DUE else (None,):
        yield payout(charged, taken_cents, terms)


def _returned(result: Result) -> dict[int, int]:
    return {seat.seat: seat.returned_cents for seat in result.seats if seat.returned_cents}


def _nets_agree(facts: Facts, won: dict[int, int]) -> bool:
    exact = len(facts.collected_cents) == 1 or facts.taken_cents == 0
    allowed = 0 if exact else SPLIT_TOLERANCE_CENTS
    return all(abs(cents - won[seat]) <= allowed for seat, cents in facts.collected_cents.items())


def _is_walk(result: Result) -> bool:
    """Whether everybody folded to the big blind: nobody put in more than the posts."""
    return not result.showdown and not result.voluntary


def _walk_agrees(facts: Facts, result: Result) -> bool:
    """Whether each seat's printed sum agrees, uncalled bets included.

    Rooms print the big blind of a walk as uncalled in whole, in part or not at all.
    """
    printed = dict(facts.collected_cents)
    for seat, cents in facts.uncalled_cents.items():
        printed[seat] = printed.get(seat, 0) + cents
    ours = dict(payout(result, facts.taken_cents).won_cents)
    for seat, cents in _returned(result).items():
        ours[seat] = ours.get(seat, 0) + cents
    return printed == ours

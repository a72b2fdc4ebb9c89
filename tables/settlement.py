"""The settlement of finished hands and rounds: rake due and taken, payments, and their transfers.  Pure.

Uncalled bets are returned to their seats first; the base of the rake is the whole pot without them, also when the hand
ended by a fold.  The rake is one amount per hand, charged to its pots as the rule set says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounting import places
from accounting.chain import Move, WagerFacts
from accounting.chips import refuse_part
from accounting.policy import rake
from accounting.policy.rake import Due, HandFacts
from accounting.policy.terms import Terms
from casino import reasons
from casino.errors import N_, Refusal
from tables.rules.banked.records import RoundRecord, SettledBox
from tables.rules.banked.rule_sets import BankedRules
from tables.rules.banked.settling import Outcome
from tables.rules.banked.settling import Result as BetResult
from tables.rules.result import Payout, Result, payout, tax_facts

EVERY_ACTION = "every_action"
"""The way of recording in which each seat has a stack."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A guest's tip to the staff, out of the stack in front of a seat (cents > 0)."""

    seat: int
    amount_cents: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payment of a hand: its computation, the rake as taken, the transfers in order, and the stored result."""

    due: Due
    taken_cents: int
    tips_cents: int
    pot_cents: int
    flop_seen: bool
    dealt_in: int
    bomb_pot: bool
    reason: str
    moves: tuple[Move, ...]
    result: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Tax:
    """The schedule of a hand's rake, and the amount that the dealer took (None: the amount due).

    `was_booked`: the hand is in the books with this amount, so neither whole chips nor a reason are required.
    """

    terms: Terms
    version_id: int
    taken_cents: int | None
    reason: str
    was_booked: bool = False


def of_hand(*, table: str, result: Result, tips: Sequence[Tip], tax: Tax) -> Settlement:
    """Settle a hand whose every action was recorded.

    Refuses `rake_reason_required`, `rake_above_pot`, `not_on_chip`, `tip_not_positive`, `tip_above_stack`.
    """
    due = rake.due(tax.terms, tax_facts(result))
    taken_cents = _taken(due, tax, result.total_cents - due.jackpot_cents, result.chip_cents)
    paid = payout(result, taken_cents + due.jackpot_cents, tax.terms)
    _check_tips(tips, paid, result.chip_cents)
    return Settlement(
        due=due,
        taken_cents=taken_cents,
        tips_cents=sum(tip.amount_cents for tip in tips),
        pot_cents=result.total_cents,
        flop_seen=result.flop_seen,
        dealt_in=result.dealt_in,
        bomb_pot=result.bomb_pot,
        reason=tax.reason,
        moves=tuple(_moves(table, result, paid, due, taken_cents, tips, tax)),
        result=_stored(result, paid, due, taken_cents, tips, tax),
    )


def of_summary(
    *,
    table: str,
    facts: HandFacts,
    tip_cents: int,
    winners: Sequence[int],
    tax: Tax,
    contributions: Mapping[str, int] | None = None,
    won: Mapping[str, int] | None = None,
) -> Settlement:
    """Settle a hand of which only the outcome was recorded: rake and tip leave the table's pool.

    `contributions`: what each seat put in, and `won`: the parts of the winners after the house's, where that was
    recorded too; the seats are text, as JSON stores them.

    Refuses `rake_reason_required`, `rake_above_pot`, `not_on_chip`.
    """
    due = rake.due(tax.terms, facts)
    taken_cents = _taken(due, tax, facts.pot_cents - due.jackpot_cents, facts.chip_cents)
    pool = places.pool(table)
    tips = [Tip(0, tip_cents)] if tip_cents else []
    return Settlement(
        due=due,
        taken_cents=taken_cents,
        tips_cents=tip_cents,
        pot_cents=facts.pot_cents,
        flop_seen=facts.flop_seen,
        dealt_in=facts.dealt_in,
        bomb_pot=facts.bomb_pot,
        reason=tax.reason,
        moves=(*_to_the_house(table, pool, due, taken_cents, tax), *(_tip(table, pool, tip) for tip in tips)),
        result={
            "pot_cents": facts.pot_cents,
            "winners": list(winners),
            "flop_seen": facts.flop_seen,
            "dealt_in": facts.dealt_in,
            "chip_cents": facts.chip_cents,
            **({"bomb_pot": True} if facts.bomb_pot else {}),
            "rake": _rake(due, taken_cents, tax),
            "tips_cents": tip_cents,
            **({"contributions": dict(contributions)} if contributions else {}),
            **({"won": dict(won)} if won else {}),
        },
    )


def facts_of(stored: Mapping[str, Any]) -> HandFacts:
    """What the tax of a hand depends on of which only the outcome was recorded, from its stored result."""
    return HandFacts(
        stored["pot_cents"],
        stored["flop_seen"],
        stored["dealt_in"],
        chip_cents=stored["chip_cents"],
        bomb_pot=stored.get("bomb_pot", False),
    )


def of_round(table: str, recording: str, settled: Sequence[SettledBox], tips: Sequence[Tip]) -> list[Move]:
    """A round's transfers: lost bets of each seat to the float, winnings from it, then tips.

    With the recording `summary`, where seats have no stacks, a seat's chips are the table's pool.
    """
    rack = places.table_float(table)
    lost: dict[str, int] = {}
    paid: dict[str, int] = {}
    for one in settled:
        chips = _chips(table, recording, one.seat)
        lost[chips] = lost.get(chips, 0) + one.lost_cents
        paid[chips] = paid.get(chips, 0) + one.paid_cents
    found = [Move(chips, rack, cents) for chips, cents in sorted(lost.items()) if cents]
    found += [Move(rack, chips, cents) for chips, cents in sorted(paid.items()) if cents]
    return found + [_tip(table, _chips(table, recording, tip.seat), tip) for tip in tips]


@dataclass(frozen=True, slots=True)
class Occasion:
    """The time and table of a booked round, its dealer, and the game's name at that time."""

    at: datetime
    table_code: str
    dealer_id: int | None
    game: str


def wager(
    occasion: Occasion, rules: BankedRules, record: RoundRecord, settled: Sequence[SettledBox], tips: Sequence[Tip]
) -> WagerFacts:
    """The figures of a round: stakes, losses and payments, those of side bets, the house's edge, and the tips."""
    outcomes = [bet for one in settled for bet in one.outcomes]
    side = [bet for bet in outcomes if bet.spot in rules.side_bets]
    return WagerFacts(
        hour=occasion.at.replace(minute=0, second=0, microsecond=0),
        table_code=occasion.table_code,
        dealer_id=occasion.dealer_id,
        game=occasion.game,
        rule_set=rules.key,
        edge_ppm=rules.edge_ppm,
        ante_cents=sum(one.box.ante_cents for one in record.boxes),
        staked_cents=sum(one.box.staked_cents for one in record.boxes),
        lost_cents=_lost(outcomes),
        paid_cents=sum(bet.paid_cents for bet in outcomes),
        side_staked_cents=sum(bet.staked_cents for bet in side),
        side_lost_cents=_lost(side),
        side_paid_cents=sum(bet.paid_cents for bet in side),
        tips_cents=sum(tip.amount_cents for tip in tips),
    )


def _lost(outcomes: Sequence[Outcome]) -> int:
    return sum(bet.staked_cents for bet in outcomes if bet.result is BetResult.LOST)


def changed_seats(setup: Mapping[str, Any], result: Mapping[str, Any] | None) -> set[int]:
    """The seats whose stacks a settled hand changed, from its stored set-up and result."""
    assert result is not None, "a settled hand has a result"
    after = stacks_after(result)
    return {seat["seat"] for seat in setup["seats"] if seat["stack_cents"] != after[seat["seat"]]}


def stacks_after(result: Mapping[str, Any]) -> dict[int, int]:
    """The stack of each seat after a settled hand and its tips, from its stored result."""
    after = {int(seat): cents for seat, cents in result["stacks"].items()}
    for tip in result["tips"]:
        after[tip["seat"]] -= tip["amount_cents"]
    return after


def _taken(due: Due, tax: Tax, most_cents: int, chip_cents: int) -> int:
    """The rake as taken; one that differs from the rake due needs a reason."""
    if tax.taken_cents is None or tax.taken_cents == due.due_cents:
        return due.due_cents
    if not 0 <= tax.taken_cents <= most_cents:
        raise Refusal(
            "rake_above_pot",
            N_("The rake must be between zero and the pot of %(most_cents)s."),
            rake_cents=tax.taken_cents,
            most_cents=most_cents,
            due_cents=due.due_cents,
        )
    if tax.was_booked:
        return tax.taken_cents
    refuse_part(tax.taken_cents, chip_cents)
    if len(tax.reason.strip()) < reasons.SHORTEST:
        raise Refusal(
            "rake_reason_required",
            N_("%(due_cents)s is due. Give a reason for taking %(rake_cents)s."),
            rake_cents=tax.taken_cents,
            due_cents=due.due_cents,
        )
    return tax.taken_cents


def _check_tips(tips: Sequence[Tip], paid: Payout, chip_cents: int) -> None:
    left = dict(paid.final_cents)
    for tip in tips:
        if tip.amount_cents <= 0:
            raise Refusal("tip_not_positive", N_("A tip must be more than zero."), seat=tip.seat)
        refuse_part(tip.amount_cents, chip_cents)
        if tip.amount_cents > left.get(tip.seat, 0):
            raise Refusal(
                "tip_above_stack",
                N_("Seat %(seat)s has %(stack_cents)s after the hand."),
                seat=tip.seat,
                tip_cents=tip.amount_cents,
                stack_cents=left.get(tip.seat, 0),
            )
        left[tip.seat] -= tip.amount_cents


def _moves(
    table: str, result: Result, paid: Payout, due: Due, taken_cents: int, tips: Sequence[Tip], tax: Tax
) -> list[Move]:
    """The transfers of one entry, in order: into the pot, out of it to the house and the winners, then tips."""
    pot = places.pot(table)
    seats = sorted(result.seats, key=lambda seat: seat.seat)
    moves = [
        Move(places.seat(table, seat.seat), pot, seat.contributed_cents) for seat in seats if seat.contributed_cents
    ]
    assert sum(move.amount_cents for move in moves) == result.total_cents, "a pot is what the seats put in"
    moves += _to_the_house(table, pot, due, taken_cents, tax)
    moves += [Move(pot, places.seat(table, seat), cents) for seat, cents in sorted(paid.won_cents.items()) if cents]
    moves += [_tip(table, places.seat(table, tip.seat), tip) for tip in tips]
    return moves


def _to_the_house(table: str, source: str, due: Due, taken_cents: int, tax: Tax) -> list[Move]:
    moves = [Move(source, places.rake_box(table), taken_cents)] if taken_cents else []
    if due.jackpot_cents and tax.terms.jackpot is not None:
        moves.append(Move(source, places.jackpot(tax.terms.jackpot.fund), due.jackpot_cents))
    return moves


def _tip(table: str, source: str, tip: Tip) -> Move:
    return Move(source, places.tip_box(table), tip.amount_cents)


def _stored(
    result: Result, paid: Payout, due: Due, taken_cents: int, tips: Sequence[Tip], tax: Tax
) -> dict[str, object]:
    return {
        "pot_cents": result.total_cents,
        "uncalled": {str(seat.seat): seat.returned_cents for seat in result.seats if seat.returned_cents},
        "pots": [
            {
                "cents": pot.amount_cents,
                "eligible": list(pot.eligible),
                "winners": [list(board) for board in pot.winners],
                **({"low": [list(board) for board in pot.low]} if pot.low else {}),
            }
            for pot in result.pots
        ],
        "won": {str(seat): cents for seat, cents in sorted(paid.won_cents.items())},
        "stacks": {str(seat): cents for seat, cents in sorted(paid.final_cents.items())},
        "showdown": result.showdown,
        "flop_seen": result.flop_seen,
        "dealt_in": result.dealt_in,
        "rake": _rake(due, taken_cents, tax),
        "tips": [{"seat": tip.seat, "amount_cents": tip.amount_cents} for tip in tips],
    }


def _rake(due: Due, taken_cents: int, tax: Tax) -> dict[str, object]:
    return {
        "base_cents": due.base_cents,
        "due_cents": due.due_cents,
        "taken_cents": taken_cents,
        "jackpot_cents": due.jackpot_cents,
        "schedule_version": tax.version_id,
        "reason": tax.reason,
        "lines": [{"step": line.step.value, "facts": dict(line.facts)} for line in due.lines],
    }


def _chips(table: str, recording: str, seat: int) -> str:
    return places.seat(table, seat) if recording == EVERY_ACTION else places.pool(table)

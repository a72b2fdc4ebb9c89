"""Hands as an audit reads them, honestly recorded and booked, and ways to make them otherwise.  No database."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from accounting import chain
from accounting.chain import AssessmentFacts, EntryFacts, Move
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.verdicts import Verdict
from tables import evidence, settlement
from tables.evidence import Row
from tables.rules import cards, hand, random_hands
from tables.rules import setup as codec
from tables.rules.actions import Action
from tables.rules.setup import Betting, HandSetup, Variant
from tables.settlement import Settlement, Tax
from tables.verdicts import hand as verdicts
from tables.verdicts.booked import BookedHand, Charged, Customs, Entered, Recorded, Stakes, StakesSince

DEALT = datetime(2026, 11, 21, 21, tzinfo=UTC)
KEYED = DEALT + timedelta(seconds=90)
DEALER, FLOOR = 7, 8
HAND, BOOK = 812, "table/T07"
TERMS = {
    "kind": "percent",
    "rate_bp": 500,
    "cap_cents": 1_500,
    "no_flop_no_drop": True,
    "rounding": "down",
    "chip_cents": 100,
    "jackpot": {"fund": "bbj", "steps": [{"from_cents": 50_000, "total_cents": 100}]},
}
CHARGED = Charged(3, 1, rake.parse(TERMS), True, DEALT - timedelta(days=30), None)
STAKES = Stakes([StakesSince(DEALT - timedelta(days=60), 200, 1)])
CUSTOMS = Customs(tip_bp=100, tip_limit_cents=5_000, is_played=True)


def entered(
    settled: Settlement, recorded: Recorded, rows: tuple[Row, ...], *, taken_cents: int | None = None, **changes: object
) -> Entered:
    """The entry that books it, linked to one before it; `taken_cents`: what the books say against the record."""
    assessment = AssessmentFacts(
        hour=DEALT,
        table_code="T07",
        dealer_id=DEALER,
        game="NLHE 1/2",
        schedule_version_id=recorded.version_id,
        dealt_in=settled.dealt_in,
        flop_seen=settled.flop_seen,
        bomb_pot=settled.bomb_pot,
        pot_cents=settled.pot_cents,
        base_cents=settled.due.base_cents,
        due_cents=settled.due.due_cents,
        taken_cents=settled.taken_cents if taken_cents is None else taken_cents,
        jackpot_cents=settled.due.jackpot_cents,
        tips_cents=settled.tips_cents,
        reason=settled.reason,
    )
    facts = EntryFacts(
        house_id=1,
        book=BOOK,
        code="hand",
        subject=f"hand:{HAND}",
        at=recorded.ended_at,
        gaming_day=DEALT.date(),
        actor_id=DEALER,
        reason="",
        reference=f"hand:{HAND}",
        reverses=None,
        evidence=evidence.digest(verdicts.dealt(recorded), rows, settled.result),
        moves=list(settled.moves),
        assessment=assessment,
    )
    return linked(900, 12, replace(facts, **changes))


def linked(entry_id: int, number: int, facts: EntryFacts) -> Entered:
    digest = chain.link(chain.GENESIS, number, entry_id, chain.content(facts))
    return Entered(entry_id, 2, number, digest, chain.GENESIS, facts)


def summary(
    pot_cents: int = 20_000,
    *,
    flop_seen: bool = True,
    dealt_in: int = 6,
    tip_cents: int = 0,
    rake_cents: int | None = None,
    charged: Charged = CHARGED,
    customs: Customs = CUSTOMS,
    **changes: object,
) -> BookedHand:
    """A hand of which the outcome was keyed, honestly booked; `changes` are of its row."""
    assert charged.terms is not None
    settled = settlement.of_summary(
        table="T07",
        facts=HandFacts(pot_cents, flop_seen, dealt_in, chip_cents=100),
        tip_cents=tip_cents,
        winners=(),
        tax=Tax(charged.terms, charged.version_id, rake_cents, "" if rake_cents is None else "said so"),
    )
    row = Recorded(
        HAND, 1, "T07", 5, 2, 40, "settled", "summary", 6, charged.version_id, DEALER, None, None,
        settled.result, DEALT, KEYED, None, None,
    )._replace(**changes)  # fmt: skip
    entry = entered(settled, row, ())
    return BookedHand(row, (), charged, STAKES, customs, entry, None, (), [entry], None, ())


def every_action(seed: int = 4) -> BookedHand:
    """A hand of chance with every action, honestly booked."""
    played = random_hands.play(
        Random(seed), random_hands.random_setup(Random(seed), variant=Variant.TEXAS, betting=Betting.NO_LIMIT)
    )
    return of_actions(played.setup, played.actions)


def of_actions(setup: HandSetup, actions: Sequence[Action], charged: Charged = CHARGED) -> BookedHand:
    """A hand with these actions, honestly booked."""
    state, rows = hand.start(setup), []
    for number, action in enumerate(actions, 1):
        seat = action.seat if action.seat is not None or action.kind == "board" else state.frame.seats[state.turn]
        at = DEALT + timedelta(seconds=number)
        rows.append(Row(number, action.kind.value, seat, action.to_cents, cards.format(action.cards), None, DEALER, at))
        state = hand.apply(state, action)
    assert charged.terms is not None
    settled = settlement.of_hand(
        table="T07", result=hand.result(state), tips=[], tax=Tax(charged.terms, charged.version_id, None, "")
    )
    row = Recorded(
        HAND, 1, "T07", 5, 2, 40, "settled", "every_action", 6, charged.version_id, DEALER, setup.button_seat,
        codec.to_json(setup), settled.result, DEALT, KEYED, None, None,
    )  # fmt: skip
    entry = entered(settled, row, tuple(rows))
    return BookedHand(row, tuple(rows), charged, STAKES, CUSTOMS, entry, None, (), [entry], None, ())


def rebooked(booked: BookedHand, **changes: object) -> BookedHand:
    """The same hand, but its entry says something else, and its chain was made to fit."""
    assert booked.booking is not None
    facts = booked.booking.facts
    if figures := {name: changes.pop(name) for name in list(changes) if name in AssessmentFacts.__dataclass_fields__}:
        assert facts.assessment is not None
        changes["assessment"] = replace(facts.assessment, **figures)
    entry = linked(booked.booking.entry_id, booked.booking.number, replace(facts, **changes))
    return booked._replace(booking=entry, entries=[entry])


def taken_back(booked: BookedHand, *, after: timedelta, actor: int = FLOOR, **changes: object) -> BookedHand:
    """The hand void, its entry reversed."""
    entry = booked.booking
    assert entry is not None
    assert entry.facts.assessment is not None
    facts = replace(
        entry.facts,
        code="reversal",
        at=entry.facts.at + after,
        actor_id=actor,
        reason="wrong pot",
        reference=None,
        reverses=entry.entry_id,
        evidence=b"",
        moves=[Move(move.destination, move.source, move.amount_cents) for move in reversed(entry.facts.moves)],
        assessment=replace(entry.facts.assessment, sign=-1),
    )
    reversal = linked(901, 13, replace(facts, **changes))
    void = booked.recorded._replace(state="void")
    return booked._replace(recorded=void, reversal=reversal, entries=[entry, reversal])


def rules(booked: BookedHand) -> list[str]:
    return [verdict.rule.value for verdict in verdicts.verdicts(booked)]


def the(booked: BookedHand) -> Verdict:
    (verdict,) = verdicts.verdicts(booked)
    return verdict

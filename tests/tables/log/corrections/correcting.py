"""What the tests of corrections do at a table, and what must hold after each."""

from datetime import UTC, datetime

import pytest

from accounting.days.services import days
from accounting.models import Assessment, Entry
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.floor.services import carry_overs, seats, tables
from tables.hands.services import corrections, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, Session
from tests import builders

STACK = 40_000
PLAYED = Summary(20_000, True, 2, tip_cents=200)
"""5 % of it is 1,000."""
WRONG = Summary(36_000, True, 3, tip_cents=2_000)
"""A nought too many in the tip, the pot of another hand: 1,500 rake, which is the cap."""
EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
JACKPOT = builders.FIVE_PERCENT | {
    "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 1_000, "total_cents": 100}]}
}


def record(evening, table, summary=WRONG, **more):
    return recording.record_summary(
        table_id=table, version=evening.version(table), summary=summary, actor=more.pop("actor", evening.dealer)
    ).hand


def correct(hand, actor, summary=PLAYED, **more):
    return corrections.correct(
        hand_id=hand.pk, version=hand.version, summary=summary, reason="keyed wrong", actor=actor, **more
    ).hand


def leave(evening, table, *stacks_cents, explanation=""):
    for seat, cents in enumerate(stacks_cents, 1):
        seats.cash_out(
            table_id=table,
            version=evening.version(table),
            seat=seat,
            counted_cents=cents,
            explanation=explanation,
            actor=evening.floor,
        )


def close(evening, table):
    version = evening.version(table)
    tables.close_table(table_id=table, version=version, counted_float_cents=50_000, actor=evening.floor)


def carry_over(evening, table, clock, stacks_cents):
    clock.forward(datetime(2026, 11, 21, 13, 0, tzinfo=UTC))
    day = days.roll_over(house_id=evening.house.pk, actor=evening.manager)
    carry_overs.carry_over(
        table_id=table,
        version=evening.version(table),
        counted_float_cents=50_000,
        counted_stacks_cents=stacks_cents,
        actor=evening.floor,
    )
    return day


def agrees():
    """The books are whole, and every hand is what was computed and booked."""
    proof = proofs.prove()
    assert proof.ok, proof.broken
    return True


def booked():
    """Rake and tips by what the hands say: originals less reversals."""
    rows = Assessment.objects.values_list("sign", "taken_cents", "tips_cents", "jackpot_cents")
    return [sum(sign * values[index] for sign, *values in rows) for index in range(3)]


def everything():
    hand_rows = list(Hand.objects.order_by("pk").values_list("pk", "state", "version", "corrects"))
    return hand_rows, builders.balances(), Entry.objects.count(), list(Session.objects.values_list("hands_dealt"))


def refused(code, call):
    """The facts of a refusal that changed nothing."""
    before = everything()
    with pytest.raises(Refusal, match=code) as refusal:
        call()
    assert everything() == before
    return refusal.value.facts


def somebody_else(evening, hand):
    booked_by = Entry.objects.get(reference=f"hand:{hand.pk}").actor
    return next(person for person in (evening.manager, evening.floor) if person != booked_by)


def hand_took(hand):
    rake = hand.result["rake"]
    return rake["taken_cents"] + rake["jackpot_cents"] + hand.result["tips_cents"]


def hand_summary(hand):
    result = hand.result
    return Summary(result["pot_cents"], result["flop_seen"], result["dealt_in"], tip_cents=result["tips_cents"])


def rest(balances):
    return {name: cents for name, cents in balances.items() if not name.startswith(("jackpot/", "variance/"))}

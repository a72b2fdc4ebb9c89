"""An evening end to end, to the cent: from the opening of the day to its seal."""

import pytest

from accounting.models import Assessment, Entry
from accounting.proof.services import proofs
from tables.floor.services import seats, tables
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tables.rules.actions import Action, Kind
from tables.settlement import Tip
from tests import builders

pytestmark = pytest.mark.django_db


def play(hand, *script, actor):
    """`("raise", 600)`, `"call"`, `("board", "Ah Kd 2c")`, `("show", 1, "As Ks")`."""
    from tables.rules import cards

    for step in script:
        kind, *rest = (step,) if isinstance(step, str) else step
        match kind:
            case "board":
                action = Action(Kind.BOARD, cards=cards.parse(rest[0]))
            case "show":
                action = Action(Kind.SHOW, seat=rest[0], cards=cards.parse(rest[1]))
            case "muck":
                action = Action(Kind.MUCK, seat=rest[0])
            case _:
                action = Action(Kind(kind), to_cents=rest[0] if rest else None)
        hand = hands.act(hand_id=hand.hand.pk, version=hand.hand.version, action=action, actor=actor)
    return hand


def test_a_hand_is_paid_to_the_cent():
    evening = builders.evening()
    table = evening.table()
    evening.sit(table, 40_000, 40_000, 40_000)
    hand = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer)
    assert (hand.hand.number, hand.hand.button_seat) == (1, 1)
    # Seat 1 has the button, 2 and 3 the blinds of 1 and 2 euros.
    hand = play(
        hand,
        ("raise", 600),
        "fold",
        "call",
        ("board", "Ah Kd 2c"),
        "check",
        ("bet", 1_000),
        "call",
        ("board", "7s"),
        "check",
        "check",
        ("board", "7h"),
        "check",
        "check",
        ("show", 3, "As Qs"),
        ("show", 1, "Ac Kc"),
        actor=evening.dealer,
    )
    hand = hands.settle(hand_id=hand.hand.pk, version=hand.hand.version, tips=[Tip(1, 100)], actor=evening.dealer)
    # Pot 6 + 1 + 6 before the flop, 10 + 10 on it: 33 euros; 5 % down to the euro is 1.
    assert hand.hand.state == Hand.State.SETTLED
    assert hand.assessment["due_cents"] == hand.assessment["taken_cents"] == 100
    assert builders.balances() == {
        "guests/T07": -120_000,
        "seat/T07/1": 40_000 + 3_300 - 1_600 - 100 - 100,
        "seat/T07/2": 39_900,
        "seat/T07/3": 38_400,
        "rake/T07": 100,
        "tips/T07": 100,
    }
    assert proofs.prove().ok


def test_an_evening_closes_with_every_chip_accounted_for():
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"), float_cents=500_000)
    evening.sit(table, 20_000, 30_000)
    recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(pot_cents=18_400, flop_seen=True, dealt_in=2, tip_cents=200),
        actor=evening.dealer,
    )
    assert builders.balances("pool") == {"pool/T07": 50_000 - 900 - 200}
    for seat, counted in ((1, 11_600), (2, 37_300)):
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=counted, actor=evening.floor
        )
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=500_000, actor=evening.floor)
    assert builders.balances() == {"guests/T07": -1_100, "count/room": 1_100}
    day = evening.close_day()
    assert len(day.seal) == 64
    # Rake as counted belongs to the house, tips to the staff (SpielbG NRW §22); nothing is left in between.
    tronc = f"tronc/{day.date:%Y-%m}"
    assert builders.balances() == {"guests/T07": -1_100, "bank/rake": 900, tronc: 200}
    # Float in, two buy-ins, the hand, two cash-outs, float out; then two boxes taken and two counted.
    proof = proofs.prove()
    assert (proof.ok, proof.entries) == (True, 7 + 4)
    assert Assessment.objects.get().taken_cents == 900
    assert Entry.objects.count() == 7 + 4

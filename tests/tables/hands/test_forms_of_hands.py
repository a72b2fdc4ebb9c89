"""Hands of several forms, from the deal to the stacks: six cards, quartered pots, no low, two boards, odd chips."""

from dataclasses import replace
from random import Random

import pytest
from django.utils import translation

from accounting.models import Entry
from accounting.policy.rake import parse
from tables.hands.selectors import history, outcomes, shares, streets
from tables.hands.services import hands
from tables.models import HandAction
from tables.rules import random_hands
from tables.rules.forms import FORMS
from tables.rules.hand import replay
from tables.rules.result import payout, result
from tables.rules.setup import Betting, Variant
from tests import builders
from tests.api_client import Api, problem
from tests.tables.hands.playing import act, settle, start
from tests.tables.rules.scripts import actions

pytestmark = pytest.mark.django_db
EURO = 100
NAMES = {1: "Weber", 2: "Rossi", 3: "Nguyen", 4: "Yilmaz"}


def dealt(variant, players, *, betting="pot_limit", **terms):
    """A table of such a game in chips of one euro, with guests of 200 euros each; a rake of one euro a hand."""
    evening = builders.evening({"kind": "fixed", "amount_cents": EURO, "min_pot_cents": 2 * EURO})
    table = evening.table(evening.game(variant=variant, betting=betting, chip_cents=EURO, **terms))
    evening.sit(table, *[200 * EURO] * players)
    return evening, table


def played(evening, table, script):
    return settle(evening, act(evening, start(evening, table), *actions(script)))


def stacks(evening, table):
    """In euros; what is missing from 200 each is in the rake box."""
    found = {seat.seat: seat.stack_cents for seat in evening.view(table).seats}
    assert sum(found.values()) + evening.view(table).session.rake_cents == len(found) * 200 * EURO
    return {seat: cents // EURO for seat, cents in found.items()}


def told(recorded):
    """Of each winner and loser at the showdown: the hands and what they won of which pot, in English."""
    with translation.override("en"):
        found = outcomes.of_hand(recorded, NAMES, parse(recorded.hand.schedule_version.terms))
        return {
            line.seat: ([f"{one.part}: {one.words}".removeprefix(": ") for one in line.hands], list(line.parts))
            for line in found.lines
        }


def test_omaha_with_six_cards_and_seven_players():
    """Seven times two, and a bet of the pot that one calls: 42, less 1. Aces full beat kings full."""
    evening, table = dealt("omaha_6", 7)
    hand = played(
        evening,
        table,
        "4 call, 5 call, 6 call, 7 call, 1 call, 2 call, 3 check, board AhKd2c, 2 check, 3 check, 4 bet 1400, 5 call,"
        "6 fold, 7 fold, 1 fold, 2 fold, 3 fold, board 7s, 4 check, 5 check, board 7d, 4 check, 5 check,"
        "4 show AsAc3d4d5h6h, 5 show KsKcQdJdTh9h",
    )
    assert stacks(evening, table) == {1: 198, 2: 198, 3: 198, 4: 225, 5: 184, 6: 198, 7: 198}
    assert told(hand)[4] == (["Full house, aces and sevens"], ["Pot 42.00 less rake 1.00"])


def test_big_o_quartered():
    """17 after the rake: 9 for the high with its odd chip, and the low of 8 shared: 13 and 4."""
    evening, table = dealt("big_o", 3)
    hand = played(
        evening,
        table,
        "1 call, 2 call, 3 check, board 3h5d8s, 2 bet 600, 3 call, 1 fold, board Kc, 2 check, 3 check, board Kd,"
        "2 check, 3 check, 2 show Ah4hKsQsJc, 3 show Ad4dQhJhTd",
    )
    assert hand.hand.result["pots"] == [{"cents": 1800, "eligible": [2, 3], "winners": [[2]], "low": [[2, 3]]}]
    assert stacks(evening, table) == {1: 198, 2: 205, 3: 196}
    assert told(hand) == {
        2: (
            ["high: Three kings, ace, eight", "low: 8-5-4-3-A"],
            ["13.00 of Pot 18.00 less rake 1.00: high 9.00; low 4.00"],
        ),
        3: (
            ["high: Pair of kings, ace, queen, eight", "low: 8-5-4-3-A"],
            ["4.00 of Pot 18.00 less rake 1.00: low 4.00"],
        ),
    }


def test_texas_hi_lo_without_a_low():
    """Three cards of the board are above the eight: the high takes all."""
    evening, table = dealt("texas_hi_lo", 3, betting="fixed_limit")
    hand = played(
        evening,
        table,
        "1 fold, 2 call, 3 check, board 9hThJd, 2 check, 3 check, board Qs, 2 check, 3 check, board 2c, 2 check,"
        "3 check, 2 show As2d, 3 show KsKd",
    )
    assert hand.hand.result["pots"] == [{"cents": 400, "eligible": [2, 3], "winners": [[3]], "low": [[]]}]
    assert stacks(evening, table) == {1: 200, 2: 198, 3: 201}
    assert told(hand)[3] == (["high: Straight, king high"], ["Pot 4.00 less rake 1.00: high 3.00"])


BOMB = (
    "board AhKd2c, board QhJhTh, 2 check, 3 check, 4 check, 1 check, board 7s, board 3c, 2 check, 3 check, 4 check,"
    "1 check, board 8s, board 3d, 2 check, 3 check, 4 check, 1 check,"
    "2 show AsAc, 3 show Ks9c, 4 show Kc9d, 1 show 4h4c"
)


def test_a_bomb_pot_on_two_boards_with_odd_chips():
    """19 after the rake: 10 for the first board, 9 for the second, of which the first seat left of the button has 5."""
    evening, table = dealt("texas", 4, bomb_pot_ante_cents=5 * EURO, bomb_pot_boards=2, bomb_pot_every=1)
    hand = played(evening, table, BOMB)
    assert hand.hand.result["pots"] == [{"cents": 2000, "eligible": [2, 3, 4, 1], "winners": [[2], [3, 4]]}]
    assert stacks(evening, table) == {1: 195, 2: 205, 3: 200, 4: 199}
    said = told(hand)
    assert said[2][1] == ["10.00 of Pot 20.00 less rake 1.00: board 1 10.00"]
    assert said[3][1] == ["5.00 of Pot 20.00 less rake 1.00: board 2 5.00"]
    assert said[4] == (
        ["board 1: Pair of kings, ace, nine, eight", "board 2: Straight, king high"],
        ["4.00 of Pot 20.00 less rake 1.00: board 2 4.00"],
    )


def test_streets_and_sentences_say_the_board():
    evening, table = dealt("texas", 4, bomb_pot_ante_cents=5 * EURO, bomb_pot_boards=2, bomb_pot_every=1)
    hand = played(evening, table, BOMB)
    with translation.override("en"):
        parts = streets.of_hand(hand.state.frame.setup, actions(BOMB), NAMES)
        assert [(part.name, [len(board) for board in part.boards]) for part in parts] == [
            ("Preflop", []), ("Flop", [3, 3]), ("Turn", [1, 1]), ("River", [1, 1]), ("Showdown", []),
        ]  # fmt: skip
        assert parts[0].sentences[0] == "1 Weber posts 5"
        sentences = history.sentences(hand, NAMES)
        assert sentences[:2] == ["Board 1: A♥ K♦ 2♣", "Board 2: Q♥ J♥ T♥"]
        assert sentences[6:8] == ["Board 1: 7♠", "Board 2: 3♣"]


def test_a_row_that_was_undone_is_told_with_its_board():
    evening, table = dealt("texas", 4, bomb_pot_ante_cents=5 * EURO, bomb_pot_boards=2, bomb_pot_every=1)
    hand = act(evening, start(evening, table), *actions("board AhKd2c, board QhJhTh"))
    hand = hands.undo(hand_id=hand.hand.pk, version=hand.hand.version, actor=evening.dealer)
    hand = act(evening, hand, *actions("board Qh9h8h"))
    with translation.override("en"):
        assert list(history.of_rows(hand, NAMES)) == [
            "Board 1: A♥ K♦ 2♣", "Board 2: Q♥ J♥ T♥", "Row 2 has been undone", "Board 2: Q♥ 9♥ 8♥",
        ]  # fmt: skip


def test_over_http_with_lows_on_two_boards():
    """Omaha Hi-Lo: seat 2 wins the high and the low of the first board; nobody has a low on the second."""
    evening, table = dealt("omaha_hi_lo", 2, bomb_pot_ante_cents=5 * EURO, bomb_pot_boards=2, bomb_pot_every=1)
    dealer = Api(evening.dealer)
    hand = dealer.post(f"tables/{table}/hands/", {"version": evening.version(table)}).json()

    def send(**action):
        return dealer.post(f"hands/{hand['id']}/actions/", {"version": hand["version"], **action})

    def refused(code, **action):
        before = HandAction.objects.count()
        answer = send(**action)
        assert problem(answer)[1] == code
        assert HandAction.objects.count() == before

    for first, second in (("3h5d8s", "QhJhTh"), ("Kc", "9c"), ("Kd", "9d")):
        assert (hand["legal"][0]["kind"], hand["legal"][0]["board"]) == ("board", 1)
        refused("wrong_board_count", kind="board", cards="2c2d")
        hand = send(kind="board", cards=first).json()
        assert hand["legal"][0]["board"] == 2
        refused("card_twice", kind="board", cards=first)
        hand = send(kind="board", cards=second).json()
        for _seat in (1, 2):
            hand = send(kind="check").json()
    refused("wrong_hole_count", kind="show", seat=1, cards="AhAdAcAs6s")
    hand = send(kind="show", seat=1, cards="QsQd7s6s").json()
    refused("card_twice", kind="show", seat=2, cards="QsKsAc4c")
    hand = send(kind="show", seat=2, cards="KsKhAc4c").json()
    assert hand["result"]["pots"] == [
        {"amount_cents": 1000, "eligible": [2, 1] if hand["button_seat"] == 1 else [1, 2], "winners": [1, 2],
         "winners_by_board": [[2], [1]], "low": [2], "low_by_board": [[2], []]}
    ]  # fmt: skip
    assert (hand["board"], hand["boards"], hand["bomb_pot"]) == (
        "3h 5d 8s Kc Kd", ["3h 5d 8s Kc Kd", "Qh Jh Th 9c 9d"], True,
    )  # fmt: skip
    settled = dealer.post(f"hands/{hand['id']}/settle/", {"version": hand["version"]}).json()
    assert settled["result"]["pots"] == hand["result"]["pots"]
    assert stacks(evening, table) == {1: 199, 2: 200}
    assert Entry.objects.filter(code="hand").count() == 1


@pytest.mark.parametrize("form", FORMS)
def test_what_is_said_of_the_parts_is_what_is_paid(form):
    """Random hands on two boards, in whole chips after a rake: each seat's parts add up to its share of the pot."""
    chance = Random(form)
    divided = 0
    for _hand in range(25):
        setup = random_hands.random_setup(chance, variant=Variant(form), betting=Betting.NO_LIMIT)
        if len(setup.seats) > setup.terms.variant.form.most_players(4):
            continue  # two boards may be run twice
        hand = random_hands.play(chance, replace(setup, boards=2))
        found = result(replay(hand.setup, hand.actions))
        paid = payout(found, min(found.total_cents, setup.terms.chip_cents))
        for number, pot in enumerate(shares.of_hand(found, paid, {})):
            given = paid.pots[number]
            divided += len(pot.parts) > 1
            assert sum(part.cents for part in pot.parts) == given.amount_cents - given.taken_cents
            assert {seat for part in pot.parts for seat in part.winners} >= {str(seat) for seat, _cents in given.shares}
    assert divided

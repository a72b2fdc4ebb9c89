"""Hands of another system: a seat that is not there, a capped game, and tips in a visit."""

import json
from contextlib import suppress
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounting.models import House
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.hands.services import imports
from tables.hands.services.recording import HandDetails
from tables.models import Guest, Hand, Sitting
from tables.rules import records
from tables.rules.setup import Variant
from tables.settlement import Tip
from tests import builders
from tests.forging import change
from tests.tables.rules.test_printed_games import ANTE
from tests.tables.rules.test_printed_games import printed as printed_game

pytestmark = pytest.mark.django_db


def printed(**changes: object) -> dict:
    """Two players with 100.00: the button calls the big blind of 2.00, both check it down, seat 2 wins 4.00."""
    street = [{"street": name, "seat": seat, "kind": "check"} for name in ("flop", "turn", "river") for seat in (2, 1)]
    return {
        "id": "made-1",
        "room": "PokerStars",
        "game": "texas",
        "limit": "NL",
        "kind": "cash",
        "scale": 100,
        "stakes": [100, 200],
        "button": 1,
        "players": [{"seat": 1, "name": "A", "stack": 10_000}, {"seat": 2, "name": "B", "stack": 10_000}],
        "actions": [
            {"street": "post", "seat": 1, "kind": "sb", "amount": 100},
            {"street": "post", "seat": 2, "kind": "bb", "amount": 200},
            {"street": "pre", "seat": 1, "kind": "call", "amount": 100},
            {"street": "pre", "seat": 2, "kind": "check"},
            *street,
        ],
        "board": ["2c", "7d", "9h", "Js", "Kc"],
        "shown": {"1": ["3c", "4d"], "2": ["As", "Ah"]},
        "mucked": [],
        "flags": [],
        "truth": {
            "total_pot": 400,
            "fees": {},
            "uncalled": [],
            "collected": [{"seat": 2, "amount": 400}],
        },
    } | changes


@pytest.fixture
def evening():
    return builders.evening(builders.NO_RAKE)


def visit(evening, recording, *, tips=()):
    table = evening.table(evening.game(chip_cents=1))
    guests = {one.seat: evening.guest().pk for one in recording.setup.seats}
    imports.record_visit(
        table_id=table,
        version=evening.version(table),
        guest_ids=guests,
        setup=recording.setup,
        actions=recording.actions,
        details=HandDetails(tips=tuple(tips)),
        actor=evening.manager,
    )


def refused_visit(evening, guest_ids: dict[int, int], *, seats=None) -> Refusal:
    """The refusal of these guests' visit; nobody has sat down, and no hand is there.  `seats` stand for the printed."""
    recording = records.convert(printed())
    setup = replace(recording.setup, seats=seats or recording.setup.seats)
    table = evening.table(evening.game(chip_cents=1))
    before = Sitting.objects.count(), builders.balances()
    with pytest.raises(Refusal) as refused:
        imports.record_visit(
            table_id=table,
            version=evening.version(table),
            guest_ids=guest_ids,
            setup=setup,
            actions=recording.actions,
            details=HandDetails(),
            actor=evening.manager,
        )
    assert (Sitting.objects.count(), builders.balances()) == before
    assert not Hand.objects.exists()
    return refused.value


def test_a_seat_that_the_table_does_not_have_is_refused_as_such(evening):
    """Seat 0 (`record_visit`), before any guest is looked for."""
    first, second = records.convert(printed()).setup.seats
    refusal = refused_visit(evening, {2: evening.guest().pk}, seats=(replace(first, seat=0), second))
    assert (refusal.code, refusal.facts) == ("seat_unknown", {"seat": 0, "seats": 9})


def test_only_guests_of_the_house_visit(evening):
    theirs = Guest.objects.create(house=House.objects.create(code="dus", name="Duisburg"), number="1", name="Anna")
    ours = evening.guest()
    assert refused_visit(evening, {1: ours.pk, 2: theirs.pk}).code == "no_such_guest"


def test_nobody_visits_while_sitting_at_another_table(evening):
    other = evening.table(code="T08", dealt=False)
    (seated,) = evening.sit(other, 20_000)
    assert refused_visit(evening, {1: seated.pk, 2: evening.guest().pk}).code == "guest_seated"


def test_a_visit_leaves_with_what_is_left_after_its_tips(evening):
    visit(evening, records.convert(printed()), tips=[Tip(2, 150), Tip(1, 25)])
    left = dict(Sitting.objects.values_list("seat", "cashed_out_cents"))
    assert left == {1: 10_000 - 200 - 25, 2: 10_000 + 200 - 150}
    assert builders.balances() == {"guests/T07": -175, "tips/T07": 175}
    assert proofs.prove().ok


def capped() -> dict:
    """The same with a cap of 20.00: seat 1 bets all that the cap leaves, is called, and nobody acts any more."""
    actions = [
        {"street": "post", "seat": 1, "kind": "sb", "amount": 100},
        {"street": "post", "seat": 2, "kind": "bb", "amount": 200},
        {"street": "pre", "seat": 1, "kind": "raise", "to": 600},
        {"street": "pre", "seat": 2, "kind": "call", "amount": 400},
        {"street": "flop", "seat": 2, "kind": "check"},
        {"street": "flop", "seat": 1, "kind": "bet", "amount": 1_400, "allin": True},
        {"street": "flop", "seat": 2, "kind": "call", "amount": 1_400, "allin": True},
    ]
    truth = {"total_pot": 4_000, "fees": {}, "uncalled": [], "collected": [{"seat": 2, "amount": 4_000}]}
    return printed(actions=actions, truth=truth)


def replayed(tmp_path, record: dict) -> list[str]:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    out = StringIO()
    with suppress(CommandError):  # a hand that differs
        call_command("replay", path, processes=1, as_json=True, stdout=out)
    return out.getvalue().splitlines()


def test_a_capped_game_is_refused_as_one_and_its_outcome_recorded(tmp_path):
    *told, figures = replayed(tmp_path, capped())
    assert json.loads(figures) == {"hands": 1, "agree": 0, "allowed": 1, "differ": []}
    assert any("refused as capped_game" in line for line in told)
    assert Hand.objects.get().recording == "summary"
    assert dict(Sitting.objects.values_list("seat", "cashed_out_cents")) == {1: 8_000, 2: 12_000}


def test_who_is_all_in_with_all_of_it_plays_no_capped_game(tmp_path):
    record = capped()
    for player in record["players"]:
        player["stack"] = 2_000
    *_told, figures = replayed(tmp_path, record)
    assert json.loads(figures)["agree"] == 1


def test_a_seat_0_is_a_seat_that_is_unknown(tmp_path):
    record = json.loads(json.dumps(printed()).replace('"seat": 1', '"seat": 0'))
    record["button"], record["shown"] = 0, {"0": ["3c", "4d"], "2": ["As", "Ah"]}
    told = replayed(tmp_path, record)
    assert any("refused as seat_unknown" in line for line in told)
    assert not Hand.objects.exists()


def test_a_visit_compares_game_boards_and_bomb_pot_with_what_the_table_offers(evening):
    recording = records.convert(printed_game())
    game = evening.game(chip_cents=1, variant="omaha_hi_lo", betting="pot_limit")
    game.bomb_pot_ante_cents, game.bomb_pot_boards = ANTE, 2
    game.save()
    table = evening.table(game)
    guests = {one.seat: evening.guest().pk for one in recording.setup.seats}

    def import_it(setup):
        version = evening.version(table)
        return imports.record_visit(
            table_id=table, version=version, guest_ids=guests, setup=setup, actions=recording.actions,
            details=HandDetails(), actor=evening.manager,
        )  # fmt: skip

    def code_of(**changes):
        with pytest.raises(Refusal) as refused:
            import_it(replace(recording.setup, **changes))
        return refused.value.code

    big_o = replace(recording.setup.terms, variant=Variant.BIG_O)
    assert code_of(terms=big_o) == "game_differs"
    assert code_of(boards=1) == "boards_wrong"
    assert code_of(bomb_pot=False) == "boards_wrong", "an ordinary hand has one board here"
    change("UPDATE tables_game SET bomb_pot_ante_cents = NULL")
    assert code_of() == "no_bomb_pots"
    change("UPDATE tables_game SET bomb_pot_ante_cents = 500")
    hand = import_it(recording.setup).hand
    (pot,) = hand.result["pots"]
    assert (pot["winners"], pot["low"]) == ([[1], [3]], [[2], []])
    assert hand.result["won"] == {"1": 375, "2": 375, "3": 750}
    assert proofs.prove().broken == []

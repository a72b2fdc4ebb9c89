"""What is stored for years and spoken by the API."""

import json

import pytest

from casino.errors import Malformed, Refusal
from tables.rules import actions, cards, setup
from tables.rules.actions import Action, Kind
from tables.rules.rule_sets import rule_set
from tables.rules.setup import GameTerms
from tests.tables.rules.scripts import table

#: The stored form as first shipped; a change of code must go on reading and writing exactly this.
STORED = (
    '{"terms":{"variant":"texas","betting":"no_limit","small_blind_cents":5,"big_blind_cents":10,"ante_cents":1},'
    '"rule_set":"house/1","button_seat":3,"seats":[{"seat":1,"stack_cents":1000,"posts":[["ante",1],["small_blind",5]]},'
    '{"seat":2,"stack_cents":900,"posts":[["ante",1],["big_blind",10]]},{"seat":3,"stack_cents":800,"posts":[["ante",1]]}]}'
)
STORED_TERMS = json.loads(STORED)["terms"]


def test_the_stored_setup_is_compact_and_stable() -> None:
    made = table([1000, 900, 800], ante=1, rules="house/1")
    assert json.dumps(setup.to_json(made), separators=(",", ":")) == STORED
    assert setup.from_json(json.loads(STORED)) == made


@pytest.mark.parametrize(
    ("action", "stored"),
    [
        (Action(Kind.FOLD, 3), {"kind": "fold", "seat": 3}),
        (Action(Kind.RAISE, 3, 40), {"kind": "raise", "seat": 3, "to_cents": 40}),
        (Action(Kind.BOARD, cards=(0, 5, 51)), {"kind": "board", "cards": "2c 3d As"}),
        (Action(Kind.RUN_TWICE), {"kind": "run_twice"}),
    ],
)
def test_actions_are_stored_without_what_does_not_apply(action: Action, stored: dict[str, object]) -> None:
    assert actions.to_json(action) == stored
    assert actions.from_json(stored) == action


def test_the_names_of_kinds_never_change() -> None:
    assert [kind.value for kind in Kind] == [
        "fold", "check", "call", "bet", "raise", "all_in", "board", "show", "muck", "run_twice", "chop",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "steal"},
        {"kind": "fold", "seat": "3"},
        {"kind": "fold", "seat": True},
        {"kind": "raise", "seat": 3, "to_cents": 40.0},
        {"kind": "raise", "seat": 3, "to_cents": -1},
        {"kind": "board", "cards": 7},
        {"kind": "board", "cards": {"a": 1}},
        {"kind": "fold", "colour": "red"},
        {"kind": "fold", "cards": "Ah"},
        {"kind": "board", "seat": 3, "cards": "Ah Td 2c"},
        {"kind": "call", "to_cents": 10**30},
        {"kind": "show", "seat": 3, "cards": "Ah Td", "to_cents": 100},
    ],
)
def test_an_unreadable_action_is_malformed(data: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        actions.from_json(data)
    assert (caught.value.code, caught.value.status) == ("action_unreadable", 400)


@pytest.mark.parametrize("cards_text", ["1h2d3c", "Ah2", "A", "10h", ["Ah", 3], [""], "Äh2c3c"])
def test_unreadable_cards_are_malformed(cards_text: object) -> None:
    with pytest.raises(Malformed) as caught:
        actions.from_json({"kind": "board", "cards": cards_text})
    assert caught.value.code == "card_unreadable"


def test_cards_may_be_a_list_or_text_in_any_case() -> None:
    expected = cards.parse("Ah Td 2c")
    assert cards.parse("AhTd2c") == cards.parse(["Ah", "Td", "2c"]) == cards.parse("aH tD 2C") == expected
    assert cards.format(expected) == "Ah Td 2c"


def test_the_same_card_twice_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        cards.parse("Ah Ah")
    assert (caught.value.code, caught.value.facts["card"]) == ("card_twice", "Ah")


@pytest.mark.parametrize(
    "change",
    [
        {"terms": None},
        {"terms": {**STORED_TERMS, "variant": "chess"}},
        {"terms": {**STORED_TERMS, "big_blind_ante": 1}},
        {"terms": {**STORED_TERMS, "variant": ["texas"]}},
        {"terms": {**STORED_TERMS, "chip_cents": {"cents": 5}}},
        {"seats": "all"},
        {"seats": [7]},
        {"seats": [{"seat": 1, "stack_cents": 5, "posts": [["tip", 5]]}]},
        {"seats": [{"seat": 1, "stack_cents": 5, "posts": ["no"]}]},
        {"seats": [{"seat": 1, "stack_cents": 5, "posts": 5}]},
        {"seats": [{"seat": 1, "stack_cents": 5, "posts": [[7, 5]]}]},
        {"seats": [{"seat": 1, "stack_cents": 5, "posts": [["live", True]]}]},
        {"seats": [{"seat": 1, "stack_cents": 5, "posts": [["live", -5]]}]},
        {"button_seat": None},
        {"rule_set": 7},
        {"weather": "fine"},
    ],
)  # fmt: skip
def test_an_unreadable_setup_is_malformed(change: dict[str, object]) -> None:
    with pytest.raises(Malformed) as caught:
        setup.from_json(json.loads(STORED) | change)
    assert caught.value.code == "setup_unreadable"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rule_set": "house/99"}, "unknown_rule_set"),
        ({"seats": []}, "players_few"),
        ({"seats": [{"seat": 2, "stack_cents": 5}, {"seat": 2, "stack_cents": 5}]}, "seats_disordered"),
        ({"seats": [{"seat": 2, "stack_cents": 0}, {"seat": 3, "stack_cents": 5}]}, "stack_empty"),
        (
            {"terms": {**STORED_TERMS, "small_blind_cents": 20}},
            "terms_wrong",
        ),
        (
            {"terms": {**STORED_TERMS, "chip_cents": 0}},
            "terms_wrong",
        ),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(change: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        setup.from_json(json.loads(STORED) | change)
    assert caught.value.code == code


def test_an_unknown_rule_set_names_the_known_ones() -> None:
    with pytest.raises(Refusal) as caught:
        rule_set("club/1")
    assert "house/1" in str(caught.value.facts["known"])


def test_every_field_of_the_terms_is_stored() -> None:
    """A field that the codec forgets would silently come back as its default years later."""
    made = table([100, 100], ante=2, big_blind_ante=True, cap=3, chip=5, bets=(15, 30))
    terms = setup.to_json(made)["terms"]
    assert isinstance(terms, dict)
    assert set(GameTerms.__dataclass_fields__) - set(terms) == {"straddle_cents"}
    assert setup.from_json(setup.to_json(made)) == made

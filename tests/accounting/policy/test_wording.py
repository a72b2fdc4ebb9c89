"""Terms in words: no kind and no field is left unsaid, and the examples are what the tables take."""

from dataclasses import fields, replace

import pytest

from accounting.money import Rounding
from accounting.policy import rake, wording
from accounting.policy.rake import HandFacts
from accounting.policy.terms import (
    Fixed,
    Increment,
    Jackpot,
    Kind,
    Percent,
    PlayersCap,
    Step,
    Steps,
    Terms,
    Time,
)

STEPS = Steps((Step(5_000, total_cents=400), Step(20_000, add_cents=400)))  # Saarland 2/4: 4 from 50, 4 more from 200
JACKPOT = Jackpot("bad-beat", Steps((Step(2_000, total_cents=100),)))
CHARGES = {
    Kind.PERCENT: Percent(500, 100),
    Kind.STEPS: STEPS,
    Kind.INCREMENT: Increment(500, 10_000, 500),
    Kind.FIXED: Fixed(200),
    Kind.TIME: Time(600, 30),
}


def said(terms, chip_cents=1, bomb_pots=False):
    """The English sentences, facts filled in as they are."""
    sheet = wording.sentences(terms, chip_cents=chip_cents, bomb_pots=bomb_pots)
    return [sentence.message % sentence.facts for sentence in sheet]


def test_every_kind_is_here():
    assert set(CHARGES) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_every_field_of_a_charge_is_said(kind):
    charge = CHARGES[kind]
    for field in fields(charge):
        changed = Steps((STEPS.steps[0],)) if kind is Kind.STEPS else replace(charge, **{field.name: 900})
        assert said(Terms(charge)) != said(Terms(changed)), field.name


FIELDS = {
    "charge": Fixed(100),
    "cap_cents": 1_500,
    "caps": (PlayersCap(2, 300), PlayersCap(5, 600)),
    "min_pot_cents": 1_000,
    "no_flop_no_drop": True,
    "bomb_pots_free": True,
    "rounding": Rounding.UP,
    "chip_cents": 50,
    "base_includes_uncalled": True,
    "jackpot": JACKPOT,
}


@pytest.mark.parametrize("name", [field.name for field in fields(Terms)])
def test_every_field_of_the_terms_is_said(name):
    terms = Terms(Percent(500))
    assert said(terms) != said(replace(terms, **{name: FIELDS[name]}))


@pytest.mark.parametrize(
    ("name", "value"),
    [("fund", "other"), ("steps", Steps((Step(3_000, total_cents=100),))), ("min_players", 4), ("flop_required", True)],
)
def test_every_field_of_a_fund_is_said(name, value):
    assert {field.name for field in fields(Jackpot)} == {"fund", "steps", "min_players", "flop_required"}
    for charge in (Percent(500), Time(600, 30), Fixed(0)):
        plain = Terms(charge, jackpot=JACKPOT)
        assert said(plain) != said(replace(plain, jackpot=replace(JACKPOT, **{name: value})))


def test_five_per_cent_with_a_cap():
    terms = Terms(Percent(500), cap_cents=1_500, no_flop_no_drop=True, chip_cents=100)
    assert said(terms) == [
        "The rake is 500 of the pot.",
        "It is rounded down to whole chips of 100.",
        "It is never more than 1500.",
        "It is one amount for the hand, however many side pots there are.",
        "No flop, no drop: a hand that ends before the flop pays no rake.",
        "An uncalled bet is returned first and bears no rake.",
    ]


def test_where_a_game_has_bomb_pots_the_sheet_says_what_they_pay():
    """A bomb pot always has a flop, so no flop, no drop never spares it; a schedule may."""

    def about_bomb_pots(terms):
        return [one for one in said(terms, bomb_pots=True) if one not in said(terms)]

    with_fund = Terms(Percent(500), no_flop_no_drop=True, jackpot=JACKPOT)
    assert about_bomb_pots(with_fund) == [
        "No flop, no drop does not spare a bomb pot: it always has a flop, and bears rake like any hand.",
        "A bomb pot pays into the fund like any hand.",
    ]
    assert about_bomb_pots(Terms(Percent(500))) == ["A bomb pot bears rake like any hand."]
    assert about_bomb_pots(Terms(Time(600, 30))) == []
    free = replace(with_fund, bomb_pots_free=True)
    assert about_bomb_pots(free) == [], "an exemption is said wherever the terms are"
    assert {"Bomb pots bear no rake.", "Nothing goes into the fund from a bomb pot."} <= set(said(free))


def test_steps_say_what_is_due_in_all():
    """Saarland, NL 2/4: "€4 once pot ≥ €50, +€4 once pot ≥ €200" (domain §4.1)."""
    assert said(Terms(STEPS))[:2] == [
        "From a pot of 5000 up, the rake is 400.",
        "From a pot of 20000 up, the rake is 800.",
    ]


def test_caps_by_players_leave_no_number_out():
    caps = (PlayersCap(2, 100), PlayersCap(3, 200), PlayersCap(6, 300))
    assert said(Terms(Percent(500), caps=caps))[2:5] == [
        "With 2 players dealt in, it is never more than 100.",
        "With 3 to 5 players dealt in, it is never more than 200.",
        "With 6 players or more dealt in, it is never more than 300.",
    ]


def test_amounts_are_said_as_they_are_paid_at_the_table():
    """A table whose smallest chip is 5 euros pays no cap of 12: it lays down 10."""
    terms = Terms(Percent(500), cap_cents=1_200, chip_cents=100)
    assert said(terms, chip_cents=500)[1:3] == [
        "It is rounded down to whole chips of 500.",
        "It is never more than 1000.",
    ]
    highest = rake.due(terms, HandFacts(1_000_000, flop_seen=True, dealt_in=9, chip_cents=500))
    assert highest.due_cents == 1_000


@pytest.mark.parametrize("charge", [Time(600, 30), Fixed(0)])
def test_where_the_pot_pays_nothing_there_is_no_example_and_no_cap(charge):
    assert wording.examples(Terms(charge, cap_cents=300)) == ()
    assert said(Terms(charge, cap_cents=300)) == said(Terms(charge))


def test_examples_are_computed_as_hands_are():
    terms = Terms(Percent(500), cap_cents=1_500, no_flop_no_drop=True, chip_cents=100)
    worked = wording.examples(terms, chip_cents=100, pots_cents=(1_000, 5_000, 10_000, 50_000))
    assert [(example.pot_cents, example.due_cents) for example in worked] == [
        (1_000, 0), (5_000, 200), (10_000, 500), (50_000, 1_500),
    ]  # fmt: skip
    short = Terms(Percent(500), caps=(PlayersCap(2, 100), PlayersCap(4, 300)), jackpot=JACKPOT)
    worked = wording.examples(short, pots_cents=(10_000,))
    assert [(example.players, example.due_cents, example.jackpot_cents) for example in worked] == [
        (2, 100, 100), (4, 300, 100),
    ]  # fmt: skip

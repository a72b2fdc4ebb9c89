"""The rake as numbered steps: every clause of the terms is named, also one that the hand did not come to."""

from hypothesis import given

from accounting.policy import rake, rake_steps
from accounting.policy.rake import HandFacts
from accounting.policy.rake_steps import NOT_REACHED, RakeStep
from accounting.policy.terms import JSON, Terms
from tests.accounting.policy.drawn import hands, terms

FIVE_PERCENT: dict[str, JSON] = {
    "kind": "percent", "rate_bp": 500, "cap_cents": 2_000, "no_flop_no_drop": True, "chip_cents": 200,
}  # fmt: skip


def steps_of(terms: dict[str, JSON], facts: HandFacts) -> list[RakeStep]:
    parsed = rake.parse(terms)
    return rake_steps.steps(parsed, facts, rake.due(parsed, facts).lines)


def told(terms: dict[str, JSON], facts: HandFacts) -> list[tuple[str, str, int | bool | None]]:
    return [
        (step.message % step.facts, step.note % step.facts, step.amount_cents if step.is_so is None else step.is_so)
        for step in steps_of(terms, facts)
    ]


def test_a_cap_that_was_not_reached_is_named() -> None:
    """5 % of 386.00 are 19.30, in whole chips of 2.00 they are 18.00."""
    assert told(FIVE_PERCENT, HandFacts(38_600, flop_seen=True, dealt_in=6)) == [
        ("Pot", "", 38_600),
        ("A flop was dealt", "without one there is no rake", True),
        ("500 of it", "", 1_930),
        ("Rounded down to whole chips of 200", "", 1_800),
        ("No more than 2000", "not reached", 1_800),
    ]


def test_a_cap_that_was_reached_says_its_amount() -> None:
    *_before, cap = steps_of(FIVE_PERCENT, HandFacts(90_000, flop_seen=True, dealt_in=6))
    assert (cap.note, cap.amount_cents) == ("", 2_000)


def test_without_a_flop_the_other_steps_are_not_reached() -> None:
    _pot, flop, *others = steps_of(FIVE_PERCENT, HandFacts(600, flop_seen=False, dealt_in=3))
    assert flop.is_so is False
    assert [(step.note, step.amount_cents) for step in others] == [(NOT_REACHED, None)] * 3


def test_of_an_exempt_bomb_pot_nothing_else_is_reached() -> None:
    terms: dict[str, JSON] = {**FIVE_PERCENT, "bomb_pots_free": True, "min_pot_cents": 5_000}
    free = told(terms, HandFacts(38_600, flop_seen=True, dealt_in=6, bomb_pot=True))
    assert free[1] == ("It is a bomb pot", "bomb pots bear no rake", True)
    assert len(free) == 7
    assert {note for _text, note, _amount in free[2:]} == {NOT_REACHED}
    raked = told(terms, HandFacts(38_600, flop_seen=True, dealt_in=6))
    assert raked[1] == ("It is a bomb pot", "bomb pots bear no rake", False)
    assert raked[-1][-1] == 1_800


def test_the_least_pot_and_the_players_cap_are_steps_of_their_own() -> None:
    terms = {
        **FIVE_PERCENT, "min_pot_cents": 5_000,
        "caps": [{"players": 2, "cap_cents": 400}, {"players": 5, "cap_cents": 1_000}],
    }  # fmt: skip
    low = told(terms, HandFacts(4_000, flop_seen=True, dealt_in=3))
    assert low[2] == ("The pot is 5000 or more", "below it nothing is taken", False)
    assert {note for _text, note, _amount in low[3:]} == {NOT_REACHED}
    assert told(terms, HandFacts(20_000, flop_seen=True, dealt_in=3))[-1] == (
        "With 3 players no more than 400", "", 400,
    )  # fmt: skip


def test_an_uncalled_bet_stands_beside_the_pot() -> None:
    facts = HandFacts(10_000, flop_seen=True, dealt_in=3, uncalled_cents=3_000)
    assert told(FIVE_PERCENT, facts)[0] == ("Pot", "an uncalled bet of 3000 went back and is not raked", 10_000)
    with_it = told({**FIVE_PERCENT, "base_includes_uncalled": True}, facts)[0]
    assert with_it == ("Pot", "with the uncalled bet of 3000", 13_000)


def test_a_game_that_is_paid_by_time_says_so() -> None:
    timed: dict[str, JSON] = {"kind": "time", "amount_cents": 500, "period_minutes": 30}
    assert [step.message for step in steps_of(timed, HandFacts(10_000, flop_seen=True, dealt_in=3))] == [
        "Pot",
        "In this game players pay by time; nothing is taken from the pot.",
    ]


@given(terms, hands)
def test_the_last_amount_is_what_is_due(terms: Terms, hand: HandFacts) -> None:
    due = rake.due(terms, hand)
    found = rake_steps.steps(terms, hand, due.lines)
    _pot, *of_the_charge = [step for step in found if "fund" not in step.facts]
    amounts = [step.amount_cents for step in of_the_charge if step.amount_cents is not None]
    assert (amounts[-1] if amounts else 0) == due.due_cents
    assert all(step.message % step.facts and step.note % step.facts is not None for step in found)

"""The simulator's arithmetic: hands charged once more, each set of facts computed once."""

from datetime import date

from accounting.policy import rake, simulation
from accounting.policy.rake import HandFacts
from accounting.policy.simulation import Alike, Band
from accounting.policy.terms import Fixed, Percent, Terms

MONDAY, TUESDAY = date(2026, 11, 16), date(2026, 11, 17)
PERCENT = Terms(Percent(500), cap_cents=1_500, no_flop_no_drop=True, chip_cents=100)


def hands(count, pot_cents, *, flop=True, game="NLHE 2/4", day=MONDAY, due_cents=None):
    facts = HandFacts(pot_cents, flop_seen=flop, dealt_in=6, chip_cents=100)
    due = rake.due(PERCENT, facts).due_cents if due_cents is None else due_cents
    return Alike(facts, game, day, due, 0, count)


BOOKED = [hands(10, 4_000), hands(5, 40_000), hands(3, 600, flop=False, day=TUESDAY), hands(2, 60_000, game="PLO")]


def test_the_terms_in_force_bring_what_was_booked():
    outcome = simulation.simulate(PERCENT, BOOKED)
    for sums in (outcome.total, *outcome.by_band.values(), *outcome.by_game.values(), *outcome.by_day.values()):
        assert (sums.affected, sums.difference_cents) == (0, 0)
    assert outcome.total.hands == 20
    assert outcome.total.due_cents == 10 * 200 + 5 * 1_500 + 2 * 1_500


def test_other_terms_by_band_game_and_day():
    """4 euros a hand: small pots pay more, large ones less, and so do hands without a flop."""
    outcome = simulation.simulate(Terms(Fixed(400)), BOOKED)
    assert (outcome.total.hands, outcome.total.affected) == (20, 20)
    assert outcome.total.proposed_cents == 20 * 400
    assert outcome.total.difference_cents == 20 * 400 - 12_500
    assert {band: (sums.hands, sums.difference_cents) for band, sums in outcome.by_band.items() if sums.hands} == {
        Band(0, 5_000): (13, 10 * 200 + 3 * 400),
        Band(20_000, 50_000): (5, -5 * 1_100),
        Band(50_000, None): (2, -2 * 1_100),
    }
    assert {game: sums.difference_cents for game, sums in outcome.by_game.items()} == {
        "NLHE 2/4": 18 * 400 - 9_500, "PLO": -2_200,
    }  # fmt: skip
    assert {day: sums.hands for day, sums in outcome.by_day.items()} == {MONDAY: 17, TUESDAY: 3}


def test_every_part_sums_to_the_whole():
    outcome = simulation.simulate(Terms(Percent(1_000)), BOOKED)
    for parts in (outcome.by_band, outcome.by_game, outcome.by_day):
        assert sum(sums.proposed_cents for sums in parts.values()) == outcome.total.proposed_cents
        assert sum(sums.affected for sums in parts.values()) == outcome.total.affected


def test_the_edge_of_a_band_belongs_to_the_band_it_begins():
    outcome = simulation.simulate(PERCENT, [hands(1, 4_999), hands(1, 5_000), hands(1, 50_000)])
    assert [sums.hands for sums in outcome.by_band.values()] == [1, 1, 0, 0, 1]


def test_equal_facts_are_computed_once(monkeypatch):
    calls = []
    due = rake.due
    monkeypatch.setattr(rake, "due", lambda terms, facts: calls.append(facts) or due(terms, facts))
    simulation.simulate(PERCENT, [hands(7, 4_000, due_cents=200, day=day) for day in (MONDAY, TUESDAY)] * 50)
    assert len(calls) == 1

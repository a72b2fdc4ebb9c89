"""The gaming levy: worked examples of the Länder's tiers, and what holds for all tiers."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.money import Rounding
from accounting.policy import levy
from accounting.policy.laws import LAWS
from accounting.policy.levy import Basis, Levy, Loss, Period, Revenue, Takings, Terms, Tier
from accounting.revenue.pages.levies import LANDS
from casino.errors import Malformed

EURO = 100
MILLION = 1_000_000 * EURO
NRW, BAYERN, BERLIN, HESSEN = (levy.parse(LAWS[land]) for land in ("nrw", "bayern", "berlin", "hessen"))
# Tiers by gaming day that no law has.
DAILY = levy.parse(
    {
        "law": "Staffel 2026",
        "source": "https://example.org/",
        "levies": [
            {
                "name": "Spielbankabgabe",
                "period": "day",
                "tiers": [
                    {"from_cents": 0, "rate_bp": 2_500},
                    {"from_cents": 5_000 * EURO, "rate_bp": 3_500},
                    {"from_cents": 20_000 * EURO, "rate_bp": 4_500},
                ],
            }
        ],
    }
)


@pytest.mark.parametrize(
    ("terms", "revenue_cents", "due_cents"),
    [
        # SpielbG NRW § 19 (2): 30 %, for what exceeds 15 million euros in the calendar year another 10 %.
        (NRW, 15 * MILLION, 450_000_000),
        (NRW, 18 * MILLION, 450_000_000 + 120_000_000),
        # SpBG Berlin § 3 (2): to ten million euros 30 %, for what exceeds them 35 %.
        (BERLIN, 10 * MILLION, 300_000_000),
        (BERLIN, 12 * MILLION, 300_000_000 + 70_000_000),
        # SpielbG Bayern Art. 7 (1): to 25 million euros 25 %, above 30 %.
        (BAYERN, 30 * MILLION, 625_000_000 + 150_000_000),
        # HSpielbG §§ 8, 9 (bill of 2007): 50, 55, 60 % and 30, 25, 20 %, so 80 % of whatever revenue.
        (HESSEN, 20 * MILLION, 1_600_000_000),
        (HESSEN, 60 * MILLION, 4_800_000_000),
        # The sheet of 21.11.2026: 1.250,00 + 876,05 + 0,00.
        (DAILY, 7_503 * EURO, 212_605),
        (NRW, 0, 0),
        (NRW, 1, 0),
        (NRW, 2, 1),
    ],
)  # fmt: skip
def test_worked_examples(terms: Terms, revenue_cents: int, due_cents: int) -> None:
    assert levy.due(terms, revenue_cents) == due_cents


def test_a_day_owes_what_the_years_levy_rises_by() -> None:
    """NRW, the day on which the year's revenue passes 15 million euros: 2,000 below and 3,000 above it."""
    lines = levy.lines(NRW, 5_000 * EURO, year_cents=15 * MILLION - 2_000 * EURO)
    assert [(line.rate_bp, line.base_cents, line.levy_cents) for line in lines] == [
        (3_000, 2_000 * EURO, 600 * EURO),
        (4_000, 3_000 * EURO, 1_200 * EURO),
    ]


def test_several_levies_beside_one_another() -> None:
    """A further levy, as a Land's law may add one to the first, has tiers and rounding of its own."""
    terms = replace(NRW, levies=(*NRW.levies, Levy("Weitere Leistungen", (Tier(0, 1_700),), Period.MONTH)))
    lines = levy.lines(terms, 101)
    assert [(line.levy, line.levy_cents) for line in lines] == [
        ("Spielbankabgabe", 30), ("Spielbankabgabe", 0), ("Weitere Leistungen", 17),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("terms", "takings", "brought", "wanted"),
    [
        # SpielbG NRW § 19 (3): the win of games with a risk, less losses of past days not set off yet; the tax beside.
        (NRW, Takings(rake_cents=500, win_cents=-300), 0, Revenue(500, 0, 0, -300)),
        (NRW, Takings(rake_cents=500, win_cents=200), -300, Revenue(500, -300, -200, -100)),
        (NRW, Takings(rake_cents=500, win_cents=250), -100, Revenue(650, -100, -100, 0)),
        # SpielbG Bayern Art. 7 (5): a day's loss lowers the revenue of all games.
        (BAYERN, Takings(rake_cents=500, win_cents=-300), 0, Revenue(200, 0, 0, 0)),
        (BAYERN, Takings(rake_cents=100, win_cents=-300), 0, Revenue(0, 0, 0, -200)),
        (BAYERN, Takings(rake_cents=500), -200, Revenue(300, -200, -200, 0)),
        # What is not collected counts: SpielbG NRW § 19 (4), SpBG Berlin § 3 (4); fees: FinASVO NRW § 20 (3).
        (NRW, Takings(fees_cents=70, taken_in_cents=30), 0, Revenue(100, 0, 0, 0)),
        (replace(NRW, taken_in_is_revenue=False), Takings(fees_cents=70, taken_in_cents=30), 0, Revenue(70, 0, 0, 0)),
    ],
)  # fmt: skip
def test_the_revenue_of_a_day(terms: Terms, takings: Takings, brought: int, wanted: Revenue) -> None:
    assert levy.revenue(takings, terms, brought) == wanted


# --- what holds for all ---------------------------------------------------------------------------------------------

cents = st.integers(0, 40 * MILLION)
rates = st.integers(0, 10_000)


@st.composite
def any_levy(draw: st.DrawFn, *, period: Period = Period.YEAR) -> Levy:
    starts = [0, *sorted(draw(st.sets(st.integers(1, 30 * MILLION), max_size=5)))]
    return Levy("Abgabe", tuple(Tier(start, draw(rates)) for start in starts), period)


any_terms = st.builds(
    lambda one, rounding, loss: Terms("Gesetz", "https://example.org/", (one,), loss=loss, rounding=rounding),
    any_levy(), st.sampled_from(Rounding), st.sampled_from(Loss),
)  # fmt: skip


@given(any_terms, cents, cents)
def test_more_revenue_never_owes_less(terms: Terms, one: int, more: int) -> None:
    assert levy.due(terms, one) <= levy.due(terms, one + more)


@given(any_terms, cents)
def test_no_tier_is_a_cliff(terms: Terms, revenue_cents: int) -> None:
    """One cent more costs at most one cent, and what rounding moves: one cent a tier."""
    step = levy.due(terms, revenue_cents + 1) - levy.due(terms, revenue_cents)
    assert 0 <= step <= 1 + len(terms.levies[0].tiers)


@given(any_terms, cents)
def test_the_tiers_hold_all_revenue_once(terms: Terms, revenue_cents: int) -> None:
    lines = levy.lines(terms, revenue_cents)
    assert sum(line.base_cents for line in lines) == revenue_cents
    exact = sum(line.base_cents * line.rate_bp for line in lines)
    assert abs(levy.due(terms, revenue_cents) * 10_000 - exact) < 10_000 * len(lines)


@given(any_terms, st.lists(st.integers(0, 2 * MILLION), min_size=1, max_size=31))
def test_days_add_up_to_their_period_to_the_cent(terms: Terms, revenues: list[int]) -> None:
    days, so_far = [], 0
    for revenue_cents in revenues:
        days.append(levy.lines(terms, revenue_cents, year_cents=so_far))
        so_far += revenue_cents
    assert levy.added(days) == levy.lines(terms, so_far)


@given(any_terms, st.lists(st.tuples(st.integers(0, 10_000), st.integers(-10_000, 10_000)), min_size=1, max_size=40))
def test_no_loss_is_set_off_twice_nor_forgotten(terms: Terms, days: list[tuple[int, int]]) -> None:
    """Over any number of days, revenue and the loss still carried are all that was taken and won."""
    brought, stated = 0, 0
    for rake_cents, win_cents in days:
        found = levy.revenue(Takings(rake_cents=rake_cents, win_cents=win_cents), terms, brought)
        assert found.revenue_cents >= 0 >= found.carried_cents
        assert brought <= found.set_off_cents <= 0
        brought, stated = found.carried_cents, stated + found.revenue_cents
    assert stated + brought == sum(rake + win for rake, win in days)


@given(any_terms)
def test_terms_are_read_as_they_were_written(terms: Terms) -> None:
    assert levy.parse(levy.dump(terms)) == terms


@pytest.mark.parametrize("land", LAWS)
def test_shipped_laws_are_terms(land: str) -> None:
    terms = levy.parse(LAWS[land])
    assert terms.basis is Basis.COUNTED
    assert levy.parse(levy.dump(terms)) == terms


def beside(*levies: tuple[str, dict[int, int]]) -> list[dict[str, object]]:
    """Levies named by their number, each with its period and its rates in percent by the millions they begin at."""
    return [
        {
            "name": f"Abgabe {number}",
            "period": period,
            "tiers": [{"from_cents": start * MILLION, "rate_bp": percent * 100} for start, percent in tiers.items()],
        }
        for number, (period, tiers) in enumerate(levies)
    ]


def test_hesse_takes_one_levy_that_rises_and_one_that_falls() -> None:
    lines = levy.lines(HESSEN, 10 * MILLION, year_cents=45 * MILLION)
    assert [(line.levy, line.rate_bp, line.base_cents) for line in lines if line.base_cents] == [
        ("Spielbankabgabe", 5_500, 5 * MILLION), ("Spielbankabgabe", 6_000, 5 * MILLION),
        ("Zusätzliche Leistungen", 2_500, 5 * MILLION), ("Zusätzliche Leistungen", 2_000, 5 * MILLION),
    ]  # fmt: skip
    assert "prüfen" in HESSEN.law, "the rates of today were not read"


@pytest.mark.parametrize(
    ("levies", "percent"),
    [
        # What one takes less the other takes more, from the same revenue on.
        (beside(("year", {0: 80, 25: 60}), ("year", {0: 10, 25: 30})), 90),
        (beside(("year", {0: 10, 25: 30}), ("year", {0: 80, 25: 60})), 90),
        # The second one rises before the first one falls: 110 % between 10 and 25 million.
        (beside(("year", {0: 80, 25: 60}), ("year", {0: 10, 10: 30})), 110),
        # A month may be in its second tier while the year is in its first.
        (beside(("year", {0: 80, 25: 60}), ("month", {0: 10, 1: 30})), 110),
        (beside(("year", {0: 60}), ("month", {0: 40})), 100),
        (beside(("day", {0: 60}), ("day", {0: 40, 1: 41})), 101),
    ],
)
def test_levies_take_at_most_all_of_a_cent_together(levies: list[dict[str, object]], percent: int) -> None:
    terms = {**LAWS["nrw"], "levies": levies}
    if percent <= 100:
        assert levy.most_bp(levy.parse(terms).levies) == percent * 100
    else:
        with pytest.raises(Malformed) as refusal:
            levy.parse(terms)
        assert refusal.value.facts["field"] == "/levies"


@given(st.lists(any_levy(), min_size=1, max_size=3), cents)
def test_a_cent_more_costs_at_most_the_most_and_somewhere_that(levies: list[Levy], revenue_cents: int) -> None:
    terms = Terms("Gesetz", "https://example.org/", tuple(levies))
    share_bp = [
        sum(line.rate_bp for line in levy.lines(terms, 1, year_cents=year_cents) if line.base_cents)
        for year_cents in (revenue_cents, *(tier.from_cents for one in levies for tier in one.tiers))
    ]
    assert share_bp[0] <= levy.most_bp(levies) == max(share_bp[1:])


def test_each_land_that_is_shipped_is_offered() -> None:
    assert set(LANDS) == set(LAWS)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"law": ""}, "/law"),
        ({"source": "a book"}, "/source"),
        ({"levies": []}, "/levies"),
        ({"levies": [{"name": "A", "tiers": [{"from_cents": 5, "rate_bp": 1}]}]}, "/levies/0/tiers"),
        ({"levies": [{"name": "A", "tiers": [{"from_cents": 0, "rate_bp": 10_001}]}]}, "/levies/0/tiers/0/rate_bp"),
        (
            {"levies": [{"name": "A", "tiers": [{"from_cents": 0, "rate_bp": 1}, {"from_cents": 0, "rate_bp": 2}]}]},
            "/levies/0/tiers",
        ),
        ({"levies": [{"name": name, "tiers": [{"from_cents": 0, "rate_bp": 6_000}]} for name in "AB"]}, "/levies"),
        ({"levies": [{"name": "A", "tiers": [{"from_cents": 0, "rate_bp": 1}]}] * 2}, "/levies"),
        ({"loss": "nothing"}, "/loss"),
        ({"rate": 5}, "/rate"),
        ({"brought": {"revenue_cents": 1, "month_cents": 2}}, "/brought/month_cents"),
    ],
)
def test_malformed_terms_are_refused(change: dict[str, object], field: str) -> None:
    with pytest.raises(Malformed) as refusal:
        levy.parse({**LAWS["nrw"], **change})
    assert (refusal.value.code, refusal.value.facts["field"]) == ("bad_terms", field)

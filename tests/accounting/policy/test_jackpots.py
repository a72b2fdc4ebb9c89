"""Terms of jackpot funds: worked splits with their sources, and what holds of every split."""

from itertools import accumulate

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounting.policy import jackpot_wording, jackpots
from accounting.policy.jackpots import JackpotTerms, Kind, Role, Share
from accounting.rake.selectors import terms as texts
from casino.errors import Malformed


def split(amount_cents, loser_bp, winner_bp, table_bp, table=()):
    terms = JackpotTerms(loser_bp=loser_bp, winner_bp=winner_bp, table_bp=table_bp)
    seats = {Role.LOSER: [1], Role.WINNER: [2], Role.TABLE: table}
    return [share.amount_cents for share in jackpots.shares(terms, amount_cents, seats)]


def test_half_to_the_loser_a_quarter_to_the_winner_a_quarter_to_the_table():
    """The usual 50/25/25 (Resorts' posted rules): 24,918.00 among nine players."""
    assert split(2_491_800, 5_000, 2_500, 2_500, range(3, 10)) == [
        1_245_900, 622_950, *[88_993] * 6, 88_992,
    ]  # fmt: skip


def test_forty_twenty_five_and_the_rest():
    """40 % and 25 % as posted in Toronto, whose other parts go to the table here: staff get nothing of a fund."""
    assert split(100_000, 4_000, 2_500, 3_500, (3, 4, 5)) == [40_000, 25_000, 11_667, 11_667, 11_666]


def test_a_part_that_nobody_has_stays_in_the_fund():
    """Heads-up there is no table to share."""
    assert split(100_000, 5_000, 2_500, 2_500) == [50_000, 25_000]


def test_thirty_per_cent_stay_as_the_next_seed():
    """Elios: 70 % fall, 30 % stay."""
    assert JackpotTerms(falls_bp=7_000).falls_cents(1_000_001) == 700_000


def test_tax_is_due_from_an_amount_on():
    """5,000 and 24 % as the United States withhold; 0 in Germany, where winnings are not taxed."""
    terms = JackpotTerms(tax_bp=2_400, tax_from_cents=500_000)
    assert [terms.tax_cents(cents) for cents in (499_999, 500_000, 500_001)] == [0, 120_000, 120_000]
    assert JackpotTerms().tax_cents(10_000_000) == 0


rates = st.integers(0, 10_000).flatmap(
    lambda loser: st.integers(0, 10_000 - loser).map(lambda winner: (loser, winner, 10_000 - loser - winner))
)


@given(st.integers(0, 10**9), rates, st.integers(1, 3), st.integers(1, 3), st.integers(1, 8))
def test_every_split_is_exact_fair_and_in_order(amount_cents, parts, losers, winners, others):
    seats = {
        Role.LOSER: range(1, losers + 1),
        Role.WINNER: range(11, winners + 11),
        Role.TABLE: range(21, others + 21),
    }
    terms = JackpotTerms(loser_bp=parts[0], winner_bp=parts[1], table_bp=parts[2])
    found = jackpots.shares(terms, amount_cents, seats)
    assert sum(share.amount_cents for share in found) == amount_cents
    assert all(share.amount_cents > 0 for share in found)
    for role in Role:
        of_role = [share.amount_cents for share in found if share.role is role]
        assert not of_role or max(of_role) - min(of_role) <= 1, "equal but for the last cent"
    turned = {role: list(reversed(list(named))) for role, named in seats.items()}
    assert jackpots.shares(terms, amount_cents, turned) == found, "the order of the seats does not matter"


@given(st.integers(0, 10**9), st.integers(0, 10**6))
def test_more_posted_is_never_less_for_anybody(amount_cents, more_cents):
    terms = JackpotTerms(loser_bp=5_000, winner_bp=2_500, table_bp=2_500)
    seats = {Role.LOSER: [1], Role.WINNER: [2], Role.TABLE: [3]}
    by_seat = [
        {share.seat: share.amount_cents for share in jackpots.shares(terms, cents, seats)}
        for cents in (amount_cents, amount_cents + more_cents)
    ]
    assert all(cents <= by_seat[1][seat] + 1 for seat, cents in by_seat[0].items())


@given(
    st.integers(1, 10_000),
    st.lists(st.integers(0, 60), min_size=1, max_size=3),
    st.permutations(range(3)),
)
def test_claims_that_are_open_at_once_share_no_cent(falls_bp: int, came_cents: list[int], order: list[int]) -> None:
    """Each cent of the fund by itself: a claim takes its part of those it saw, the newest first, and they are gone."""
    terms = JackpotTerms(falls_bp=falls_bp)
    posted = list(accumulate(came_cents))
    wall, seen = list(range(posted[-1])), dict(enumerate(posted))
    left = dict(enumerate(posted))
    for claim in (one for one in order if one < len(posted)):
        there = [cent for cent in wall if cent < seen[claim]]
        fallen = there[len(there) - len(there) * falls_bp // 10_000 :]
        assert terms.falls_cents(left[claim]) == len(fallen)
        wall = [cent for cent in wall if cent not in fallen]
        mine = left.pop(claim)
        left = {other: jackpots.left_cents(cents, mine, len(fallen)) for other, cents in left.items()}
        assert all(cents == sum(cent < seen[other] for cent in wall) for other, cents in left.items())


def test_the_second_of_two_claims_is_paid_of_what_the_first_left() -> None:
    terms = JackpotTerms(falls_bp=5_000)
    assert terms.falls_cents(600_25) == 300_12
    assert terms.falls_cents(jackpots.left_cents(600_25, 600_25, 300_12)) == 150_06
    assert jackpots.left_cents(600_25, 600_25, 600_25) == 0


TERMS = {"loser_bp": 5_000, "winner_bp": 2_500, "table_bp": 2_500, "qualifying": "ah as ad tc th", "reserve_bp": 1_000}


def test_terms_are_read_and_written_alike():
    read = jackpots.parse(Kind.BAD_BEAT, TERMS)
    assert read.qualifying == "Ah As Ad Tc Th"
    assert jackpots.parse(Kind.BAD_BEAT, jackpots.dump(read)) == read
    assert jackpots.dump(JackpotTerms()) == {}


@pytest.mark.parametrize(
    ("kind", "change", "field"),
    [
        (Kind.BAD_BEAT, {"winner_bp": 2_501}, "/winner_bp"),
        (Kind.BAD_BEAT, {"qualifying": "Ah Ah Ad Tc Th"}, "/qualifying"),
        (Kind.BAD_BEAT, {"tax_bp": 10_000}, "/tax_bp"),
        (Kind.HIGH_HAND, {}, "/loser_bp"),
        (Kind.BAD_BEAT, {"fee_bp": 1}, "/fee_bp"),
    ],
)
def test_terms_that_cannot_be(kind, change, field):
    with pytest.raises(Malformed) as error:
        jackpots.parse(kind, TERMS | change)
    assert error.value.facts["field"] == field


@pytest.mark.parametrize("kind", list(Kind))
def test_the_posted_rules_say_that_the_house_keeps_nothing(kind):
    plain = {} if kind is not Kind.BAD_BEAT else TERMS
    if kind is Kind.HIGH_HAND:
        plain = {"qualifying": "9c 9d 9h 9s 2c", "fixed_cents": 10_000}
    with translation.override("en"):
        said = texts.texts(jackpot_wording.sentences(kind, jackpots.parse(kind, plain)))
    assert said[-1] == "The whole fund goes to the players. The house keeps none of it."
    assert len(said) == len(set(said))


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"least_pot_cents": 2_000}, "The pot must hold at least 20.00."),
        ({"fixed_cents": 5_000}, "50.00 is paid each time."),
        ({"falls_bp": 7_000}, "70 % of the posted amount is paid; the rest stays in the fund."),
        ({"must_fall_cents": 500_000}, "It must hit by 5,000.00."),
        (
            {"tax_bp": 2_400, "tax_from_cents": 500_000},
            "From 5,000.00 up, 24 % of a share is withheld as tax.",
        ),
    ],
)
def test_the_posted_rules_say_each_condition(change: dict[str, int], rule: str) -> None:
    with translation.override("en"):
        plain, said = (
            texts.texts(jackpot_wording.sentences(Kind.MYSTERY, jackpots.parse(Kind.MYSTERY, terms)))
            for terms in ({}, change)
        )
    assert rule not in plain
    assert rule in said


def test_the_posted_rules_say_that_boards_and_lows_do_not_count() -> None:
    usual = {"qualifying": "9c 9d 9h 9s 2c"}
    with translation.override("de"):
        said = texts.texts(jackpot_wording.sentences(Kind.HIGH_HAND, jackpots.parse(Kind.HIGH_HAND, usual)))
    assert "Eine Hand mit mehreren Boards zählt nicht, ebenso wenig eine, deren Board zweimal gegeben wird." in said
    assert "Beim Hi-Lo zählt nur die hohe Hand: Wer nur die niedrige Hälfte gewinnt, hat verloren." in said


def test_a_share_is_what_it_says():
    assert jackpots.shares(JackpotTerms(), 1, {Role.WINNER: [5, 6]}) == (Share(Role.WINNER, 5, 1),)

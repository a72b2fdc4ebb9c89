"""A total can be worked out from its rows: a sum is their sum, and a ratio is the ratio of what the rows compare."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import money
from accounting.money import Summed
from accounting.reports.selectors.figures import Figures
from accounting.revenue.selectors import bank, match
from tables.audit.selectors import tips

AMOUNTS = st.integers(min_value=-10_000_000, max_value=10_000_000)


def rows(kind: type[Summed]) -> st.SearchStrategy[list[Summed]]:
    return st.lists(st.builds(kind, **{part.name: AMOUNTS for part in fields(kind)}), max_size=6)


@pytest.mark.parametrize("kind", Summed.__subclasses__(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_figure_that_is_added_is_the_sum_of_its_rows(kind: type[Summed]) -> None:
    assert {bank.Sums, match.Sums, Figures, tips.Tipped} <= set(Summed.__subclasses__())

    @given(rows(kind))
    def of(ones: list[Summed]) -> None:
        total = sum(ones, kind())
        for part in fields(kind):
            assert getattr(total, part.name) == sum(getattr(one, part.name) for one in ones)

    of()


HANDS = st.integers(min_value=0, max_value=600)


@given(st.lists(st.tuples(HANDS, st.none() | st.integers(min_value=1, max_value=900)), max_size=6))
def test_the_pace_of_all_is_that_of_the_hands_whose_time_is_known(dealt: list[tuple[int, int | None]]) -> None:
    """43 hands in six minutes, and 21 more at a table without a dealer's name: 430.0 an hour, not 640.0."""
    ones = [Figures(hands=hands).dealt_in(minutes) for hands, minutes in [*dealt, (43, 6), (21, None)]]
    total = sum(ones, Figures())
    timed = [(one.hands, one.dealt_minutes) for one in ones if one.dealt_minutes]
    hands, minutes = (sum(column) for column in zip(*timed, strict=True))
    assert total.hands_an_hour_tenths == money.mean(hands * 600, minutes)
    assert (
        sum((Figures(hands=43).dealt_in(6), Figures(hands=21).dealt_in(None)), Figures()).hands_an_hour_tenths == 4_300
    )


@given(rows(Figures))
def test_the_share_of_tips_is_that_of_all_pots_and_stakes(ones: list[Figures]) -> None:
    total = sum(ones, Figures())
    played_cents = sum(one.pot_cents + one.staked_cents for one in ones)
    tips_cents = sum(one.tips_cents for one in ones)
    assert total.tips_bp == (money.rate_of(tips_cents, played_cents) if played_cents > 0 else 0)
    assert total.difference_cents == sum(one.difference_cents for one in ones)


@given(rows(bank.Sums))
def test_the_hold_is_the_win_of_all_in_what_all_bought(ones: list[bank.Sums]) -> None:
    total = sum(ones, bank.Sums())
    drop_cents = sum(one.drop_cents for one in ones)
    assert total.win_cents == sum(one.win_cents for one in ones)
    assert total.hold_bp == (money.rate_of(total.win_cents, drop_cents) if drop_cents > 0 else 0)


@given(rows(tips.Tipped))
def test_the_rates_of_a_dealer_s_tips_are_those_of_all_their_hands(ones: list[tips.Tipped]) -> None:
    total = sum(ones, tips.Tipped())
    plays, played = sum(one.plays for one in ones), sum(one.played_cents for one in ones)
    assert total.share_bp == money.rate_of(sum(one.with_tip for one in ones), max(plays, 0))
    assert total.rate_bp == money.rate_of(sum(one.tips_cents for one in ones), max(played, 0))

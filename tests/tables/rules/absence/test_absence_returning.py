"""The return window (domain §4.7): who comes back in time brings back what he took, and may bring more."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules.absence import returning
from tables.rules.absence.returning import Taken

LEFT = datetime(2026, 11, 21, 20, tzinfo=UTC)
cents = st.integers(0, 10**9)
windows = st.none() | st.integers(1, 1_440)


@given(cents, windows, st.integers(0, 3_000))
def test_only_within_the_window_of_a_game_that_has_one(taken, window, minutes):
    owed = returning.owed_cents(Taken(taken, LEFT), window, LEFT + timedelta(minutes=minutes))
    assert owed == (taken if window is not None and minutes < window else 0)


@given(windows, st.integers(0, 3_000))
def test_who_never_left_owes_nothing(window, minutes):
    assert returning.owed_cents(None, window, LEFT + timedelta(minutes=minutes)) == 0


@given(cents, cents)
def test_at_least_what_he_took(buy_in, owed):
    if buy_in >= owed:
        returning.refuse_less(buy_in, owed)
    else:
        with pytest.raises(Refusal, match="return_below_stack") as refusal:
            returning.refuse_less(buy_in, owed)
        assert refusal.value.facts == {"owed_cents": owed, "buy_in_cents": buy_in}


@pytest.mark.parametrize(("room", "minutes"), [("WSOP live-action 58", 60), ("Hamburg", 120), ("Austria", 180)])
def test_the_windows_of_the_trade(room, minutes):
    taken = Taken(50_000, LEFT)
    assert returning.owed_cents(taken, minutes, LEFT + timedelta(minutes=minutes, seconds=-1)) == 50_000, room
    assert returning.owed_cents(taken, minutes, returning.ends_at(taken, minutes)) == 0, room

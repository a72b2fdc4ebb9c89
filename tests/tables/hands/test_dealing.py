"""The next hand at a table: the button's way, straddles, blinds owed."""

import pytest

from casino.errors import NotAllowed, Refusal
from tables.floor.services import seats, tables
from tables.hands.selectors import next_hand
from tables.models import Hand, Sitting
from tables.play.services import missed_blinds
from tables.rules import setup
from tests import builders, databases
from tests.tables.hands.playing import folded_round, posts, start

pytestmark = pytest.mark.django_db


def four_seated():
    """Four guests at a table."""
    evening = builders.evening({"kind": "fixed", "amount_cents": 100, "min_pot_cents": 200})
    evening.sit(evening.table(), 20_000, 20_000, 20_000, 20_000)
    return evening


built, evening = databases.shared(four_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


class TestTheButton:
    def test_moves_clockwise_after_each_hand(self, evening, table):
        """S11: all seeds."""
        assert [folded_round(evening, table).hand.button_seat for _ in range(5)] == [1, 2, 3, 4, 1]

    def test_numbers_are_gapless_in_a_session(self, evening, table):
        assert [folded_round(evening, table).hand.number for _ in range(3)] == [1, 2, 3]

    def test_a_dealer_may_put_it_where_it_was_drawn(self, evening, table):
        recorded = start(evening, table, button_seat=3)
        assert posts(recorded) == {4: ["small_blind"], 1: ["big_blind"]}


class TestStraddle:
    """WSOP live-action 161–162: twice the big blind, under the gun, acting last; where the game allows it."""

    def change_game(self, evening, table, **changes):
        game = evening.game(**changes)
        tables.change_game(table_id=table, version=evening.version(table), game_id=game.pk, actor=evening.floor)

    def test_under_the_gun(self, evening, table):
        self.change_game(evening, table, straddle=True)
        recorded = start(evening, table, straddle_seat=4)
        assert posts(recorded) == {2: ["small_blind"], 3: ["big_blind"], 4: ["straddle"]}
        assert recorded.state.frame.seats[recorded.state.turn] == 1

    @pytest.mark.parametrize(("allowed", "seat"), [(False, 4), (True, 3), (True, 8)])
    def test_not_elsewhere(self, evening, table, allowed, seat):
        self.change_game(evening, table, straddle=allowed)
        with pytest.raises(Refusal, match="straddle_not_allowed"):
            start(evening, table, straddle_seat=seat)
        assert not Hand.objects.exists()

    def test_three_handed_the_button_is_under_the_gun(self, evening, table):
        """The rules of the house know the straddle under the gun alone, and with three players that is the button."""
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=4, counted_cents=20_000, actor=evening.floor
        )
        self.change_game(evening, table, straddle=True)
        recorded = start(evening, table, straddle_seat=1)
        assert posts(recorded) == {1: ["straddle"], 2: ["small_blind"], 3: ["big_blind"]}


def wait(evening, table, seat, *, waits=True, actor=None):
    return missed_blinds.choose(
        table_id=table, version=evening.version(table), seat=seat, waits=waits, actor=actor or evening.dealer
    )


class TestWaiting:
    """WSOP live-action 156: a player posts what they owe, or waits for the big blind."""

    @pytest.fixture
    def newcomer(self, evening, table):
        """Behind the big blind of the next hand, where they would post."""
        folded_round(evening, table)
        evening.sit(table, 20_000, first=7)
        return Sitting.objects.get(seat=7)

    def test_they_are_dealt_in_in_the_big_blind(self, evening, table, newcomer):
        wait(evening, table, 7)
        assert folded_round(evening, table).hand.setup["seats"][-1]["seat"] == 4
        recorded = start(evening, table)
        assert posts(recorded) == {4: ["small_blind"], 7: ["big_blind"]}
        newcomer.refresh_from_db()
        assert (newcomer.is_new, newcomer.waits_for_big_blind) == (False, False)

    def test_they_change_their_mind(self, evening, table, newcomer):
        wait(evening, table, 7)
        wait(evening, table, 7, waits=False)
        assert posts(start(evening, table))[7] == ["live"]

    def test_the_preview_says_what_the_deal_does(self, evening, table, newcomer):
        [posting] = next_hand.of_table(table).debtors
        assert (posting.seat, posting.live_cents, posting.dead_cents, posting.is_dealt_in) == (7, 200, 0, True)
        wait(evening, table, 7)
        [waiting] = next_hand.of_table(table).debtors
        assert (waiting.live_cents, waiting.is_dealt_in, waiting.is_asked_to_wait) == (0, False, True)
        found = next_hand.of_table(table)
        assert start(evening, table).hand.setup == setup.to_json(found.deal.setup)

    @pytest.mark.parametrize(("seat", "code"), [(2, "owes_no_blind"), (5, "seat_empty"), (12, "seat_unknown")])
    def test_who_owes_nothing_has_nothing_to_wait_for(self, evening, table, newcomer, seat, code):
        with pytest.raises(Refusal, match=code):
            wait(evening, table, seat)
        assert not Sitting.objects.filter(waits_for_big_blind=True).exists()

    def test_only_the_dealer_of_the_table_and_the_floor(self, evening, table, newcomer):
        other = builders.user("dealer", "other-dealer")
        with pytest.raises(NotAllowed, match="not_your_table"):
            wait(evening, table, 7, actor=other)
        wait(evening, table, 7, actor=evening.floor)

    def test_not_where_outcomes_are_recorded(self, evening):
        pad = evening.table(evening.game(recording="summary"), code="T09", dealt=False)
        evening.sit(pad, 20_000, 20_000)
        with pytest.raises(Refusal, match="summary_only"):
            wait(evening, pad, 1, actor=evening.floor)
        assert next_hand.of_table(pad) is None


class TestBlindsOwed:
    def test_a_newcomer_posts_or_waits_and_others_owe_nothing(self, evening, table):
        folded_round(evening, table)
        evening.sit(table, 20_000, first=7)
        recorded = start(evening, table)  # button 2, blinds 3 and 4: seat 7 is behind the big blind
        assert posts(recorded) == {3: ["small_blind"], 4: ["big_blind"], 7: ["live"]}
        assert not Sitting.objects.get(seat=7).is_new

    def test_who_was_away_when_the_blinds_passed_owes_them(self, evening, table):
        folded_round(evening, table)  # button 1, blinds 2 and 3
        seats.away(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        folded_round(evening, table)  # the big blind passes seat 4
        sitting = Sitting.objects.get(seat=4)
        assert (sitting.owes_small_blind, sitting.owes_big_blind) == (False, True)
        folded_round(evening, table)  # and now the small blind does
        sitting.refresh_from_db()
        assert (sitting.owes_small_blind, sitting.owes_big_blind) == (True, True)
        seats.back(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)

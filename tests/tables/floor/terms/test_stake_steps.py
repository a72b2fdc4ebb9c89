"""The minimum stake goes up in the course of the evening (S4; seed 000), for both ways of recording."""

from datetime import timedelta

import pytest
from django.db import IntegrityError

from casino import house_time
from casino.errors import Refusal
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.hands.services import hands, pad, recording
from tables.hands.services.pad import Place
from tables.hands.services.recording import Summary
from tables.models import GameChange, StakeStep
from tables.play.selectors import stakes as selector
from tables.play.services import stakes
from tables.play.services.stakes import Planned
from tests import builders, databases
from tests.tables.floor.terms.conftest import next_door
from tests.tables.floor.terms.rising import RisingStake
from tests.tables.hands import playing

ONE_TWO, TWO_FOUR, FIVE_TEN = "NLHE 1/2", "NLHE 2/4", "NLHE 5/10"


built, rising = databases.shared(lambda: RisingStake.of(builders.evening(), "every_action"))


@pytest.fixture
def evening(rising):
    return next_door(rising.evening)


@pytest.fixture(params=["every_action", "summary"])
def any_night(request):
    """Both ways of recording."""
    return request.getfixturevalue("rising" if request.param == "every_action" else "summaries")


def coming(rising):
    return selector.coming(selector.play_of(rising.session))


class TestByHands:
    def test_after_x_hands_from_the_next_hand_on(self, any_night):
        """Seed 000: "after x game rounds", "only in the next game round"."""
        any_night.plan(any_night.two_four, hands=2)
        any_night.plan(any_night.five_ten, hands=3)
        for _hand in range(4):
            any_night.hand()
        assert any_night.played == [ONE_TWO, ONE_TWO, TWO_FOUR, FIVE_TEN]
        assert any_night.changes() == [(ONE_TWO, TWO_FOUR, 3, True), (TWO_FOUR, FIVE_TEN, 4, True)]
        assert set(StakeStep.objects.values_list("state", flat=True)) == {"taken"}

    def test_the_blinds_are_the_new_ones(self, rising):
        rising.plan(rising.two_four, hands=1)
        rising.hand()
        dealt = playing.start(rising.evening, rising.table)
        assert [dealt.hand.setup["terms"][key] for key in ("small_blind_cents", "big_blind_cents")] == [200, 400]

    def test_a_misdealt_hand_is_dealt_again_for_the_old_stake(self, rising):
        """It is the same game round (WSOP tournament 88b; seed 000: "never within a current game round")."""
        rising.plan(rising.two_four, hands=1)
        hand = playing.start(rising.evening, rising.table).hand
        hands.void(hand_id=hand.pk, version=hand.version, reason="exposed card", actor=rising.evening.floor)
        rising.hand()
        rising.hand()
        assert rising.played == [ONE_TWO, ONE_TWO, TWO_FOUR]


class TestByMinutes:
    def test_a_hand_that_is_being_played_is_over_first(self, rising, later):
        later()
        rising.plan(rising.two_four, minutes=60)
        later(minutes=59)
        dealt = playing.start(rising.evening, rising.table)
        later(minutes=5)
        ended = playing.settle(rising.evening, playing.act(rising.evening, dealt, playing.FOLD, playing.FOLD))
        assert ended.hand.game_id == rising.one_two.pk
        assert rising.session.game_id == rising.one_two.pk
        rising.hand()
        assert rising.played == [ONE_TWO, TWO_FOUR]

    def test_of_a_summary_the_hand_that_was_being_played_is_over_first(self, summaries, later):
        """Only its outcome is known; it began when the hand before was keyed, before the step was due."""
        later()
        summaries.plan(summaries.two_four, minutes=60)
        later(minutes=58)
        summaries.hand()
        later(minutes=4)
        assert (coming(summaries).from_hand, coming(summaries).game.name) == (3, TWO_FOUR)
        summaries.hand()
        assert coming(summaries).from_hand == 3
        later(minutes=3)
        summaries.hand()
        assert summaries.played == [ONE_TWO, ONE_TWO, TWO_FOUR]
        assert summaries.changes() == [(ONE_TWO, TWO_FOUR, 3, True)]

    def test_hands_from_a_tablet_that_was_in_the_dark(self, summaries, later):
        """Keyed at 58, 61 and 64 minutes, all sent at 70: the third began after the step was due."""
        later()
        opened = house_time.now()
        summaries.plan(summaries.two_four, minutes=60)
        later(minutes=70)
        for number, minutes in enumerate((58, 61, 64), 1):
            summary = Summary(
                2_000, True, 3, client_uuid=f"00000000-0000-4000-8000-00000000000{number}",
                dealt_at=opened + timedelta(minutes=minutes),
            )  # fmt: skip
            pad.record(
                table_id=summaries.table,
                place=Place(summaries.session.pk, number),
                summary=summary,
                actor=summaries.evening.dealer,
            )
        assert summaries.played == [ONE_TWO, ONE_TWO, TWO_FOUR]

    def test_a_pause_does_not_count(self, any_night, later):
        later()
        any_night.plan(any_night.two_four, minutes=60)
        later(minutes=50)
        any_night.hand()
        any_night.pause()
        assert coming(any_night).due_at is None
        later(minutes=30)
        any_night.resume()
        later(minutes=9)
        any_night.hand()
        assert any_night.played == [ONE_TWO, ONE_TWO]
        later(minutes=1)
        any_night.hand()  # the summary's began at 89 minutes, the other begins now
        later(minutes=1)
        any_night.hand()
        expected = [ONE_TWO] * (3 if any_night.one_two.recording == "summary" else 2)
        assert any_night.played == [*expected, *[TWO_FOUR] * (4 - len(expected))]
        assert any_night.session.paused_seconds == 30 * 60
        any_night.pause()
        later(minutes=5)
        any_night.resume()
        assert any_night.session.paused_seconds == 35 * 60

    def test_of_two_steps_that_are_due_the_last_counts(self, rising, later):
        later()
        rising.plan(rising.two_four, minutes=30)
        rising.plan(rising.five_ten, minutes=60)
        later(minutes=90)
        rising.hand()
        assert rising.played == [FIVE_TEN]
        assert list(StakeStep.objects.values_list("state", flat=True)) == ["passed", "taken"]
        assert rising.changes() == [(ONE_TWO, FIVE_TEN, 1, True)]


class TestTheFloor:
    def test_every_change_is_kept(self, any_night):
        any_night.change(any_night.five_ten, reason="all agreed")
        row = GameChange.objects.get()
        assert (row.by, row.reason, row.from_hand) == (any_night.evening.floor, "all agreed", 1)
        any_night.change(any_night.five_ten)
        assert GameChange.objects.count() == 1

    def test_a_step_that_is_no_increase_any_more_is_passed_over(self, rising):
        rising.plan(rising.two_four, hands=1)
        rising.change(rising.five_ten)
        assert coming(rising) is None
        rising.hand()
        rising.hand()
        assert rising.played == [FIVE_TEN, FIVE_TEN]
        assert StakeStep.objects.get().state == "passed"

    def test_changes_and_cancels_what_lies_ahead(self, rising, refused):
        step = rising.plan(rising.two_four, hands=1)
        target = {"table_id": rising.table, "actor": rising.evening.floor}
        stakes.change(
            version=rising.table_version, step_id=step.pk, planned=Planned(rising.five_ten.pk, after_hands=2), **target
        )
        old, new = StakeStep.objects.order_by("pk")
        assert (old.state, old.cancelled_by, new.game) == ("cancelled", rising.evening.floor, rising.five_ten)
        stakes.cancel(version=rising.table_version, step_id=new.pk, **target)
        assert coming(rising) is None
        assert refused(stakes.cancel, version=rising.table_version, step_id=new.pk, **target) == "step_over"
        assert refused(stakes.cancel, version=rising.table_version, step_id=0, **target) == "no_such_step"

    def test_what_is_refused(self, rising, refused):
        rising.plan(rising.two_four, hands=5)

        def plan(actor=rising.evening.floor, version=None, **planned):
            return refused(
                stakes.plan,
                table_id=rising.table,
                version=version or rising.table_version,
                planned=Planned(**planned),
                actor=actor,
            )

        assert plan(game_id=rising.five_ten.pk, after_minutes=60) == "measures_differ"
        assert plan(game_id=rising.two_four.pk, after_hands=9) == "stake_not_larger"
        assert plan(game_id=rising.five_ten.pk, after_hands=5) == "step_planned"
        assert plan(game_id=0, after_hands=9) == "no_such_game"
        assert plan(game_id=rising.five_ten.pk, after_hands=9, version=1) == "stale"
        assert plan(game_id=rising.five_ten.pk, after_hands=9, actor=rising.evening.dealer) == "not_allowed"
        games.edit(game_id=rising.five_ten.pk, changes={"is_active": False}, actor=rising.evening.floor)
        assert plan(game_id=rising.five_ten.pk, after_hands=9) == "game_not_offered"

    def test_a_planned_game_stays_what_was_agreed(self, rising, refused):
        """Seed 000: "if the players have agreed on it before the game starts"."""
        rising.plan(rising.two_four, hands=5)
        edit = {"game_id": rising.two_four.pk, "changes": {"betting": "pot_limit"}, "actor": rising.evening.floor}
        assert refused(games.edit, **edit) == "game_in_play"

    def test_against_the_house_nothing_is_planned(self, evening, refused):
        table = evening.table(evening.banked_game(), code="B01")
        planned = Planned(evening.game().pk, after_hands=3)
        values = {"table_id": table, "version": evening.version(table), "planned": planned, "actor": evening.floor}
        assert refused(stakes.plan, **values) == "game_is_banked"


class TestGuests:
    def test_those_seated_play_on_below_the_new_minimum(self, rising):
        """Table stakes (T1): only who sits down brings the minimum of now (S5; WSOP live-action 102 by analogy)."""
        rising.evening.sit(rising.table, 4_000, first=4)
        rising.plan(rising.two_four, hands=1)
        rising.hand()
        dealt = playing.start(rising.evening, rising.table)
        assert {seat["seat"]: seat["stack_cents"] for seat in dealt.hand.setup["seats"]}[4] == 4_000

    def test_a_newcomer_brings_the_minimum_of_his_first_hand(self, rising, refused):
        """S5: nobody plays a first hand below it; the step is due, though no hand has begun."""
        rising.plan(rising.two_four, hands=1)
        rising.hand()
        assert rising.session.game_id == rising.one_two.pk
        assert refused(rising.evening.sit, rising.table, 4_000, first=4) == "amount_too_small"
        rising.evening.sit(rising.table, 8_000, first=4)
        assert rising.session.sittings.get(seat=4).min_buy_in_cents == 8_000

    def test_who_tops_up_reaches_the_new_minimum(self, rising, refused):
        """T3 (seed 001): "at least up to the current minimum buy-in"."""
        rising.evening.sit(rising.table, 4_000, first=4)
        rising.plan(rising.two_four, hands=1)
        rising.hand()
        assert refused(rising.top_up, 4, 1_000) == "below_minimum_buy_in"
        rising.top_up(4, 4_000)


class TestWhatIsWrittenStays:
    def test_a_change_of_game(self, rising):
        rising.change(rising.two_four)
        with pytest.raises(IntegrityError, match="append-only"):
            GameChange.objects.update(reason="another")

    def test_a_step_that_was_taken(self, rising):
        rising.plan(rising.two_four, hands=1)
        rising.hand()
        rising.hand()
        with pytest.raises(IntegrityError, match="append-only"):
            StakeStep.objects.update(state="planned", ended_at=None)


def test_an_action_recorded_afterwards_says_when_it_was_dealt(rising, later):
    """A whole hand keyed at once and dealt before the step was due is one of the old stake."""
    later()
    rising.plan(rising.two_four, minutes=60)
    dealt_at = house_time.now() + timedelta(minutes=59)
    later(minutes=62)
    recording.record_actions(
        table_id=rising.table,
        version=rising.table_version,
        actions=[playing.FOLD, playing.FOLD],
        dealt_at=dealt_at,
        actor=rising.evening.dealer,
    )
    assert rising.played == [ONE_TWO]
    rising.hand()
    assert rising.played == [ONE_TWO, TWO_FOUR]


def test_a_table_that_is_closed_forgets_its_plan(rising):
    """A plan belongs to one opening of the table."""
    rising.plan(rising.two_four, hands=1)
    for seat in (1, 2, 3):
        seats.cash_out(table_id=rising.table, version=rising.table_version, seat=seat, actor=rising.evening.floor)
    tables.close_table(
        table_id=rising.table, version=rising.table_version, counted_float_cents=0, actor=rising.evening.floor
    )
    tables.open_table(
        table_id=rising.table,
        version=rising.table_version,
        game_id=rising.one_two.pk,
        float_cents=0,
        actor=rising.evening.floor,
    )
    assert selector.play_of(rising.session).plan == ()


def test_a_refused_hand_raises_nothing(rising, later, refused):
    """The step is taken in the transaction of the hand, or not at all."""
    rising.plan(rising.two_four, hands=1)
    rising.hand()
    for seat in (1, 2):
        seats.away(table_id=rising.table, version=rising.table_version, seat=seat, actor=rising.evening.floor)
    start = {"table_id": rising.table, "version": rising.table_version, "actor": rising.evening.dealer}
    assert refused(hands.start, **start) == "players_few"
    with pytest.raises(Refusal):
        hands.start(**start)
    assert rising.session.game_id == rising.one_two.pk

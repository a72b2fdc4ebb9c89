"""Terms stay beneath a table, whoever writes and whenever; hands are judged by what they were played under."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Refusal
from tables import locks
from tables.audit.services import audits
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.hands.services import corrections, hands, recording
from tables.hands.services.recording import Summary
from tables.models import Game, Hand, StakeStep
from tables.play.services import stakes
from tests import builders, racing
from tests.deciding import looking
from tests.tables.floor.terms.rising import RisingStake

NOTHING = {"kind": "fixed", "amount_cents": 0}


def edit(evening, game, **changes):
    return games.edit(game_id=game.pk, changes=changes, actor=evening.floor)


class TestTheDatabase:
    """Past the service too."""

    @pytest.mark.parametrize("change", [{"ante_cents": 100}, {"raise_cap": 3}, {"return_minutes": 60}])
    def test_keeps_the_terms_of_a_game_that_is_played_or_planned(self, rising, change):
        rising.plan(rising.two_four, hands=5)
        for game in (rising.one_two, rising.two_four):
            with pytest.raises(IntegrityError, match="is in play"), transaction.atomic():
                Game.objects.filter(pk=game.pk).update(**change)
        assert Game.objects.filter(pk=rising.five_ten.pk).update(**change) == 1

    def test_lets_go_of_them_with_the_session_and_the_plan(self, rising):
        step = rising.plan(rising.two_four, hands=5)
        stakes.cancel(table_id=rising.table, version=rising.table_version, step_id=step.pk, actor=rising.evening.floor)
        assert Game.objects.filter(pk=rising.two_four.pk).update(ante_cents=100) == 1
        rising.change(rising.five_ten)
        assert Game.objects.filter(pk=rising.one_two.pk).update(ante_cents=100) == 1

    def test_lets_the_name_and_the_offer_change(self, rising):
        assert Game.objects.filter(pk=rising.one_two.pk).update(name="Else", is_active=False) == 1


def test_a_planned_game_is_refused_with_its_table(rising):
    rising.plan(rising.two_four, hands=5)
    with pytest.raises(Refusal, match="game_in_play") as refused:
        edit(rising.evening, rising.two_four, big_blind_cents=600)
    assert refused.value.facts == {"fields": ["big_blind_cents"], "tables": "T07"}


class TestJudgedByItsOwnTerms:
    @pytest.fixture
    def changed(self, summaries, later):
        """A pot of 200 in chips of 1; then, with the table on another game, both chip and stake become tiny."""
        evening = summaries.evening
        game = evening.game(name="Keyed", recording="summary")
        summaries.change(game)
        later(minutes=1)
        hand = recording.record_summary(
            table_id=summaries.table,
            version=summaries.table_version,
            summary=Summary(20_000, True, 3),
            actor=evening.dealer,
        ).hand
        later(minutes=1)
        summaries.change(summaries.one_two)
        later(minutes=1)
        edit(evening, game, chip_cents=5, small_blind_cents=10, big_blind_cents=10)
        return summaries, hand

    def test_a_correction_is_booked_by_the_terms_of_its_hand(self, changed):
        rising, hand = changed
        new = corrections.correct(
            hand_id=hand.pk,
            version=hand.version,
            summary=Summary(20_100, True, 3),
            reason="pot keyed wrong",
            actor=rising.evening.second_manager,
        ).hand
        assert new.result["chip_cents"] == hand.result["chip_cents"] == 100
        assert audits.audit(day_id=None, actor=None).differences == []

    def test_a_pot_is_no_outlier_of_blinds_it_was_not_played_for(self, changed):
        """A hundred big blinds of its own, two thousand of those of today."""
        found = audits.audit(day_id=None, actor=None)
        assert (found.differences, "POT_OUTLIER" in found.by_rule) == ([], False)

    def test_a_late_hand_gets_the_schedule_of_its_moment(self, summaries, later):
        evening = summaries.evening
        later(minutes=5)
        dealt_at = house_time.now()
        later(minutes=5)
        for seat in (1, 2, 3):
            seats.cash_out(
                table_id=summaries.table,
                version=summaries.table_version,
                seat=seat,
                counted_cents=40_000,
                actor=evening.floor,
            )
        session = summaries.session
        tables.close_table(
            table_id=summaries.table, version=summaries.table_version, counted_float_cents=0, actor=evening.floor
        )
        easier = evening.terms("Nichts", NOTHING)
        edit(evening, summaries.one_two, rake_schedule_id=easier.schedule_id)
        late = corrections.enter_late(
            session_id=session.pk,
            summary=Summary(9_900, True, 3),
            dealt_at=dealt_at,
            reason="system was down",
            actor=evening.manager,
        ).hand
        assert (late.schedule_version, late.result["rake"]["due_cents"]) == (evening.schedule, 400)
        assert audits.audit(day_id=None, actor=None).differences == []


@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.fixture
    def evening(self):
        return builders.evening()

    @pytest.fixture
    def integrator(self, evening):
        return builders.user("integrator")

    def opening(self, evening, integrator, monkeypatch):
        """The floor edits a game's schedule while a table that is opened with it has checked and not yet written."""
        table = evening.table(evening.game(), code="T08", dealt=False)
        tables.close_table(table_id=table, version=None, counted_float_cents=0, actor=integrator)
        game, easier = evening.game(), evening.terms("Nichts", NOTHING)
        results = racing.meanwhile(
            monkeypatch, tables.openings, "take_up",
            lambda: edit(evening, game, rake_schedule_id=easier.schedule_id),
            lambda: tables.open_table(table_id=table, version=None, game_id=game.pk, float_cents=0, actor=integrator),
        )  # fmt: skip
        return results, evening.schedule.schedule_id == Game.objects.get(pk=game.pk).rake_schedule_id

    def test_without_the_lock_the_schedule_changes_beneath_an_open_table(self, evening, integrator, monkeypatch):
        monkeypatch.setattr(locks, "game", lambda game_id: Game.objects.get(pk=game_id))
        results, stays = self.opening(evening, integrator, monkeypatch)
        assert (racing.refusals(results), stays) == ([], False)

    def test_with_it_the_table_opens_under_what_was_there_or_the_edit_is_refused(
        self, evening, integrator, monkeypatch
    ):
        results, stays = self.opening(evening, integrator, monkeypatch)
        assert racing.refusals(results) == (["game_in_play"] if stays else [])

    def test_a_step_that_a_hand_takes_is_in_play_before_and_after(self, evening, integrator, monkeypatch):
        """The hand goes over to the planned game while the floor edits it: whoever comes first, it keeps its terms."""
        rising = RisingStake.of(evening, "every_action")
        rising.plan(rising.two_four, hands=1)
        rising.hand()
        racing.meeting(monkeypatch, stakes, "note")
        racing.meeting(monkeypatch, games, "_saved")
        results = racing.at_once(
            lambda: hands.start(table_id=rising.table, version=None, actor=integrator),
            lambda: edit(evening, rising.two_four, ante_cents=100),
        )
        assert racing.refusals(results) == ["game_in_play"]
        assert Hand.objects.latest("number").setup["terms"].get("ante_cents", 0) == 0
        assert StakeStep.objects.get().state == "taken"


def test_back_dated_terms_do_not_reach_the_hands_before_them(summaries, later):
    """The floor proposes an easier tax from yesterday on, and a second person signs it: it counts from then."""
    evening = summaries.evening
    summaries.hand(9_900)
    later(minutes=1)
    since = house_time.now() - timedelta(days=1)
    with pytest.raises(Refusal, match="schedule_overlaps"):
        schedules.publish(house_id=evening.house.pk, name="Taxe", terms=NOTHING, valid_from=since, actor=evening.floor)
    change = schedules.publish(
        house_id=evening.house.pk, name="Taxe", terms=NOTHING, valid_from=house_time.now(), actor=evening.floor
    )
    later(minutes=1)
    summaries.hand(9_900)
    later(minutes=1)
    looking(schedules.approve)(version_id=change.pk, actor=evening.manager)
    later(minutes=1)
    summaries.hand(9_900)
    rakes = [hand.result["rake"]["due_cents"] for hand in Hand.objects.order_by("number")]
    assert rakes == [400, 400, 0]
    assert audits.audit(day_id=None, actor=None).differences == []

"""Hands from paper, keyed after a downtime: flagged as late (domain §5)."""

from datetime import timedelta

import pytest

from accounting.models import Assessment, Entry
from tables.audit.services import audits
from tables.hands.services import corrections, hands
from tables.hands.services.recording import Summary
from tables.models import Session
from tests import builders
from tests.tables.log.corrections.correcting import (
    EIGHT,
    PLAYED,
    STACK,
    WRONG,
    agrees,
    booked,
    carry_over,
    close,
    correct,
    leave,
    record,
    refused,
    rest,
)

pytestmark = pytest.mark.django_db


class TestEnteredLate:
    def enter(self, evening, summary=PLAYED, *, dealt_at, actor=None, reason="keyed from paper"):
        return corrections.enter_late(
            session_id=Session.objects.get().pk,
            summary=summary,
            dealt_at=dealt_at,
            reason=reason,
            actor=actor or evening.manager,
        ).hand

    @pytest.fixture
    def closed(self, evening, table, clock):
        """Two hands were played, one of them on paper: the boxes hold both."""
        record(evening, table, PLAYED)
        clock.forward(EIGHT + timedelta(hours=2))
        leave(evening, table, STACK, STACK, STACK - 2_600, explanation="a hand is on paper")
        close(evening, table)
        return table

    def test_at_an_open_table_it_is_keyed_there_and_flagged(self, evening, table, clock):
        clock.forward(EIGHT + timedelta(minutes=20))
        assert record(evening, table, Summary(20_000, True, 2, dealt_at=EIGHT)).is_late
        assert not record(evening, table, Summary(20_000, True, 2, dealt_at=EIGHT + timedelta(minutes=5))).is_late
        refused("record_at_table", lambda: self.enter(evening, dealt_at=EIGHT))

    def test_a_hand_by_action_takes_its_time(self, evening, by_action, clock):
        started = hands.start(table_id=by_action, version=evening.version(by_action), actor=evening.dealer).hand
        clock.forward(clock.now() + timedelta(minutes=30))
        voided = hands.void(hand_id=started.pk, version=1, reason="fire alarm", actor=evening.dealer).hand
        assert not voided.is_late

    def test_after_the_close_no_chip_moves(self, evening, closed):
        before = builders.balances()
        late = self.enter(evening, dealt_at=EIGHT + timedelta(minutes=30))
        fund = before.pop("jackpot/bad-beat")
        variance = before.pop("variance/T07", 0) - 100
        assert builders.balances() == before | {"jackpot/bad-beat": fund + 100, "variance/T07": variance}
        assert (late.number, late.is_late, late.dealer) == (2, True, evening.dealer)
        assert booked() == [2_000, 400, 200]
        assert Assessment.objects.latest("pk").hour == EIGHT
        assert Entry.objects.get(reference=f"hand:{late.pk}").reason == "keyed from paper"
        assert agrees()
        assert audits.audit(day_id=None, actor=evening.manager).ok

    def test_it_can_be_corrected_and_void_like_any_other(self, evening, closed):
        late = self.enter(evening, WRONG, dealt_at=EIGHT + timedelta(minutes=30))
        before = builders.balances()
        new = correct(late, evening.second_manager)
        assert builders.balances() == before
        hands.void(hand_id=new.pk, version=1, reason="never dealt", actor=evening.manager)
        assert booked() == [1_000, 200, 100]
        assert agrees()

    def test_before_the_table_was_carried_over(self, evening, table, clock):
        record(evening, table, PLAYED)
        carry_over(evening, table, clock, 3 * STACK - 2_600)
        late = self.enter(evening, dealt_at=EIGHT + timedelta(minutes=30))
        assert late.gaming_day == evening.day
        refused("record_at_table", lambda: self.enter(evening, dealt_at=clock.now() + timedelta(seconds=1)))
        assert agrees()

    def test_one_without_rake_is_corrected_without_a_chip_of_those_who_play_now(self, evening, table, clock):
        """Entered without a flop it took nothing, so nothing was lent; its chips were counted all the same."""
        record(evening, table, PLAYED)
        carry_over(evening, table, clock, 3 * STACK - 1_300)
        clock.forward(clock.now() + timedelta(minutes=5))
        late = self.enter(evening, Summary(800, False, 2), dealt_at=EIGHT + timedelta(minutes=30))
        clock.forward(clock.now() + timedelta(minutes=5))
        before = rest(builders.balances())
        again = correct(late, evening.second_manager, Summary(900, False, 2))
        correct(again, evening.manager, PLAYED)
        assert rest(builders.balances()) == before
        assert booked() == [2_000, 400, 200]
        assert agrees()

    def test_after_its_day_was_sealed_into_the_open_one(self, evening, table, clock):
        record(evening, table, PLAYED)
        day = carry_over(evening, table, clock, 3 * STACK - 1_300)
        evening.close_day()
        late = self.enter(evening, dealt_at=EIGHT + timedelta(minutes=30))
        assert late.gaming_day == day
        assert agrees()

    def test_under_the_terms_of_then(self, evening, closed):
        assert self.enter(evening, dealt_at=EIGHT + timedelta(minutes=1)).schedule_version == evening.schedule

    def test_refusals(self, evening, closed, clock):
        at = EIGHT + timedelta(minutes=30)
        refused("dealt_outside_session", lambda: self.enter(evening, dealt_at=EIGHT - timedelta(minutes=1)))
        clock.forward(clock.now() + timedelta(hours=1))
        refused("dealt_outside_session", lambda: self.enter(evening, dealt_at=clock.now()))
        refused("dealt_in_future", lambda: self.enter(evening, dealt_at=clock.now() + timedelta(hours=1)))
        refused("not_allowed", lambda: self.enter(evening, dealt_at=at, actor=evening.dealer))
        refused("reason_required", lambda: self.enter(evening, dealt_at=at, reason=" "))
        refused("dealt_in_differs", lambda: self.enter(evening, Summary(20_000, True, 5), dealt_at=at))
        refused(
            "no_such_session",
            lambda: corrections.enter_late(
                session_id=4711, summary=PLAYED, dealt_at=at, reason="paper", actor=evening.manager
            ),
        )

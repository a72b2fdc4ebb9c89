"""Somebody says that he goes, another takes over, one of two wins; what came of a call, and how soon somebody came."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from casino import house_time
from casino.errors import Refusal
from tables import locks
from tables.floor.selectors import alarms
from tables.log.services import floor_calls, incidents, rulings
from tables.models import CallTaking, FloorCall, Incident, Ruling
from tables.play.selectors import floor_calls as selector
from tests import builders, databases, racing
from tests.tables.hands.playing import start


def opened():
    """A table with its dealer."""
    evening = builders.evening()
    evening.table()
    return evening


built, evening = databases.shared(opened)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


@pytest.fixture
def called(evening, table):
    return floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)


class TestOwner:
    pytestmark = pytest.mark.django_db

    def test_who_says_that_he_goes_is_seen_at_the_table(self, evening, table, called):
        before = evening.version(table)
        taken = floor_calls.take(call_id=called.pk, actor=evening.floor)
        (waiting,) = selector.waiting_at(table)
        assert (waiting.taken_by, waiting.taken_by_id) == (str(evening.floor), evening.floor.pk)
        assert waiting.taken_at == taken.taken_at
        assert evening.version(table) == before + 1, "whoever looks at the table sees it"

    def test_saying_it_twice_is_saying_it_once(self, evening, called):
        first = floor_calls.take(call_id=called.pk, actor=evening.floor)
        assert floor_calls.take(call_id=called.pk, actor=evening.floor).taken_at == first.taken_at
        assert CallTaking.objects.count() == 1

    def test_another_takes_over_by_name_and_both_stay_on_record(self, evening, called):
        floor_calls.take(call_id=called.pk, actor=evening.floor)
        with pytest.raises(Refusal, match="call_taken") as refused:
            floor_calls.take(call_id=called.pk, actor=evening.manager)
        assert refused.value.facts["by"] == evening.floor.pk
        floor_calls.take(call_id=called.pk, over_id=evening.floor.pk, actor=evening.manager)
        assert FloorCall.objects.get().taken_by == evening.manager
        assert list(CallTaking.objects.values_list("number", "by")) == [(1, evening.floor.pk), (2, evening.manager.pk)]

    def test_who_is_over_is_taken_from_the_one_it_was_seen_with(self, evening, called):
        floor_calls.take(call_id=called.pk, actor=evening.floor)
        floor_calls.take(call_id=called.pk, over_id=evening.floor.pk, actor=evening.manager)
        with pytest.raises(Refusal, match="call_taken"):
            floor_calls.take(call_id=called.pk, over_id=evening.floor.pk, actor=evening.second_manager)
        assert FloorCall.objects.get().taken_by == evening.manager

    def test_refusals(self, evening, called):
        answered = floor_calls.call(table_id=called.table_id, kind="chips", actor=evening.dealer)
        floor_calls.answer(call_id=answered.pk, actor=evening.floor)
        for code, values in (
            ("not_allowed", {"call_id": called.pk, "actor": evening.dealer}),
            ("no_such_call", {"call_id": 4711}),
            ("call_answered", {"call_id": answered.pk}),
        ):
            with pytest.raises(Refusal, match=code):
                floor_calls.take(**({"actor": evening.floor} | values))
        assert not CallTaking.objects.exists()

    def test_the_database_wants_name_and_time_together(self, evening, called):
        with pytest.raises(IntegrityError, match="call_taken_by_somebody"), transaction.atomic():
            FloorCall.objects.update(taken_by=evening.floor)


class TestWhatCameOfIt:
    pytestmark = pytest.mark.django_db

    def test_a_ruling_answers_its_call(self, evening, table, called):
        ruling = rulings.record(table_id=table, text="Call stands.", call_id=called.pk, actor=evening.floor)
        called.refresh_from_db()
        assert (called.answered_by, called.answer, called.ruling) == (evening.floor, "Call stands.", ruling)
        assert selector.waiting_at(table) == []

    def test_an_incident_answers_its_call(self, evening, table, called):
        row = incidents.record(
            kind="medical", text="A guest fainted.", table_id=table, call_id=called.pk, actor=evening.floor
        )
        called.refresh_from_db()
        assert (called.answer, called.incident) == ("A guest fainted.", row)

    def test_what_is_refused_leaves_the_call_waiting(self, evening, table, called):
        other = evening.table(code="T08", dealt=False)
        floor_calls.answer(call_id=called.pk, actor=evening.floor)
        waiting = floor_calls.call(table_id=table, kind="floor", actor=evening.dealer)
        for code, values in (
            ("no_such_call", {"call_id": waiting.pk, "table_id": other}),
            ("call_answered", {"call_id": called.pk}),
            ("ruling_empty", {"call_id": waiting.pk, "text": ""}),
        ):
            with pytest.raises(Refusal, match=code):
                rulings.record(**({"table_id": table, "text": "Fold.", "actor": evening.floor} | values))
        assert (Ruling.objects.count(), Incident.objects.count()) == (0, 0)
        assert [one.id for one in selector.waiting_at(table)] == [waiting.pk]


class TestHowSoon:
    pytestmark = pytest.mark.django_db

    def test_the_first_word_counts_whoever_came_in_the_end(self, evening, table, called):
        """Waits of 10 s (taken), 60 s (answered at once): the median is 10 s, nine of ten came within 60 s."""
        floor_calls.take(call_id=called.pk, actor=evening.floor)
        other = floor_calls.call(table_id=table, kind="chips", actor=evening.dealer)
        floor_calls.answer(call_id=other.pk, actor=evening.floor)
        floor_calls.call(table_id=table, kind="floor", actor=evening.dealer)  # nobody has heard it yet
        taken_at = CallTaking.objects.get().at
        answered_at = FloorCall.objects.get(pk=other.pk).answered_at
        FloorCall.objects.filter(pk=called.pk).update(called_at=taken_at - timedelta(seconds=10))
        FloorCall.objects.filter(pk=other.pk).update(called_at=answered_at - timedelta(seconds=60))
        floor_calls.take(call_id=called.pk, over_id=evening.floor.pk, actor=evening.manager)
        found = selector.response(evening.house.pk, evening.day.opened_at - timedelta(hours=1))
        assert (found.calls, found.median_seconds, found.nine_of_ten_seconds) == (2, 10, 60)

    def test_nobody_called_nobody_waited(self, evening):
        found = selector.response(evening.house.pk, evening.day.opened_at)
        assert (found.calls, found.median_seconds, found.nine_of_ten_seconds) == (0, None, None)


class TestTooLate:
    """After the house's minutes (three, unless set) a call is late, whoever is on the way."""

    pytestmark = pytest.mark.django_db

    def alarm(self, evening, minutes):
        standing = alarms.standing(evening.house, now=house_time.now() + timedelta(minutes=minutes))
        return standing, next(one for one in standing.alarms if one.kind.value == "call")

    def test_by_the_clock(self, evening, called):
        standing, alarm = self.alarm(evening, 2)
        assert (alarm.is_urgent, alarm.is_late) == (True, False)
        assert standing.due_at == called.called_at + timedelta(minutes=3), "the board is made again when it is"
        assert self.alarm(evening, 4)[1].is_late

    def test_somebody_on_the_way_presses_nobody_until_he_is_late_too(self, evening, called):
        floor_calls.take(call_id=called.pk, actor=evening.floor)
        alarm = self.alarm(evening, 2)[1]
        assert (alarm.is_urgent, alarm.is_late) == (False, False)
        late = self.alarm(evening, 4)[1]
        assert (late.is_urgent, late.is_late) == (True, True)

    def test_the_house_sets_the_minutes(self, evening, called):
        evening.house.call_minutes = 1
        assert self.alarm(evening, 2)[1].is_late


@pytest.mark.django_db(transaction=True)
class TestTwoGo:
    """Two floor persons tap "I go" for one call."""

    @pytest.fixture
    def evening(self):
        return opened()

    def race(self, evening, called, monkeypatch):
        racing.meeting(monkeypatch, FloorCall, "save")
        return racing.at_once(
            lambda: floor_calls.take(call_id=called.pk, actor=evening.floor),
            lambda: floor_calls.take(call_id=called.pk, actor=evening.manager),
        )

    def test_without_the_lock_both_go(self, evening, called, monkeypatch):
        monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))
        assert racing.refusals(self.race(evening, called, monkeypatch)) == []
        assert CallTaking.objects.values("by").distinct().count() == 2

    def test_one_goes_and_the_other_is_told(self, evening, called, monkeypatch):
        assert racing.refusals(self.race(evening, called, monkeypatch)) == ["call_taken"]
        assert FloorCall.objects.get().taken_by == CallTaking.objects.get().by


@pytest.mark.django_db
def test_the_hand_of_a_call_is_the_ruling_s_if_it_is_said(evening, table):
    evening.sit(table, 20_000, 20_000)
    hand = start(evening, table).hand
    call = floor_calls.call(table_id=table, kind="ruling", hand_id=hand.pk, actor=evening.dealer)
    row = rulings.record(table_id=table, hand_id=hand.pk, text="Fold.", call_id=call.pk, actor=evening.floor)
    assert (row.hand, row.call) == (hand, call)

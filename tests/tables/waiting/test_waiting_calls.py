"""Calls, their timers and what follows; the seat is kept, and a guest is seated once (domain §4.8)."""

from datetime import timedelta

import pytest

from casino import house_time
from tables.floor.services import seats, tables
from tables.models import Sitting, WaitingEntry, WaitingEvent
from tables.play.services import house_rules
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.terms import WaitingRules
from tables.tasks import run_out_waits
from tables.waiting.services import entries, list_calls
from tests import builders
from tests.tables.waiting.queues import state, told


class TestCall:
    def test_the_first_is_called_to_a_free_seat(self, queue):
        anna = queue.join("Anna")
        row = queue.call(anna, 3)
        assert (row.state, row.table_id, row.seat) == ("called", queue.table, 3)
        assert row.due_at == row.called_at + timedelta(minutes=5)
        event = WaitingEvent.objects.get(kind="called")
        assert (event.entry, event.table_id, event.seat, event.by) == (anna, queue.table, 3, queue.evening.floor)
        assert queue.names == []

    def test_out_of_turn_only_with_a_reason_which_who_is_passed_over_reads(self, queue, refused):
        anna, boris, clara = queue.join("Anna", is_here=False), queue.join("Boris"), queue.join("Clara")
        assert refused(queue.call, clara) == "out_of_turn"
        queue.call(clara, reason="Boris plays the hand out")
        assert told(anna)[-1] == ("skipped", "not_arrived")
        assert told(boris)[-1] == ("skipped", "floor")
        assert WaitingEvent.objects.get(entry=boris, kind="skipped").reason == "Boris plays the hand out"
        assert queue.names == ["Anna", "Boris"], "who is passed over keeps his place"

    def test_one_guest_is_not_called_to_two_seats(self, queue, refused):
        other = queue.evening.game(name="PLO")
        table = queue.evening.table(other, code="T08", dealt=False)
        anna = queue.join("Anna")
        again = entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=queue.evening.floor)
        boris = entries.join(game_id=other.pk, guest_id=queue.evening.guest("Boris").pk, actor=queue.evening.floor)
        queue.call(anna)
        assert refused(queue.call, again, table=table) == "called_elsewhere"
        queue.call(boris, table=table)
        assert told(again)[-1] == ("skipped", "called_elsewhere"), "the law has the cause; nobody has to give one"

    def test_what_is_refused(self, queue, refused):
        evening = queue.evening
        other = evening.table(evening.game(), code="T08", dealt=False)
        (seated,) = evening.sit(queue.table, 40_000, first=5)
        anna, boris, outside = queue.join("Anna"), queue.join("Boris"), queue.join("Zoe", is_here=False)
        queue.call(anna, 3)
        next_door = builders.House.objects.create(code="mz", name="Other")
        elsewhere = tables.create(house_id=next_door.pk, code="N1", seats=9, actor=evening.floor).pk
        for code, values in (
            ("seat_kept", {"entry": boris, "seat": 3}),
            ("seat_taken", {"entry": boris, "seat": 5}),
            ("seat_unknown", {"entry": boris, "seat": 10}),
            ("game_differs", {"entry": boris, "seat": 1, "table": other}),
            ("no_such_table", {"entry": boris, "seat": 1, "table": 4711}),
            ("no_such_table", {"entry": boris, "seat": 1, "table": elsewhere}),
            ("not_arrived", {"entry": outside, "seat": 1}),
            ("not_waiting", {"entry": anna, "seat": 1}),
            ("reason_required", {"entry": boris, "seat": 1, "reason": "."}),
        ):
            assert refused(queue.call, values.pop("entry"), **values) == code
        for call, values in (
            (list_calls.call, {"table_id": queue.table, "seat": 1}),
            (list_calls.answer, {"answer": Answer.CANCEL}),
            (list_calls.miss, {}),
            (list_calls.withdraw, {"reason": "because"}),
            (list_calls.seat, {"buy_in_cents": 40_000}),
        ):
            assert refused(call, entry_id=anna.pk, **values, actor=evening.dealer) == "not_allowed"
        assert seated.pk


class TestAnswer:
    def test_on_his_way_the_seat_is_locked_up_for_ten_minutes(self, queue):
        """WSOP live-action 87."""
        row = queue.answer(queue.call(queue.join("Anna")), Answer.ON_MY_WAY)
        assert (row.state, row.seat) == ("locked_up", 1)
        assert timedelta(minutes=9) < row.due_at - house_time.now() <= timedelta(minutes=10)
        assert told(row)[-2:] == [("answered", ""), ("locked_up", "")]
        assert WaitingEvent.objects.get(kind="answered").answer == "on_my_way"

    def test_more_time_once(self, queue, refused):
        row = queue.answer(queue.call(queue.join("Anna")), Answer.MORE_TIME)
        assert row.due_at == row.called_at + timedelta(minutes=10)
        assert refused(queue.answer, row, Answer.MORE_TIME) == "more_time_once"

    def test_cancelled_the_seat_is_free(self, queue):
        row = queue.answer(queue.call(queue.join("Anna")), Answer.CANCEL)
        assert (row.state, row.seat) == ("left", None)
        assert state(queue.call(queue.join("Boris"))) == "called"

    def test_a_call_taken_back_is_nobodys_miss(self, queue, refused):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        queue.call(anna)
        assert refused(list_calls.withdraw, entry_id=anna.pk, reason="", actor=queue.evening.floor) == "reason_required"
        row = list_calls.withdraw(entry_id=anna.pk, reason="the table closes", actor=queue.evening.floor)
        assert (row.state, row.misses, row.seat) == ("waiting", 0, None)
        assert queue.names == ["Anna", "Boris"]
        assert told(anna)[-1] == ("withdrawn", "floor")
        assert (
            refused(list_calls.withdraw, entry_id=boris.pk, reason="no call", actor=queue.evening.floor) == "not_called"
        )


class TestSilence:
    def test_after_five_minutes_he_is_at_the_bottom_once(self, queue, later):
        """CardOpz: five minutes, then to the bottom."""
        anna, _boris = queue.join("Anna"), queue.join("Boris")
        queue.call(anna)
        later(minutes=5)
        assert list_calls.sweep() == 1
        assert list_calls.sweep() == 0
        assert queue.names == ["Boris", "Anna"]
        assert told(anna)[2:] == [("missed", "call_missed")]
        missed = WaitingEvent.objects.get(kind="missed")
        assert (missed.by, missed.call.kind, missed.seat) == (None, "called", 1)
        assert (missed.from_place, missed.to_place) == (1, 2)

    def test_whoever_looks_at_the_list_makes_it_so(self, queue, later):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        queue.call(anna)
        later(minutes=5)
        assert state(queue.call(boris)) == "called", "the seat is free again"
        assert queue.names == ["Anna"]

    def test_the_second_miss_strikes_him(self, queue):
        anna = queue.join("Anna")
        for _time in range(2):
            list_calls.miss(entry_id=queue.call(anna).pk, actor=queue.evening.floor)
        assert (state(anna), told(anna)[-2:]) == (
            "struck",
            [("missed", "call_missed"), ("struck", "call_missed")],
        )

    def test_a_lock_up_stands_while_nobody_waits(self, queue, later):
        anna = queue.join("Anna")
        queue.answer(queue.call(anna), Answer.ON_MY_WAY)
        later(minutes=30)
        version = queue.list_version
        list_calls.sweep()
        assert (state(anna), queue.list_version) == ("locked_up", version), "nothing happened, nobody is told"
        queue.join("Boris")
        list_calls.sweep()
        assert queue.names == ["Boris", "Anna"]
        assert told(anna)[-1] == ("missed", "lock_up_over")

    def test_missed_only_when_called(self, queue, refused):
        assert refused(list_calls.miss, entry_id=queue.join("Anna").pk, actor=queue.evening.floor) == "not_called"


class TestSeat:
    def test_list_and_table_change_together(self, queue):
        anna = queue.join("Anna")
        queue.call(anna, 4)
        row = queue.seat(anna, 20_000)
        stay = Sitting.objects.get()
        assert (row.state, row.sitting, row.due_at) == ("seated", stay, None)
        assert (stay.guest, stay.seat, stay.table_id) == (anna.guest, 4, queue.table)
        assert builders.balances("seat") == {"seat/T07/4": 20_000}
        seated = WaitingEvent.objects.get(kind="seated")
        assert (seated.call.kind, seated.table_id, seated.seat) == ("called", queue.table, 4)

    def test_what_the_table_refuses_leaves_the_list_as_it_was(self, queue, refused):
        anna = queue.join("Anna")
        assert refused(queue.seat, anna) == "not_called"
        queue.call(anna)
        assert refused(queue.seat, anna, 3_900) == "amount_too_small"
        assert state(anna) == "called"

    def test_a_kept_seat_is_for_nobody_else(self, queue, refused):
        evening = queue.evening
        (seated,) = evening.sit(queue.table, 40_000, first=5)
        anna = queue.join("Anna")
        queue.call(anna, 3)
        at = {"table_id": queue.table, "version": evening.version(queue.table), "actor": evening.floor}
        walk_in = evening.guest("Walk-in").pk
        why = {"reason": "he asked nicely"}
        for more in ({}, why):
            assert refused(seats.sit, **at, **more, seat=3, guest_id=walk_in, buy_in_cents=40_000) == "seat_kept"
        assert refused(seats.move, **at, seat=5, to_table_id=queue.table, to_seat=3) == "seat_kept"
        queue.answer(anna, Answer.CANCEL)
        seats.sit(**at, seat=3, guest_id=walk_in, buy_in_cents=40_000)
        assert seated.pk

    def test_a_call_whose_time_is_over_keeps_no_seat(self, queue, later):
        anna, evening = queue.join("Anna"), queue.evening
        queue.call(anna, 3)
        later(minutes=5)
        evening.sit(queue.table, 40_000, first=3, reason="nobody came")
        list_calls.sweep()
        assert queue.names == ["Anna"]

    @pytest.mark.parametrize(("stays", "expected"), [(True, "waiting"), (False, "left")])
    def test_his_other_lists(self, queue, stays, expected):
        house_rules.change(
            house_id=queue.evening.house.pk,
            rules=WaitingRules,
            changes={"stays_on_other_lists": stays},
            actor=queue.evening.manager,
        )
        other = queue.evening.game(name="PLO")
        anna = queue.join("Anna")
        elsewhere = entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=queue.evening.floor)
        queue.call(anna)
        queue.seat(anna)
        assert state(elsewhere) == expected
        if not stays:
            assert told(elsewhere)[-1] == ("left", "seated_elsewhere")
        assert WaitingEntry.objects.filter(state="seated").count() == 1


def test_the_clocks_task_does_the_same(queue, later):
    anna = queue.join("Anna")
    queue.call(anna)
    later(minutes=5)
    assert run_out_waits() == 1
    assert told(anna)[-1] == ("missed", "call_missed")

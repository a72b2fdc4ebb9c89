"""Calls, their timers and what follows; the seat is kept, and a guest is seated once (domain §4.8)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tables.models import Sitting, WaitingEntry, WaitingEvent
from tables.rules.waiting.calls import Answer
from tables.services import seats
from tables.services.waiting import callups, entries, terms
from tables.tasks import run_out_waits
from tests import builders
from tests.tables.waiting.room import state, told


class TestCall:
    def test_the_first_is_called_to_a_free_seat(self, room):
        anna = room.join("Anna")
        row = room.call(anna, 3)
        assert (row.state, row.table_id, row.seat) == ("called", room.table, 3)
        assert row.due_at == row.called_at + timedelta(minutes=5)
        event = WaitingEvent.objects.get(kind="called")
        assert (event.entry, event.table_id, event.seat, event.by) == (anna, room.table, 3, room.night.floor)
        assert room.queue == []

    def test_out_of_turn_only_with_a_reason_which_who_is_passed_over_reads(self, room, refused):
        anna, boris, clara = room.join("Anna", is_here=False), room.join("Boris"), room.join("Clara")
        assert refused(room.call, clara) == "out_of_turn"
        room.call(clara, reason="Boris plays the hand out")
        assert told(anna)[-1] == ("skipped", "not_arrived")
        assert told(boris)[-1] == ("skipped", "floor")
        assert WaitingEvent.objects.get(entry=boris, kind="skipped").reason == "Boris plays the hand out"
        assert room.queue == ["Anna", "Boris"], "who is passed over keeps his place"

    def test_one_guest_is_not_called_to_two_seats(self, room, refused):
        other = room.night.game(name="PLO")
        table = room.night.table(other, code="T08", dealt=False)
        anna = room.join("Anna")
        again = entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=room.night.floor)
        boris = entries.join(game_id=other.pk, guest_id=room.night.guest("Boris").pk, actor=room.night.floor)
        room.call(anna)
        assert refused(room.call, again, table=table) == "called_elsewhere"
        room.call(boris, table=table)
        assert told(again)[-1] == ("skipped", "called_elsewhere"), "the law has the cause; nobody has to give one"

    def test_what_is_refused(self, room, refused):
        night = room.night
        other = night.table(night.game(), code="T08", dealt=False)
        (seated,) = night.sit(room.table, 40_000, first=5)
        anna, boris, outside = room.join("Anna"), room.join("Boris"), room.join("Zoe", is_here=False)
        room.call(anna, 3)
        for code, values in (
            ("seat_kept", {"entry": boris, "seat": 3}),
            ("seat_taken", {"entry": boris, "seat": 5}),
            ("seat_unknown", {"entry": boris, "seat": 10}),
            ("game_differs", {"entry": boris, "seat": 1, "table": other}),
            ("no_such_table", {"entry": boris, "seat": 1, "table": 4711}),
            ("not_arrived", {"entry": outside, "seat": 1}),
            ("not_waiting", {"entry": anna, "seat": 1}),
            ("reason_required", {"entry": boris, "seat": 1, "reason": "."}),
        ):
            assert refused(room.call, values.pop("entry"), **values) == code
        for call, values in (
            (callups.call, {"table_id": room.table, "seat": 1}),
            (callups.answer, {"answer": Answer.CANCEL}),
            (callups.miss, {}),
            (callups.withdraw, {"reason": "because"}),
            (callups.seat, {"buy_in_cents": 40_000}),
        ):
            assert refused(call, entry_id=anna.pk, **values, actor=night.dealer) == "not_allowed"
        assert seated.pk


class TestAnswer:
    def test_on_his_way_the_seat_is_locked_up_for_ten_minutes(self, room):
        """WSOP live-action 87."""
        row = room.answer(room.call(room.join("Anna")), Answer.ON_MY_WAY)
        assert (row.state, row.seat) == ("locked_up", 1)
        assert timedelta(minutes=9) < row.due_at - timezone.now() <= timedelta(minutes=10)
        assert told(row)[-2:] == [("answered", ""), ("locked_up", "")]
        assert WaitingEvent.objects.get(kind="answered").answer == "on_my_way"

    def test_more_time_once(self, room, refused):
        row = room.answer(room.call(room.join("Anna")), Answer.MORE_TIME)
        assert row.due_at == row.called_at + timedelta(minutes=10)
        assert refused(room.answer, row, Answer.MORE_TIME) == "more_time_once"

    def test_cancelled_the_seat_is_free(self, room):
        row = room.answer(room.call(room.join("Anna")), Answer.CANCEL)
        assert (row.state, row.seat) == ("left", None)
        assert state(room.call(room.join("Boris"))) == "called"

    def test_a_call_taken_back_is_nobodys_miss(self, room, refused):
        anna, boris = room.join("Anna"), room.join("Boris")
        room.call(anna)
        assert refused(callups.withdraw, entry_id=anna.pk, reason="", actor=room.night.floor) == "reason_required"
        row = callups.withdraw(entry_id=anna.pk, reason="the table closes", actor=room.night.floor)
        assert (row.state, row.misses, row.seat) == ("waiting", 0, None)
        assert room.queue == ["Anna", "Boris"]
        assert told(anna)[-1] == ("withdrawn", "floor")
        assert refused(callups.withdraw, entry_id=boris.pk, reason="no call", actor=room.night.floor) == "not_called"


class TestSilence:
    def test_after_five_minutes_he_is_at_the_bottom_once(self, room, later):
        """CardOpz: five minutes, then to the bottom."""
        anna, _boris = room.join("Anna"), room.join("Boris")
        room.call(anna)
        later(minutes=5)
        assert callups.sweep() == 1
        assert callups.sweep() == 0
        assert room.queue == ["Boris", "Anna"]
        assert told(anna)[2:] == [("missed", "call_missed")]
        missed = WaitingEvent.objects.get(kind="missed")
        assert (missed.by, missed.call.kind, missed.seat) == (None, "called", 1)

    def test_whoever_looks_at_the_list_makes_it_so(self, room, later):
        anna, boris = room.join("Anna"), room.join("Boris")
        room.call(anna)
        later(minutes=5)
        assert state(room.call(boris)) == "called", "the seat is free again"
        assert room.queue == ["Anna"]

    def test_the_second_miss_strikes_him(self, room):
        anna = room.join("Anna")
        for _time in range(2):
            callups.miss(entry_id=room.call(anna).pk, actor=room.night.floor)
        assert (state(anna), told(anna)[-2:]) == (
            "struck",
            [("missed", "call_missed"), ("struck", "call_missed")],
        )

    def test_a_lock_up_stands_while_nobody_waits(self, room, later):
        anna = room.join("Anna")
        room.answer(room.call(anna), Answer.ON_MY_WAY)
        later(minutes=30)
        version = room.version
        callups.sweep()
        assert (state(anna), room.version) == ("locked_up", version), "nothing happened, nobody is told"
        room.join("Boris")
        callups.sweep()
        assert room.queue == ["Boris", "Anna"]
        assert told(anna)[-1] == ("missed", "lock_up_over")

    def test_missed_only_when_called(self, room, refused):
        assert refused(callups.miss, entry_id=room.join("Anna").pk, actor=room.night.floor) == "not_called"


class TestSeat:
    def test_list_and_table_change_together(self, room):
        anna = room.join("Anna")
        room.call(anna, 4)
        row = room.seat(anna, 20_000)
        stay = Sitting.objects.get()
        assert (row.state, row.sitting, row.due_at) == ("seated", stay, None)
        assert (stay.guest, stay.seat, stay.table_id) == (anna.guest, 4, room.table)
        assert builders.balances("seat") == {"seat/T07/4": 20_000}
        seated = WaitingEvent.objects.get(kind="seated")
        assert (seated.call.kind, seated.table_id, seated.seat) == ("called", room.table, 4)

    def test_what_the_table_refuses_leaves_the_list_as_it_was(self, room, refused):
        anna = room.join("Anna")
        assert refused(room.seat, anna) == "not_called"
        room.call(anna)
        assert refused(room.seat, anna, 3_900) == "amount_too_small"
        assert state(anna) == "called"

    def test_a_kept_seat_is_for_nobody_else(self, room, refused):
        night = room.night
        (seated,) = night.sit(room.table, 40_000, first=5)
        anna = room.join("Anna")
        room.call(anna, 3)
        at = {"table_id": room.table, "version": night.version(room.table), "actor": night.floor}
        walk_in = night.guest("Walk-in").pk
        why = {"reason": "he asked nicely"}
        for more in ({}, why):
            assert refused(seats.sit, **at, **more, seat=3, guest_id=walk_in, buy_in_cents=40_000) == "seat_kept"
        assert refused(seats.move, **at, seat=5, to_table_id=room.table, to_seat=3) == "seat_kept"
        room.answer(anna, Answer.CANCEL)
        seats.sit(**at, seat=3, guest_id=walk_in, buy_in_cents=40_000)
        assert seated.pk

    def test_a_call_whose_time_is_over_keeps_no_seat(self, room, later):
        anna, night = room.join("Anna"), room.night
        room.call(anna, 3)
        later(minutes=5)
        night.sit(room.table, 40_000, first=3, reason="nobody came")
        callups.sweep()
        assert room.queue == ["Anna"]

    @pytest.mark.parametrize(("stays", "expected"), [(True, "waiting"), (False, "left")])
    def test_his_other_lists(self, room, stays, expected):
        terms.change(house_id=room.night.house.pk, changes={"stays_on_other_lists": stays}, actor=room.night.manager)
        other = room.night.game(name="PLO")
        anna = room.join("Anna")
        elsewhere = entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=room.night.floor)
        room.call(anna)
        room.seat(anna)
        assert state(elsewhere) == expected
        if not stays:
            assert told(elsewhere)[-1] == ("left", "seated_elsewhere")
        assert WaitingEntry.objects.filter(state="seated").count() == 1


def test_the_clocks_task_does_the_same(room, later):
    anna = room.join("Anna")
    room.call(anna)
    later(minutes=5)
    assert run_out_waits() == 1
    assert told(anna)[-1] == ("missed", "call_missed")

"""Who walks in while others wait, and calls to a table that ends: nobody is overtaken in silence (domain §4.8)."""

import pytest

from tables.floor.services import seats, tables
from tables.models import Sitting, WaitingEntry, WaitingEvent
from tables.play.services import house_rules
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.terms import WaitingRules
from tables.waiting.selectors import lists
from tables.waiting.services import entries, list_calls
from tests.tables.waiting.queues import Queue, state, told


def sit(queue: Queue, guest, seat: int = 5, *, reason: str = "") -> int:
    """He sits down without having been called."""
    evening = queue.evening
    return seats.sit(
        table_id=queue.table,
        version=evening.version(queue.table),
        seat=seat,
        guest_id=guest.pk,
        buy_in_cents=40_000,
        reason=reason,
        actor=evening.floor,
    )


class TestWalkIn:
    def test_nobody_sits_down_past_who_waits_without_a_reason(self, queue, refused):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        walk_in = queue.evening.guest("Walk-in")
        assert refused(sit, queue, walk_in) == "out_of_turn"
        assert refused(sit, queue, walk_in, reason=" . ") == "reason_required"
        sit(queue, walk_in, reason="Both wait for table two")
        for row in (anna, boris):
            event = WaitingEvent.objects.get(entry=row, kind="skipped")
            assert (event.cause, event.reason) == ("floor", "Both wait for table two")
            assert (event.table_id, event.seat, event.by) == (queue.table, 5, queue.evening.floor)
        assert queue.names == ["Anna", "Boris"], "they keep their places"

    def test_the_first_of_the_list_is_seated_from_it(self, queue):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        before = queue.list_version
        sit(queue, anna.guest)
        row = WaitingEntry.objects.get(pk=anna.pk)
        assert (row.state, row.sitting) == ("seated", Sitting.objects.get())
        assert told(anna) == [("joined", ""), ("seated", "")]
        assert WaitingEvent.objects.filter(kind="seated", table=queue.table, seat=5).count() == 1
        assert told(boris) == [("joined", "")], "he was not overtaken"
        assert queue.list_version == before + 1

    def test_the_second_only_with_a_reason(self, queue, refused):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        assert refused(sit, queue, boris.guest) == "out_of_turn"
        sit(queue, boris.guest, reason="Anna is at the cash desk")
        assert (state(boris), told(anna)[-1]) == ("seated", ("skipped", "floor"))

    def test_who_is_not_in_the_room_or_called_elsewhere_is_passed_over_by_the_law(self, queue):
        """WSOP live-action 83; nobody is called to two seats."""
        other = queue.evening.game(name="PLO")
        table = queue.evening.table(other, code="T08", dealt=False)
        outside, called = queue.join("Zoe", is_here=False), queue.join("Clara")
        again = entries.join(game_id=other.pk, guest_id=called.guest_id, actor=queue.evening.floor)
        queue.call(again, table=table)
        sit(queue, queue.evening.guest("Walk-in"))
        assert told(outside)[-1] == ("skipped", "not_arrived")
        assert told(called)[-1] == ("skipped", "called_elsewhere")

    def test_who_is_called_sits_down_past_nobody(self, queue, refused):
        anna, boris, clara = queue.join("Anna"), queue.join("Boris"), queue.join("Clara")
        queue.call(anna, 3)
        queue.answer(anna, Answer.ON_MY_WAY)
        queue.call(boris, 4)
        assert refused(sit, queue, boris.guest, 3) == "seat_kept"
        sit(queue, anna.guest, 3)
        sit(queue, boris.guest, 7)  # another seat than he was called to: that one is free again
        assert (state(anna), state(boris), told(clara)) == ("seated", "seated", [("joined", "")])
        assert WaitingEvent.objects.get(entry=boris, kind="seated").call == WaitingEvent.objects.get(
            entry=boris, kind="called"
        )
        sit(queue, clara.guest, 4)

    def test_who_comes_from_a_broken_table_does_not_jump_the_queue_even_so(self, queue, refused):
        """Domain §1."""
        evening = queue.evening
        old = evening.table(queue.game, code="T08", dealt=False)
        (guest,) = evening.sit(old, 40_000)
        queue.join("Anna")
        entries.break_up(table_id=old, actor=evening.floor)
        seats.cash_out(table_id=old, version=evening.version(old), seat=1, actor=evening.floor)
        assert refused(sit, queue, guest, reason="he was here first") == "broken_table_waits"

    def test_where_the_house_wants_it_who_sits_is_off_his_other_lists(self, queue):
        other = queue.evening.game(name="PLO")
        anna = queue.evening.guest("Anna")
        row = entries.join(game_id=other.pk, guest_id=anna.pk, actor=queue.evening.floor)
        sit(queue, anna)
        assert state(row) == "waiting"
        seats.cash_out(
            table_id=queue.table, version=queue.evening.version(queue.table), seat=5, actor=queue.evening.floor
        )
        house_rules.change(
            house_id=queue.evening.house.pk,
            rules=WaitingRules,
            changes={"stays_on_other_lists": False},
            actor=queue.evening.manager,
        )
        sit(queue, anna)
        assert told(row)[-1] == ("left", "seated_elsewhere")

    def test_a_list_that_nobody_is_on_any_more_stops_nobody(self, queue):
        entries.leave(entry_id=queue.join("Anna").pk, actor=queue.evening.floor)
        sit(queue, queue.evening.guest("Walk-in"))


class TestFromAnotherGame:
    """Who plays another game meanwhile comes with his stack: from the list, or past it with a reason."""

    @pytest.fixture
    def mover(self, queue):
        other = queue.evening.table(queue.evening.game(), code="T08", dealt=False)
        (guest,) = queue.evening.sit(other, 40_000)
        return {"table_id": other, "seat": 1, "to_table_id": queue.table, "actor": queue.evening.floor}, guest

    def move(self, queue, mover, to_seat, **said):
        call, _guest = mover
        seats.move(version=queue.evening.version(call["table_id"]), to_seat=to_seat, **call, **said)

    def test_past_who_waits_with_a_reason_only(self, queue, mover, refused):
        anna = queue.join("Anna")
        assert refused(self.move, queue, mover, 5) == "out_of_turn"
        self.move(queue, mover, 5, reason="Anna eats first")
        assert told(anna)[-1] == ("skipped", "floor")

    def test_to_the_seat_he_is_called_to(self, queue, mover, refused):
        row = queue.join(guest=mover[1])
        boris = queue.join("Boris")
        queue.call(row, 3)
        queue.call(boris, 4)
        assert refused(queue.seat, row) == "guest_seated"
        assert refused(self.move, queue, mover, 4) == "seat_kept"
        self.move(queue, mover, 3)
        entry = WaitingEntry.objects.get(pk=row.pk)
        assert (entry.state, entry.sitting.seat, entry.sitting.table_id) == ("seated", 3, queue.table)
        assert told(boris) == [("joined", ""), ("called", "")]

    def test_within_the_game_nobody_is_overtaken(self, queue, refused):
        (guest,) = queue.evening.sit(queue.table, 40_000)
        second = queue.evening.table(queue.game, code="T08", dealt=False)
        anna = queue.join("Anna")
        call = {"table_id": queue.table, "seat": 1, "to_table_id": second, "actor": queue.evening.floor}
        self.move(queue, (call, guest), 2)
        assert told(anna) == [("joined", "")]


class TestTableEnds:
    @pytest.fixture
    def called(self, queue) -> WaitingEntry:
        queue.join("Anna")
        boris = queue.join("Boris")
        queue.call(WaitingEntry.objects.get(guest__name="Anna"), 3)
        queue.call(boris, 4)
        return queue.answer(boris, Answer.ON_MY_WAY)

    def close(self, queue):
        tables.close_table(
            table_id=queue.table,
            version=queue.evening.version(queue.table),
            counted_float_cents=0,
            actor=queue.evening.floor,
        )

    def test_who_was_called_to_a_table_that_closes_keeps_his_place(self, queue, called):
        before = queue.list_version
        self.close(queue)
        assert told(called)[-1] == ("withdrawn", "table_broken")
        assert queue.names == ["Anna", "Boris"]
        assert not WaitingEntry.objects.exclude(misses=0).exists()
        assert lists.list_at(queue.table) is None
        assert queue.list_version == before + 1

    def test_and_who_was_called_to_a_table_that_plays_another_game(self, queue, called):
        other = queue.evening.game(name="PLO")
        change = {"table_id": queue.table, "actor": queue.evening.floor}
        tables.change_game(version=queue.evening.version(queue.table), game_id=queue.game.pk, **change)
        assert state(called) == "locked_up", "the same game again ends nothing"
        tables.change_game(version=queue.evening.version(queue.table), game_id=other.pk, **change)
        assert (told(called)[-1], queue.names) == (("withdrawn", "table_broken"), ["Anna", "Boris"])

    def test_a_pause_takes_nothing_back(self, queue, called):
        tables.pause(table_id=queue.table, version=queue.evening.version(queue.table), actor=queue.evening.floor)
        assert state(called) == "locked_up"

    def test_a_refused_close_takes_nothing_back(self, queue, called, refused):
        sit(queue, queue.evening.guest("Walk-in"))  # nobody waits for a call any more, so nobody is overtaken
        assert refused(self.close, queue) == "guests_seated"
        assert state(called) == "locked_up"

    def test_a_missed_call_of_the_past_stays_one(self, queue, called, later):
        later(minutes=11)
        self.close(queue)
        assert WaitingEvent.objects.filter(kind="missed").count() == 2
        assert list_calls.sweep() == 0

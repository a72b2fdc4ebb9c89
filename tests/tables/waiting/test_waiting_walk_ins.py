"""Who walks in while others wait, and calls to a table that ends: nobody is overtaken in silence (domain §4.8)."""

import pytest

from tables.models import Sitting, WaitingEntry, WaitingEvent
from tables.rules.waiting.calls import Answer
from tables.selectors import waiting
from tables.services import seats, tables
from tables.services.waiting import callups, entries, terms
from tests.tables.waiting.room import Room, state, told


def sit(room: Room, guest, seat: int = 5, *, reason: str = "") -> int:
    """He sits down without having been called."""
    night = room.night
    return seats.sit(
        table_id=room.table,
        version=night.version(room.table),
        seat=seat,
        guest_id=guest.pk,
        buy_in_cents=40_000,
        reason=reason,
        actor=night.floor,
    )


class TestWalkIn:
    def test_nobody_sits_down_past_who_waits_without_a_reason(self, room, refused):
        anna, boris = room.join("Anna"), room.join("Boris")
        walk_in = room.night.guest("Walk-in")
        assert refused(sit, room, walk_in) == "out_of_turn"
        assert refused(sit, room, walk_in, reason=" . ") == "reason_required"
        sit(room, walk_in, reason="Both wait for table two")
        for row in (anna, boris):
            event = WaitingEvent.objects.get(entry=row, kind="skipped")
            assert (event.cause, event.reason) == ("floor", "Both wait for table two")
            assert (event.table_id, event.seat, event.by) == (room.table, 5, room.night.floor)
        assert room.queue == ["Anna", "Boris"], "they keep their places"

    def test_the_first_of_the_list_is_seated_from_it(self, room):
        anna, boris = room.join("Anna"), room.join("Boris")
        before = room.version
        sit(room, anna.guest)
        row = WaitingEntry.objects.get(pk=anna.pk)
        assert (row.state, row.sitting) == ("seated", Sitting.objects.get())
        assert told(anna) == [("joined", ""), ("seated", "")]
        assert WaitingEvent.objects.filter(kind="seated", table=room.table, seat=5).count() == 1
        assert told(boris) == [("joined", "")], "he was not overtaken"
        assert room.version == before + 1

    def test_the_second_only_with_a_reason(self, room, refused):
        anna, boris = room.join("Anna"), room.join("Boris")
        assert refused(sit, room, boris.guest) == "out_of_turn"
        sit(room, boris.guest, reason="Anna is at the cash desk")
        assert (state(boris), told(anna)[-1]) == ("seated", ("skipped", "floor"))

    def test_who_is_not_in_the_room_or_called_elsewhere_is_passed_over_by_the_law(self, room):
        """WSOP live-action 83; nobody is called to two seats."""
        other = room.night.game(name="PLO")
        table = room.night.table(other, code="T08", dealt=False)
        outside, called = room.join("Zoe", is_here=False), room.join("Clara")
        again = entries.join(game_id=other.pk, guest_id=called.guest_id, actor=room.night.floor)
        room.call(again, table=table)
        sit(room, room.night.guest("Walk-in"))
        assert told(outside)[-1] == ("skipped", "not_arrived")
        assert told(called)[-1] == ("skipped", "called_elsewhere")

    def test_who_is_called_sits_down_past_nobody(self, room, refused):
        anna, boris, clara = room.join("Anna"), room.join("Boris"), room.join("Clara")
        room.call(anna, 3)
        room.answer(anna, Answer.ON_MY_WAY)
        room.call(boris, 4)
        assert refused(sit, room, boris.guest, 3) == "seat_kept"
        sit(room, anna.guest, 3)
        sit(room, boris.guest, 7)  # another seat than he was called to: that one is free again
        assert (state(anna), state(boris), told(clara)) == ("seated", "seated", [("joined", "")])
        assert WaitingEvent.objects.get(entry=boris, kind="seated").call == WaitingEvent.objects.get(
            entry=boris, kind="called"
        )
        sit(room, clara.guest, 4)

    def test_who_comes_from_a_broken_table_does_not_jump_the_queue_even_so(self, room, refused):
        """Domain §1."""
        night = room.night
        old = night.table(room.game, code="T08", dealt=False)
        (guest,) = night.sit(old, 40_000)
        room.join("Anna")
        entries.break_up(table_id=old, actor=night.floor)
        seats.cash_out(table_id=old, version=night.version(old), seat=1, actor=night.floor)
        assert refused(sit, room, guest, reason="he was here first") == "broken_table_waits"

    def test_where_the_house_wants_it_who_sits_is_off_his_other_lists(self, room):
        other = room.night.game(name="PLO")
        anna = room.night.guest("Anna")
        row = entries.join(game_id=other.pk, guest_id=anna.pk, actor=room.night.floor)
        sit(room, anna)
        assert state(row) == "waiting"
        seats.cash_out(table_id=room.table, version=room.night.version(room.table), seat=5, actor=room.night.floor)
        terms.change(house_id=room.night.house.pk, changes={"stays_on_other_lists": False}, actor=room.night.manager)
        sit(room, anna)
        assert told(row)[-1] == ("left", "seated_elsewhere")

    def test_a_list_that_nobody_is_on_any_more_stops_nobody(self, room):
        entries.leave(entry_id=room.join("Anna").pk, actor=room.night.floor)
        sit(room, room.night.guest("Walk-in"))


class TestFromAnotherGame:
    """Who plays another game meanwhile comes with his stack: from the list, or past it with a reason."""

    @pytest.fixture
    def mover(self, room):
        other = room.night.table(room.night.game(), code="T08", dealt=False)
        (guest,) = room.night.sit(other, 40_000)
        return {"table_id": other, "seat": 1, "to_table_id": room.table, "actor": room.night.floor}, guest

    def move(self, room, mover, to_seat, **said):
        call, _guest = mover
        seats.move(version=room.night.version(call["table_id"]), to_seat=to_seat, **call, **said)

    def test_past_who_waits_with_a_reason_only(self, room, mover, refused):
        anna = room.join("Anna")
        assert refused(self.move, room, mover, 5) == "out_of_turn"
        self.move(room, mover, 5, reason="Anna eats first")
        assert told(anna)[-1] == ("skipped", "floor")

    def test_to_the_seat_he_is_called_to(self, room, mover, refused):
        row = room.join(guest=mover[1])
        boris = room.join("Boris")
        room.call(row, 3)
        room.call(boris, 4)
        assert refused(room.seat, row) == "guest_seated"
        assert refused(self.move, room, mover, 4) == "seat_kept"
        self.move(room, mover, 3)
        entry = WaitingEntry.objects.get(pk=row.pk)
        assert (entry.state, entry.sitting.seat, entry.sitting.table_id) == ("seated", 3, room.table)
        assert told(boris) == [("joined", ""), ("called", "")]

    def test_within_the_game_nobody_is_overtaken(self, room, refused):
        (guest,) = room.night.sit(room.table, 40_000)
        second = room.night.table(room.game, code="T08", dealt=False)
        anna = room.join("Anna")
        call = {"table_id": room.table, "seat": 1, "to_table_id": second, "actor": room.night.floor}
        self.move(room, (call, guest), 2)
        assert told(anna) == [("joined", "")]


class TestTableEnds:
    @pytest.fixture
    def called(self, room) -> WaitingEntry:
        room.join("Anna")
        boris = room.join("Boris")
        room.call(WaitingEntry.objects.get(guest__name="Anna"), 3)
        room.call(boris, 4)
        return room.answer(boris, Answer.ON_MY_WAY)

    def close(self, room):
        tables.close_table(
            table_id=room.table,
            version=room.night.version(room.table),
            counted_float_cents=0,
            actor=room.night.floor,
        )

    def test_who_was_called_to_a_table_that_closes_keeps_his_place(self, room, called):
        before = room.version
        self.close(room)
        assert told(called)[-1] == ("withdrawn", "table_broken")
        assert room.queue == ["Anna", "Boris"]
        assert not WaitingEntry.objects.exclude(misses=0).exists()
        assert waiting.list_at(room.table) is None
        assert room.version == before + 1

    def test_and_who_was_called_to_a_table_that_plays_another_game(self, room, called):
        other = room.night.game(name="PLO")
        change = {"table_id": room.table, "actor": room.night.floor}
        tables.change_game(version=room.night.version(room.table), game_id=room.game.pk, **change)
        assert state(called) == "locked_up", "the same game again ends nothing"
        tables.change_game(version=room.night.version(room.table), game_id=other.pk, **change)
        assert (told(called)[-1], room.queue) == (("withdrawn", "table_broken"), ["Anna", "Boris"])

    def test_a_pause_takes_nothing_back(self, room, called):
        tables.pause(table_id=room.table, version=room.night.version(room.table), actor=room.night.floor)
        assert state(called) == "locked_up"

    def test_a_refused_close_takes_nothing_back(self, room, called, refused):
        sit(room, room.night.guest("Walk-in"))  # nobody waits for a call any more, so nobody is overtaken
        assert refused(self.close, room) == "guests_seated"
        assert state(called) == "locked_up"

    def test_a_missed_call_of_the_past_stays_one(self, room, called, later):
        later(minutes=11)
        self.close(room)
        assert WaitingEvent.objects.filter(kind="missed").count() == 2
        assert callups.sweep() == 0

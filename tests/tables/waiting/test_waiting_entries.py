"""Places on a list: joined, arrived, left, moved; several lists per guest; a table broken up (domain §4.8)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from casino import house_time
from casino.errors import Refusal
from casino.models import DeskCounter
from tables.guests.services import guests
from tables.models import WaitingEntry, WaitingEvent
from tables.play.services import house_rules
from tables.rules.waiting.terms import WaitingRules
from tables.waiting.services import entries, list_calls
from tests import builders, live
from tests.tables.waiting.queues import state, told


class TestJoining:
    def test_at_the_bottom_and_seen(self, queue):
        first, second = queue.join("Anna"), queue.join("Boris")
        assert queue.names == ["Anna", "Boris"]
        assert queue.list_version == 3, "whoever looks learns of it"
        assert told(second) == [("joined", "")]
        assert (first.is_here, first.due_at) == (True, None)
        event = WaitingEvent.objects.get(entry=first)
        assert (event.by, event.at) == (queue.evening.floor, first.joined_at)

    def test_on_several_lists(self, queue):
        """Domain §2: several lists per player."""
        other = queue.evening.game(name="PLO")
        anna = queue.join("Anna")
        entries.join(game_id=other.pk, guest_id=anna.guest_id, actor=queue.evening.floor)
        assert WaitingEntry.objects.filter(guest=anna.guest, state="waiting").count() == 2

    def test_a_list_of_a_game_that_nobody_plays_yet(self, queue):
        """Domain §2: an interest list before a game starts."""
        other = queue.evening.game(name="PLO")
        row = entries.join(game_id=other.pk, guest_id=queue.evening.guest().pk, actor=queue.evening.floor)
        assert state(row) == "waiting"

    def test_from_outside_with_an_hour_to_arrive(self, queue):
        """WSOP live-action 83."""
        row = queue.join("Anna", is_here=False)
        assert (row.is_remote, row.is_here, row.due_at) == (True, False, row.joined_at + timedelta(hours=1))
        arrived = entries.arrive(entry_id=row.pk, actor=queue.evening.floor)
        assert (arrived.is_remote, arrived.is_here, arrived.due_at) == (True, True, None)
        assert told(row) == [("joined", ""), ("arrived", "")]

    def test_who_does_not_come_is_struck_by_the_clock(self, queue, later):
        row = queue.join("Anna", is_here=False)
        later(minutes=60)
        assert list_calls.sweep() == 1
        assert (state(row), told(row)[-1]) == ("struck", ("struck", "not_arrived"))
        assert WaitingEvent.objects.get(entry=row, kind="struck").by is None

    def test_again_once_he_has_left(self, queue):
        row = queue.join("Anna")
        entries.leave(entry_id=row.pk, reason="goes home", actor=queue.evening.floor)
        again = queue.join(guest=row.guest)
        assert (again.pk != row.pk, state(row), state(again)) == (True, "left", "waiting")
        assert WaitingEvent.objects.get(entry=row, kind="left").reason == "goes home"

    def test_what_is_refused(self, queue, refused):
        evening, row = queue.evening, queue.join("Anna")
        (seated,) = evening.sit(queue.table, 40_000, reason="Anna eats first")
        banked = evening.banked_game()
        hidden = evening.game(is_active=False)
        for code, call, values in (
            ("on_list_already", entries.join, {"game_id": queue.game.pk, "guest_id": row.guest_id}),
            ("plays_already", entries.join, {"game_id": queue.game.pk, "guest_id": seated.pk}),
            ("no_such_game", entries.join, {"game_id": 4711, "guest_id": row.guest_id}),
            ("no_such_guest", entries.join, {"game_id": queue.game.pk, "guest_id": 4711}),
            ("not_among_guests", entries.join, {"game_id": banked.pk, "guest_id": row.guest_id}),
            ("game_not_offered", entries.join, {"game_id": hidden.pk, "guest_id": row.guest_id}),
            ("arrived_already", entries.arrive, {"entry_id": row.pk}),
            ("no_such_wait", entries.arrive, {"entry_id": 4711}),
            ("no_such_wait", entries.leave, {"entry_id": 4711}),
            ("text_too_long", entries.leave, {"entry_id": row.pk, "reason": "x" * 501}),
        ):
            assert refused(call, **values, actor=evening.floor) == code
        for call, values in (
            (entries.join, {"game_id": queue.game.pk, "guest_id": row.guest_id}),
            (entries.leave, {"entry_id": row.pk}),
            (entries.arrive, {"entry_id": row.pk}),
            (entries.break_up, {"table_id": queue.table}),
            (entries.move, {"entry_id": row.pk, "version": 1, "place": 1, "reason": "because"}),
        ):
            assert refused(call, **values, actor=evening.dealer) == "not_allowed"
        entries.leave(entry_id=row.pk, actor=evening.floor)
        assert refused(entries.leave, entry_id=row.pk, actor=evening.floor) == "wait_over"


class TestMoving:
    def test_with_a_reason_everybody_overtaken_is_told(self, queue):
        anna, boris, clara = (queue.join(name) for name in ("Anna", "Boris", "Clara"))
        entries.move(
            entry_id=clara.pk, version=queue.list_version, place=1, reason="was here first", actor=queue.evening.floor
        )
        assert queue.names == ["Clara", "Anna", "Boris"]
        events = WaitingEvent.objects.filter(cause="floor").order_by("entry_id")
        assert list(events.values_list("entry_id", "kind", "from_place", "to_place", "reason")) == [
            (anna.pk, "skipped", 1, 2, "was here first"),
            (boris.pk, "skipped", 2, 3, "was here first"),
            (clara.pk, "moved", 3, 1, "was here first"),
        ]

    def test_a_guest_who_is_called_keeps_their_place_or_is_told(self, queue):
        """If the call is taken back, they return to where they were: nobody is overtaken in silence (domain §4.8)."""
        anna, boris, clara, dora = (queue.join(name) for name in ("Anna", "Boris", "Clara", "Dora"))
        queue.call(anna)
        queue.call(clara, seat=2, reason="plays with Anna")
        by_floor = {"reason": "was here first", "actor": queue.evening.floor}
        entries.move(entry_id=dora.pk, version=queue.list_version, place=1, **by_floor)
        for called in (anna, clara):
            list_calls.withdraw(entry_id=called.pk, reason="another table opens", actor=queue.evening.floor)
        assert queue.names == ["Anna", "Dora", "Boris", "Clara"]
        moved = WaitingEvent.objects.filter(reason="was here first").order_by("entry_id")
        assert list(moved.values_list("entry_id", "kind", "from_place", "to_place")) == [
            (boris.pk, "skipped", 1, 2),
            (clara.pk, "skipped", 2, 3),
            (dora.pk, "moved", 2, 1),
        ]

    def test_down_nobody_is_overtaken(self, queue):
        anna, boris = queue.join("Anna"), queue.join("Boris")
        entries.move(
            entry_id=anna.pk, version=queue.list_version, place=2, reason="eats first", actor=queue.evening.floor
        )
        assert queue.names == ["Boris", "Anna"]
        assert told(boris) == [("joined", "")]
        assert told(anna) == [("joined", ""), ("moved", "floor")]

    def test_what_is_refused(self, queue, refused):
        anna, _boris = queue.join("Anna"), queue.join("Boris")
        move = {"entry_id": anna.pk, "version": queue.list_version, "place": 2, "reason": "eats first"}
        for code, changes in (
            ("reason_required", {"reason": " . "}),
            ("text_too_long", {"reason": "x" * 501}),
            ("stale", {"version": queue.list_version - 1}),
            ("version_required", {"version": None}),
            ("place_unknown", {"place": 3}),
            ("at_place_already", {"place": 1}),
        ):
            assert refused(entries.move, **(move | changes), actor=queue.evening.floor) == code


class TestBrokenTable:
    def test_its_guests_come_behind_all_who_wait_and_stay_there(self, queue, refused, later):
        """Domain §1: "the player moved in from a closed table must not jump the queue"."""
        second = queue.evening.table(queue.game, code="T08", dealt=False)
        queue.evening.sit(second, 40_000, 40_000)
        anna = queue.join("Anna")
        entries.break_up(table_id=second, actor=queue.evening.floor)
        rows = list(WaitingEntry.objects.filter(is_from_broken_table=True).order_by("rank"))
        assert queue.names == ["Anna", "Guest 1", "Guest 2"]
        assert told(rows[0]) == [("joined", "table_broken")]
        move = {"entry_id": rows[0].pk, "version": queue.list_version, "place": 1, "reason": "came from T08"}
        assert refused(entries.move, **move, actor=queue.evening.floor) == "broken_table_waits"
        assert refused(queue.call, rows[0], reason="came from T08") == "broken_table_waits"
        entries.break_up(table_id=second, actor=queue.evening.floor)
        assert queue.names == ["Anna", "Guest 1", "Guest 2"], "who waits already keeps his place"
        queue.call(anna)
        assert state(queue.call(rows[0], 2)) == "called"

    def test_what_is_refused(self, queue, refused):
        assert refused(entries.break_up, table_id=queue.table, actor=queue.evening.floor) == "nobody_sits"
        assert refused(entries.break_up, table_id=4711, actor=queue.evening.floor) == "table_closed"


class TestRules:
    def test_a_house_sets_its_own_for_the_calls_that_come(self, queue):
        house_rules.change(
            house_id=queue.evening.house.pk,
            rules=WaitingRules,
            changes={"answer_seconds": 90},
            actor=queue.evening.manager,
        )
        house_rules.change(
            house_id=queue.evening.house.pk,
            rules=WaitingRules,
            changes={"arrival_minutes": 30},
            actor=queue.evening.manager,
        )
        row = queue.call(queue.join("Anna"))
        assert row.due_at - row.called_at == timedelta(seconds=90)
        expected = queue.join("Boris", is_here=False)
        assert expected.due_at - expected.joined_at == timedelta(minutes=30)

    def test_what_is_refused(self, queue):
        for code, changes, actor in (
            ("not_allowed", {"answer_seconds": 90}, queue.evening.dealer),
            ("rule_unknown", {"colour": 1}, queue.evening.manager),
            ("rule_out_of_range", {"answer_seconds": 0}, queue.evening.manager),
        ):
            with pytest.raises(Refusal, match=code):
                house_rules.change(house_id=queue.evening.house.pk, rules=WaitingRules, changes=changes, actor=actor)
        assert not queue.evening.house.rules.exists()


class TestDatabase:
    """The last referee: what no service would write is refused."""

    @pytest.mark.parametrize("change", [{"reason": "otherwise"}, None])
    def test_what_happened_stays(self, queue, change):
        event = WaitingEvent.objects.filter(entry=queue.join("Anna"))
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            event.update(**change) if change else event.delete()

    def test_a_place_that_is_over_stays_so_and_none_is_deleted(self, queue):
        row = WaitingEntry.objects.filter(pk=queue.join("Anna").pk)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM tables_waitingentry")
        entries.leave(entry_id=row.get().pk, actor=queue.evening.floor)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            row.update(state="waiting", ended_at=None)

    @pytest.mark.parametrize(
        ("change", "name"),
        [
            ({"state": "called"}, "waiting_called_to_a_seat"),
            ({"state": "seated", "ended_at": house_time.now()}, "waiting_seated_sits"),
            ({"state": "left"}, "waiting_ended"),
            ({"is_here": False}, "waiting_until_arrival"),
        ],
    )
    def test_impossible_places(self, queue, change, name):
        row = WaitingEntry.objects.filter(pk=queue.join("Anna").pk)
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            row.update(**change)

    def test_a_list_has_a_guest_once(self, queue):
        row = queue.join("Anna")
        with pytest.raises(IntegrityError, match="waiting_once_per_list"), transaction.atomic():
            WaitingEntry.objects.create(waiting_list=row.waiting_list, guest=row.guest, rank=9, joined_at=row.joined_at)


def test_the_floor_is_told(queue):
    house = queue.evening.house

    def seen():
        live.commit()
        return DeskCounter.version("floor", house.pk)

    before = seen()
    row = queue.join("Anna")
    assert seen() != before
    assert row.guest.house == house


def test_a_guest_of_another_house_waits_in_his_own(queue, refused):
    other = builders.House.objects.create(code="mz", name="Other")
    guest = guests.register(house_id=other.pk, number="1", name="Zoe", actor=queue.evening.floor)
    assert refused(queue.join, guest=guest) == "no_such_guest"

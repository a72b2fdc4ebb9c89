"""Asking for another seat or table: earliest first, before newcomers, with all chips (WSOP 59, 86, 94, 159)."""

import pytest
from django.db import IntegrityError, transaction

from casino import house_time
from tables.floor.services import seats
from tables.models import MoveRequest, Sitting, WaitingEvent
from tables.moving.services import must_moves, requests
from tables.waiting.selectors import columns
from tables.waiting.services import entries, list_calls
from tests import builders
from tests.tables.floor.terms.conftest import next_door
from tests.tables.moving.moves import place, sitting

pytestmark = pytest.mark.django_db


def ended(row: MoveRequest) -> tuple[str, str]:
    row.refresh_from_db()
    return (row.end, row.reason)


class TestASeat:
    def test_the_earliest_goes_first_and_the_chips_go_along(self, moves, refused):
        """WSOP 94."""
        anna, boris = moves.evening.sit(moves.one, 40_000, 50_000)
        first, second = moves.ask(1, to=moves.one), moves.ask(2, to=moves.one, to_seat=9)
        assert refused(moves.grant, second, moves.one, 9) == "asked_earlier"
        moves.grant(first, moves.one, 9)
        assert place(anna) == (moves.one, 9)
        assert builders.balances("seat") == {"seat/T1/2": 50_000, "seat/T1/9": 40_000}
        assert ended(first) == ("granted", "")
        assert MoveRequest.objects.get(pk=first.pk).granted == sitting(anna)
        assert refused(moves.grant, second, moves.one, 9) == "seat_taken"
        assert place(boris) == (moves.one, 2)

    def test_out_of_turn_with_a_reason_which_the_other_reads(self, moves):
        moves.evening.sit(moves.one, 40_000, 40_000)
        first, second = moves.ask(1, to=moves.one), moves.ask(2, to=moves.one)
        moves.grant(second, moves.one, 8, reason="bad eyes")
        assert ended(second) == ("granted", "bad eyes")
        assert ended(first) == ("", "bad eyes")

    def test_only_the_seat_he_asked_for(self, moves, refused):
        moves.evening.sit(moves.one, 40_000, 40_000)
        row = moves.ask(1, to=moves.one, to_seat=8)
        assert refused(moves.grant, row, moves.one, 7) == "not_asked_for"
        assert refused(moves.ask, 1, to=moves.one) == "asked_already"
        assert refused(moves.ask, 2, to=moves.one, to_seat=2) == "sits_there"
        assert refused(moves.ask, 2, to=moves.one, to_seat=10) == "seat_unknown"
        assert refused(moves.ask, 7, to=moves.one) == "seat_empty"
        assert refused(moves.ask, 2, to_seat=3) == "seat_without_table"

    def test_it_ends_by_his_word_or_with_him(self, moves, refused):
        moves.evening.sit(moves.one, 40_000, 40_000, 40_000)
        rows = [moves.ask(seat, to=moves.one) for seat in (1, 2, 3)]
        requests.withdraw(move_id=rows[0].pk, actor=moves.evening.floor)
        requests.decline(move_id=rows[1].pk, actor=moves.evening.floor)
        seats.cash_out(table_id=moves.one, version=moves.evening.version(moves.one), seat=3, actor=moves.evening.floor)
        assert [ended(row)[0] for row in rows] == ["withdrawn", "declined", "left"]
        for row in rows:
            assert refused(moves.grant, row, moves.one, 9) == "request_over"
            assert refused(requests.withdraw, move_id=row.pk, actor=moves.evening.floor) == "request_over"

    def test_another_move_takes_it_along(self, moves):
        moves.evening.sit(moves.one, 40_000)
        wants_nine, wants_away = moves.ask(1, to=moves.one, to_seat=9), moves.ask(1)
        move = {"table_id": moves.one, "to_table_id": moves.one, "actor": moves.evening.floor}
        seats.move(version=moves.evening.version(moves.one), seat=1, to_seat=5, **move)
        for row in (wants_nine, wants_away):
            assert ended(row)[0] == ""
            assert row.sitting.seat == 5
        seats.move(version=moves.evening.version(moves.one), seat=5, to_seat=9, **move)
        assert (ended(wants_nine)[0], ended(wants_away)[0]) == ("granted", "")

    @pytest.mark.parametrize(("seat", "to_seat", "owes"), [(3, 9, True), (8, 9, False)])
    def test_past_more_than_two_players_he_posts_or_waits(self, moves, seat, to_seat, owes):
        """WSOP 159: the big blind lay on seat 2."""
        moves.evening.sit(moves.one, *[40_000] * 8)
        Sitting.objects.update(is_new=False)
        type(moves.game.sessions.first()).objects.filter(table=moves.one).update(
            button_seat=8, small_blind_seat=1, big_blind_seat=2
        )
        moves.grant(moves.ask(seat, to=moves.one), moves.one, to_seat)
        moved = Sitting.objects.get(table=moves.one, seat=to_seat, left_at=None)
        assert (moved.owes_big_blind, moved.is_new) == (owes, False)


class TestATable:
    def test_no_change_leaves_the_old_game_short(self, moves, refused):
        """WSOP 86: three and two would become two and three."""
        anna, *_others = moves.evening.sit(moves.one, 40_000, 40_000, 40_000)
        moves.evening.sit(moves.two, 40_000, 40_000)
        row = moves.ask(1)
        assert refused(moves.grant, row, moves.two, 5) == "leaves_game_short"
        moves.evening.sit(moves.one, 40_000, first=4)
        moves.grant(row, moves.two, 5)
        assert place(anna) == (moves.two, 5)
        assert sitting(anna).is_new, "at another table he is a new player"
        assert builders.balances("seat/T2/5") == {"seat/T2/5": 40_000}

    def test_only_a_table_of_the_same_game(self, moves, refused):
        moves.evening.sit(moves.one, 40_000)
        other = moves.evening.table(moves.evening.game(name="PLO"), code="T3", dealt=False)
        assert refused(moves.ask, 1, to=other) == "game_differs"
        for seat in (0, 10):
            assert refused(moves.ask, 1, to=moves.two, to_seat=seat) == "seat_unknown"
        row = moves.ask(1)
        assert refused(moves.grant, row, other, 5) == "game_differs"

    def test_not_in_the_first_hour_with_more_than_the_maximum(self, pools, refused, later):
        """WSOP 59; of a pool the count says how much it is."""
        builders.past_the_guards("UPDATE tables_game SET max_buy_in_cents = 50000")
        pools.evening.sit(pools.one, 40_000, 50_000)
        row = pools.ask(1)
        pools.count(1, 50_100)
        assert refused(pools.grant, row, pools.two, 5, counted_cents=50_100) == "above_maximum_too_soon"
        later(minutes=61)
        pools.grant(row, pools.two, 5, counted_cents=50_100)

    def test_from_a_pool_his_chips_are_counted(self, pools, refused):
        """Summaries: the tables keep pools, and what he carries is what was counted."""
        anna, _boris = pools.evening.sit(pools.one, 40_000, 50_000)
        row = pools.ask(1)
        assert refused(pools.grant, row, pools.two, 5) == "count_required"
        assert refused(pools.grant, row, pools.two, 5, counted_cents=90_100) == "not_enough_chips"
        assert refused(pools.grant, row, pools.two, 5, counted_cents=61_000) == "stack_out_of_bounds"
        pools.count(1, 61_000)
        pools.grant(row, pools.two, 5, counted_cents=61_000)
        assert place(anna) == (pools.two, 5)
        assert builders.balances("pool") == {"pool/T1": 29_000, "pool/T2": 61_000}

    def test_no_table_of_another_house(self, moves, refused):
        moves.evening.sit(moves.one, 40_000)
        elsewhere = next_door(moves.evening).table(code="N1", dealt=False)
        assert refused(moves.grant, moves.ask(1), elsewhere, 5) == "no_such_table"
        call = {"main_id": moves.one, "feeder_id": elsewhere, "actor": moves.evening.floor}
        assert refused(must_moves.couple, **call) == "no_such_table"

    def test_nobody_is_moved_from_where_he_does_not_sit_any_more(self, moves, refused, while_waiting):
        """He moved to a third table, which nobody has locked, while the grant waited."""
        moves.evening.sit(moves.one, 40_000)
        third = moves.evening.table(moves.game, code="T3", dealt=False)
        row = moves.ask(1, to=moves.two)
        while_waiting(lambda: Sitting.objects.filter(pk=row.sitting_id).update(table=third))
        assert refused(moves.grant, row, moves.two, 5) == "moved_meanwhile"


class TestNewcomers:
    """WSOP 94: a player in the game goes before a newcomer."""

    def test_a_call_to_a_seat_somebody_asked_for_wants_a_reason(self, moves, refused):
        moves.evening.sit(moves.one, 40_000, 40_000)
        row = moves.ask(1, to=moves.one, to_seat=5)
        wait = entries.join(game_id=moves.game.pk, guest_id=moves.evening.guest("New").pk, actor=moves.evening.floor)
        call = {"entry_id": wait.pk, "table_id": moves.one, "actor": moves.evening.floor}
        assert refused(list_calls.call, seat=5, **call) == "seat_asked_for"
        list_calls.call(seat=5, reason="he wants no seat now", **call)
        assert WaitingEvent.objects.get(kind="called").reason == "he wants no seat now"
        assert ended(row) == ("", "he wants no seat now")

    def test_so_does_a_walk_in(self, moves, refused):
        moves.evening.sit(moves.one, 40_000, 40_000)
        moves.ask(1, to=moves.one, to_seat=5)
        sit = {
            "table_id": moves.one,
            "version": moves.evening.version(moves.one),
            "guest_id": moves.evening.guest("New").pk,
        }
        sit |= {"buy_in_cents": 40_000, "actor": moves.evening.floor}
        assert refused(seats.sit, seat=5, **sit) == "seat_asked_for"
        seats.sit(seat=6, **sit)


def test_the_list_proposes_the_neediest_game_first(moves):
    """WSOP 86."""
    moves.evening.sit(moves.one, *[40_000] * 5)
    moves.evening.sit(moves.two, *[40_000] * 7)
    free = columns.column(moves.game.pk, house_time.now()).free
    assert [one.table_code for one in free] == ["T1"] * 4 + ["T2"] * 2


def test_once_per_guest_and_kind_by_the_database(moves):
    moves.evening.sit(moves.one, 40_000)
    row = moves.ask(1)
    row.pk = None
    with pytest.raises(IntegrityError, match="move_request_once"), transaction.atomic():
        row.save()


def test_what_is_over_stays(moves):
    moves.evening.sit(moves.one, 40_000)
    row = requests.withdraw(move_id=moves.ask(1).pk, actor=moves.evening.floor)
    with pytest.raises(Exception, match=r"append-only|stays|refuse"), transaction.atomic():
        MoveRequest.objects.filter(pk=row.pk).update(reason="else")

"""Must-move: one feeder, its order, who may not be passed over, and what a refusal costs (WSOP 97–99)."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from casino import house_time
from tables.floor.services import seats, tables
from tables.models import MustMove, MustMoveTurn, Session, Sitting, WaitingEntry
from tables.moving.services import must_moves
from tables.waiting.selectors import columns
from tables.waiting.services import entries, list_calls
from tests import builders, databases
from tests.tables.moving.moves import Moves, place, sitting

pytestmark = pytest.mark.django_db


def make_coupled() -> Moves:
    """Three at the main table, three at the feeder."""
    moves = Moves.of(builders.evening())
    moves.evening.sit(moves.one, 40_000, 40_000, 40_000)
    moves.feeder = moves.evening.sit(moves.two, 41_000, 42_000, 43_000)
    moves.couple()
    return moves


built, coupled = databases.shared(make_coupled)


@pytest.fixture
def moves(coupled):
    """Two tables of another game."""
    return Moves.of(coupled.evening, ("T3", "T4"))


class TestCoupling:
    def test_no_chains_and_one_feeder(self, coupled, refused):
        third = coupled.evening.table(coupled.game, code="T3", dealt=False)
        for main, feeder in ((third, coupled.one), (coupled.two, third), (coupled.one, third), (third, coupled.two)):
            call = {"main_id": main, "feeder_id": feeder, "actor": coupled.evening.floor}
            assert refused(must_moves.couple, **call) == "coupled_already"
        assert refused(must_moves.couple, main_id=third, feeder_id=third, actor=coupled.evening.floor) == "one_table"

    def test_the_database_holds_it_too(self, coupled):
        third = coupled.evening.table(coupled.game, code="T3", dealt=False)
        row = MustMove(
            game=coupled.game, main_id=third, feeder_id=coupled.one, coupled_at=house_time.now(),
            coupled_by=coupled.evening.floor,
        )  # fmt: skip
        with pytest.raises(IntegrityError, match="must_move_table_once"), transaction.atomic():
            row.save()

    def test_only_tables_of_one_game(self, moves, refused):
        other = moves.evening.table(moves.evening.game(name="PLO"), code="T5", dealt=False)
        call = {"main_id": moves.one, "feeder_id": other, "actor": moves.evening.floor}
        assert refused(must_moves.couple, **call) == "game_differs"

    def test_uncoupled_they_are_tables_like_any_other(self, coupled, refused):
        must_moves.uncouple(main_id=coupled.one, actor=coupled.evening.floor)
        assert refused(coupled.must_move, coupled.feeder[0], 5) == "not_coupled"
        assert refused(must_moves.uncouple, main_id=coupled.one, actor=coupled.evening.floor) == "not_coupled"
        coupled.evening.sit(coupled.one, 40_000, first=4)

    def test_a_closed_table_feeds_nobody(self, moves):
        moves.couple()
        tables.close_table(
            table_id=moves.two,
            version=moves.evening.version(moves.two),
            counted_float_cents=0,
            actor=moves.evening.floor,
        )
        assert MustMove.objects.get(feeder=moves.two).uncoupled_by == moves.evening.floor


class TestMoving:
    def test_in_the_order_of_arrival_with_all_chips(self, coupled, refused):
        anna, boris, carla = coupled.feeder
        assert refused(coupled.must_move, boris, 5) == "not_his_turn"
        turn = coupled.must_move(anna, 5)
        assert place(anna) == (coupled.one, 5)
        assert (turn.moved_to, turn.barred_until) == (sitting(anna), None)
        assert builders.balances("seat/T1/5") == {"seat/T1/5": 41_000}
        assert not sitting(anna).is_new, "needn't post (WSOP 99)"
        assert refused(coupled.must_move, carla, 6) == "not_his_turn"
        coupled.must_move(boris, 6)

    def test_a_change_of_seat_at_the_feeder_keeps_the_place(self, coupled):
        anna, *_others = coupled.feeder
        coupled.grant(coupled.ask(1, table=coupled.two, to=coupled.two), coupled.two, 9)
        assert sitting(anna).pk > max(sitting(guest).pk for guest in coupled.feeder[1:])
        coupled.must_move(anna, 5)

    def test_who_came_from_another_table_is_the_last(self, moves, refused):
        """The order is that of arriving at the feeder; that he sat in the room before all others does not count."""
        (early,) = moves.evening.sit(moves.one, 40_000)
        (first,) = moves.evening.sit(moves.two, 41_000)
        moves.evening.sit(moves.one, 42_000, 43_000, first=2)
        moves.grant(moves.ask(1, to=moves.two), moves.two, 9)
        moves.couple()
        assert refused(moves.must_move, early, 5) == "not_his_turn"
        moves.must_move(first, 5)

    def test_past_the_next_with_a_reason(self, coupled):
        _anna, boris, _carla = coupled.feeder
        assert coupled.must_move(boris, 5, reason="the first is at dinner").reason == "the first is at dinner"

    def test_neither_small_blind_nor_button(self, coupled, refused):
        """Seat 4 had the big blind and is free: in the next hand the small blind would lie there."""
        Session.objects.filter(table=coupled.one).update(button_seat=2, small_blind_seat=3, big_blind_seat=4)
        assert refused(coupled.must_move, coupled.feeder[0], 4) == "small_blind_or_button"
        coupled.must_move(coupled.feeder[0], 5)

    def test_a_guest_of_the_main_game_who_asked_goes_first(self, coupled, refused):
        """WSOP 94: he takes the seat, and the mover gets his."""
        row = coupled.ask(1, to=coupled.one, to_seat=9)
        assert refused(coupled.must_move, coupled.feeder[0], 9) == "seat_asked_for"
        coupled.grant(row, coupled.one, 9)
        coupled.must_move(coupled.feeder[0], 1)

    def test_nobody_moves_while_one_of_them_plays_another_stake(self, coupled, refused):
        """A step takes a table to its next stake, and leaves the couple as it is."""
        other = coupled.evening.game(name="2/4")
        Session.objects.filter(table=coupled.two).update(game=other)
        assert refused(coupled.must_move, coupled.feeder[0], 5) == "game_differs"

    def test_nobody_chooses_between_main_and_feeder(self, coupled, refused):
        assert refused(coupled.ask, 1, table=coupled.two, to=coupled.one) == "must_move_order"
        row = coupled.ask(1, table=coupled.two)
        assert refused(coupled.grant, row, coupled.one, 9) == "must_move_order"


class TestNewcomers:
    def test_go_to_the_feeder_while_anybody_sits_there(self, coupled, refused):
        guest = coupled.evening.guest("New")
        sit = {"seat": 5, "guest_id": guest.pk, "buy_in_cents": 40_000, "actor": coupled.evening.floor}
        at = {"table_id": coupled.one, "version": coupled.evening.version(coupled.one)}
        assert refused(seats.sit, **at, **sit, reason="a friend of mine") == "main_is_fed"
        for seat in (1, 2, 3):
            seats.cash_out(
                table_id=coupled.two,
                version=coupled.evening.version(coupled.two),
                seat=seat,
                actor=coupled.evening.floor,
            )
        seats.sit(**at, **sit)

    def test_nor_are_they_called_to_the_main_game(self, coupled, refused):
        wait = entries.join(game_id=coupled.game.pk, guest_id=coupled.evening.guest().pk, actor=coupled.evening.floor)
        call = {"entry_id": wait.pk, "seat": 5, "reason": "he is first", "actor": coupled.evening.floor}
        assert refused(list_calls.call, table_id=coupled.one, **call) == "main_is_fed"
        list_calls.call(table_id=coupled.two, **call)


class TestRefusing:
    def test_he_quits_and_is_barred_from_game_and_list_for_an_hour(self, coupled, refused, later):
        """WSOP 97."""
        anna, boris, _carla = coupled.feeder
        assert refused(coupled.refuse, boris) == "not_his_turn"
        before = house_time.now()
        turn = coupled.refuse(anna)
        assert timedelta(minutes=59) < turn.barred_until - before < timedelta(minutes=61)
        assert not Sitting.objects.filter(guest=anna, left_at=None).exists()
        assert builders.balances("seat/T2/1") == {}
        join = {"game_id": coupled.game.pk, "guest_id": anna.pk, "actor": coupled.evening.floor}
        assert refused(entries.join, **join) == "barred_from_game"
        sit = {"seat": 1, "guest_id": anna.pk, "buy_in_cents": 41_000, "actor": coupled.evening.floor}
        at = {"table_id": coupled.two, "version": coupled.evening.version(coupled.two)}
        assert refused(seats.sit, **at, **sit) == "barred_from_game"
        other = coupled.evening.game(name="PLO")
        entries.join(**join | {"game_id": other.pk})
        later(minutes=61)
        entries.join(**join)

    def test_his_place_on_the_games_list_is_gone(self, coupled):
        anna, *_others = coupled.feeder
        sitting(anna)
        row = entries.join(
            game_id=coupled.game.pk, guest_id=coupled.evening.guest("Else").pk, actor=coupled.evening.floor
        )
        WaitingEntry.objects.filter(pk=row.pk).update(guest=anna)
        coupled.refuse(anna)
        row.refresh_from_db()
        assert row.state == "left"

    def test_what_was_done_stays(self, coupled):
        turn = coupled.refuse(coupled.feeder[0])
        with pytest.raises(Exception, match=r"append-only|stays|refuse"), transaction.atomic():
            MustMoveTurn.objects.filter(pk=turn.pk).update(barred_until=house_time.now())


def test_the_list_proposes_no_seat_that_a_newcomer_may_not_have(coupled):
    """The feeder's seats, and last of them the one for which somebody there has asked (WSOP 94)."""
    coupled.ask(1, table=coupled.two, to=coupled.two, to_seat=4)
    free = columns.column(coupled.game.pk, house_time.now()).free
    assert [(one.table_code, one.seat) for one in free] == [("T2", seat) for seat in (5, 6, 7, 8, 9, 4)]

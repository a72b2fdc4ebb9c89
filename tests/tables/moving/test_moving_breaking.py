"""Breaking a table and seating a new game by lot: anybody can draw again, no chip is lost, nobody is forgotten."""

import pytest

from tables.floor.services import seats, tables
from tables.models import SeatDraw, Session, Sitting, WaitingEntry
from tables.moving.services import breaking
from tables.rules import cards, draws
from tables.rules.moving import breaking as law
from tables.rules.seating import SeatsAt
from tables.waiting.services import entries, list_calls
from tests import builders
from tests.tables.moving.moves import place

pytestmark = pytest.mark.django_db


class TestBreaking:
    def test_all_move_with_their_chips_and_anybody_can_draw_again(self, moves):
        moves.evening.sit(moves.one, 40_000, 40_000)
        guests = moves.evening.sit(moves.two, 10_100 * 4, 50_000, 60_000)
        draw = moves.announce()
        posted = draw.commitment
        before = sum(builders.balances("seat").values())
        draw = moves.break_table(draw)
        assert draws.keeps(posted, draw.seed)
        told = draw.facts
        tables = [SeatsAt(table, players, tuple(free)) for table, players, free in told["tables"]]
        again = law.scatter(draw.seed, told["label"], told["guests"], tables)
        assert [[one.entrant, one.table, one.seat] for one in again.seats] == draw.result
        assert {guest.pk: place(guest) for guest in guests} == {g: (t, s) for g, t, s in draw.result}
        assert not Sitting.objects.filter(table=moves.two, left_at=None).exists()
        assert sum(builders.balances("seat").values()) == before
        assert builders.balances("seat/T2") == {}
        assert not any(Sitting.objects.filter(guest__in=guests, left_at=None).values_list("is_new", flat=True))

    def test_who_is_drawn_no_seat_goes_to_the_bottom_of_the_list(self, moves):
        """They do not jump the queue."""
        moves.evening.sit(moves.one, *[40_000] * 8)
        waits = entries.join(game_id=moves.game.pk, guest_id=moves.evening.guest("First").pk, actor=moves.evening.floor)
        guests = _past(moves, 3)
        draw = moves.break_table(moves.announce())
        without = [guest for guest, table, _seat in draw.result if table is None]
        assert len(without) == 2
        listed = list(WaitingEntry.objects.filter(state="waiting").order_by("rank").values_list("guest_id", flat=True))
        assert listed == [waits.guest_id, *without]
        assert {place(guest)[0] for guest in guests if guest.pk in without} == {moves.two}, "until they cash out"

    def test_a_seat_that_is_kept_is_not_drawn(self, moves):
        moves.evening.sit(moves.one, *[40_000] * 7)
        wait = entries.join(game_id=moves.game.pk, guest_id=moves.evening.guest().pk, actor=moves.evening.floor)
        list_calls.call(entry_id=wait.pk, table_id=moves.one, seat=8, actor=moves.evening.floor)
        (guest,) = _past(moves, 1)
        moves.break_table(moves.announce())
        assert place(guest) == (moves.one, 9)

    def test_pools_are_counted_seat_by_seat(self, pools, refused):
        pools.evening.sit(pools.one, 40_000)
        pools.evening.sit(pools.two, 40_000, 50_000)
        draw = pools.announce()
        assert refused(pools.break_table, draw) == "count_required"
        assert refused(pools.break_table, draw, counts={1: 30_000, 2: 60_000}) == "stack_out_of_bounds"
        pools.count(1, 30_000, table=pools.two)
        pools.break_table(draw, counts={1: 30_000, 2: 60_000})
        assert builders.balances("pool") == {"pool/T1": 130_000}

    def test_only_in_the_posted_order_or_with_a_reason(self, moves, refused):
        moves.evening.sit(moves.one, 40_000)
        draw = moves.announce(moves.one)
        assert refused(moves.break_table, draw) == "breaks_later"
        assert moves.break_table(draw, reason="the felt is torn").reason == "the felt is torn"
        assert refused(moves.break_table, draw) == "draw_used"

    def test_nobody_draws_until_he_likes_what_comes(self, moves, refused):
        assert moves.announce() == moves.announce()
        assert SeatDraw.objects.count() == 1
        assert refused(moves.break_table, moves.announce()) == "nobody_sits"

    def test_not_at_tables_that_have_just_been_given_another_game(self, moves, refused, while_waiting):
        moves.evening.sit(moves.two, 40_000)
        draw, other = moves.announce(), moves.evening.game(name="PLO")
        for table in (moves.one, moves.two):
            while_waiting(lambda at=table: Session.objects.filter(table=at).update(game=other))
            assert refused(moves.break_table, draw) == "game_differs"
            while_waiting(lambda at=table: Session.objects.filter(table=at).update(game=other))
            call = {"draw_id": draw.pk, "first_seat": 1, "actor": moves.evening.floor}
            code = refused(breaking.draw_seats, **call)
            assert code == ("game_differs" if table == moves.two else "nobody_waits")

    def test_nor_do_guests_of_such_a_table_wait_for_its_old_game(self, moves, refused, while_waiting):
        moves.evening.sit(moves.two, 40_000)
        other = moves.evening.game(name="PLO")
        while_waiting(lambda: Session.objects.filter(table=moves.two).update(game=other))
        assert refused(entries.break_up, table_id=moves.two, actor=moves.evening.floor) == "game_differs"

    def test_nor_are_their_calls_taken_back_by_whoever_closes_it(self, moves, refused, while_waiting):
        wait = entries.join(game_id=moves.game.pk, guest_id=moves.evening.guest().pk, actor=moves.evening.floor)
        list_calls.call(entry_id=wait.pk, table_id=moves.two, seat=1, actor=moves.evening.floor)
        other = moves.evening.game(name="PLO")
        while_waiting(lambda: Session.objects.filter(table=moves.two).update(game=other))
        close = {"table_id": moves.two, "version": moves.evening.version(moves.two), "counted_float_cents": 0}
        assert refused(tables.close_table, **close, actor=moves.evening.floor) == "game_differs"


class TestANewGame:
    def test_the_first_of_the_list_are_called_to_the_seats_of_their_cards(self, moves, refused):
        """S8, seed 000: the lowest card takes the seat named, the next higher the one to its left."""
        waits = [
            entries.join(
                game_id=moves.game.pk, guest_id=moves.evening.guest(name).pk, is_here=here, actor=moves.evening.floor
            )
            for name, here in (("Anna", True), ("Boris", False), ("Carla", True), ("Dora", True))
        ]
        draw = moves.announce(moves.one)
        posted = draw.commitment
        draw = breaking.draw_seats(draw_id=draw.pk, first_seat=7, actor=moves.evening.floor)
        assert draws.keeps(posted, draw.seed)
        told = draw.facts
        again = law.by_cards(draw.seed, told["label"], told["guests"], told["first_seat"], told["free"])
        assert [[one.guest, cards.format([one.card]), one.seat] for one in again] == draw.result
        assert {card for _guest, card, _seat in draw.result} == {"As", "2s", "3s"}
        assert {card: seat for _guest, card, seat in draw.result} == {"As": 7, "2s": 8, "3s": 9}
        for row in waits:
            row.refresh_from_db()
        drawn = {guest: seat for guest, _card, seat in draw.result}
        assert [(row.state, row.seat) for row in waits] == [
            ("called", drawn[waits[0].guest_id]), ("waiting", None),
            ("called", drawn[waits[2].guest_id]), ("called", drawn[waits[3].guest_id]),
        ]  # fmt: skip
        skipped = waits[1].events.get(kind="skipped")
        assert skipped.cause == "not_arrived"
        list_calls.seat(entry_id=waits[0].pk, buy_in_cents=40_000, actor=moves.evening.floor)
        assert place(waits[0].guest) == (moves.one, waits[0].seat)

    def test_only_before_the_first_hand_and_for_who_can_come(self, moves, refused):
        draw = moves.announce(moves.one)
        call = {"draw_id": draw.pk, "first_seat": 1, "actor": moves.evening.floor}
        entries.join(game_id=moves.game.pk, guest_id=moves.evening.guest().pk, is_here=False, actor=moves.evening.floor)
        assert refused(breaking.draw_seats, **call) == "nobody_waits"
        moves.game.sessions.update(hands_dealt=1)
        assert refused(breaking.draw_seats, **call) == "game_begun"


def _past(moves, count):
    """Guests at the second table, seated past whoever waits."""
    guests = [moves.evening.guest(f"Past {number}") for number in range(count)]
    for seat, guest in enumerate(guests, 1):
        seats.sit(
            table_id=moves.two, version=moves.evening.version(moves.two), seat=seat, guest_id=guest.pk,
            buy_in_cents=40_000, reason="came together", actor=moves.evening.floor,
        )  # fmt: skip
    return guests

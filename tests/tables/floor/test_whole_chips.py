"""No seat ever holds a part of the table's smallest chip, which is its game's: services refuse it, and the database."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, connection, transaction

from accounting import places
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode
from casino.errors import Refusal
from tables.floor.services import seats, tables
from tables.hands.services import imports
from tables.hands.services.recording import HandDetails, Summary, record_summary
from tables.models import Game, Session
from tables.play.selectors import positions
from tables.play.services import time_charges
from tables.rules.actions import Action, Kind
from tables.rules.blinds import Entrant, deal_in, positions_from_button
from tables.rules.rule_sets import rule_set
from tables.rules.setup import Post, PostKind
from tests import builders, databases

pytestmark = pytest.mark.django_db


built, evening = databases.shared(builders.evening)


def refused(command, **arguments):
    """The refusal's code; nothing is booked."""
    before = builders.balances()
    with pytest.raises(Refusal) as caught:
        command(**arguments)
    assert builders.balances() == before
    return caught.value.code


def post(evening, *moves):
    """An entry past all services that know the table."""
    return ledger.post(
        day=evening.day, book="table/T07", code=EntryCode.RULING, subject="test", moves=moves, actor=evening.floor
    )


class TestTheServices:
    """Each way by which chips come to a seat or a pool, or leave it."""

    @pytest.mark.parametrize("recording", Game.Recording.values)
    def test_buy_in_and_top_up(self, evening, recording):
        table = evening.table(evening.game(recording=recording))
        evening.sit(table, 20_000)
        guest = evening.guest()
        at = {"table_id": table, "version": evening.version(table), "actor": evening.floor}
        assert refused(seats.sit, **at, seat=2, guest_id=guest.pk, buy_in_cents=20_330) == "not_on_chip"
        assert refused(seats.top_up, **at, seat=1, amount_cents=330) == "not_on_chip"

    @pytest.mark.parametrize("recording", Game.Recording.values)
    def test_cash_out(self, evening, recording):
        table = evening.table(evening.game(recording=recording))
        evening.sit(table, 20_300, 20_300)
        at = {"table_id": table, "version": evening.version(table), "actor": evening.floor}
        assert refused(seats.cash_out, **at, seat=1, counted_cents=20_330) == "not_on_chip"

    def test_a_summary_with_its_tip_and_its_rake(self, evening):
        table = evening.table(evening.game(recording="summary"))
        evening.sit(table, 20_000, 20_000)
        for summary in (
            Summary(10_030, True, 2),
            Summary(10_000, True, 2, tip_cents=30),
            Summary(10_000, True, 2, rake_cents=330, reason="as he took it"),
        ):
            at = {"table_id": table, "version": evening.version(table), "actor": evening.dealer}
            assert refused(record_summary, **at, summary=summary) == "not_on_chip"

    @pytest.mark.parametrize("recording", Game.Recording.values)
    def test_a_time_charge_is_taken_in_whole_chips(self, evening, recording):
        """6.50 a period cannot be laid down in chips of 1.00: like every tax it is rounded down to them."""
        terms = evening.terms("Time", {"kind": "time", "amount_cents": 650, "period_minutes": 30})
        table = evening.table(evening.game(recording=recording, rake_schedule_id=terms.schedule_id))
        evening.sit(table, 20_000, 20_000)
        time_charges.collect(table_id=table, version=evening.version(table), minutes=90, actor=evening.dealer)
        assert builders.balances("rake") == {"rake/T07": 2 * 3 * 600}

    @pytest.mark.parametrize("recording", Game.Recording.values)
    def test_a_move_to_a_table_with_larger_chips(self, evening, recording):
        table = evening.table(evening.game(recording=recording))
        evening.sit(table, 20_300)
        larger = evening.game(
            recording=recording, chip_cents=500, small_blind_cents=500, big_blind_cents=1_000, min_buy_in_cents=20_000
        )
        other = evening.table(larger, code="T08", dealt=False)
        counted = {"counted_cents": 20_300} if recording == "summary" else {}
        at = {"table_id": table, "version": evening.version(table), "actor": evening.floor}
        assert refused(seats.move, **at, seat=1, to_table_id=other, to_seat=1, **counted) == "not_on_chip"

    @pytest.mark.parametrize("part", ["post", "dead"])
    def test_a_hand_from_another_system_with_odd_posts(self, evening, part):
        game = evening.game()
        table = evening.table(game)
        entrants = [Entrant(seat, 20_000) for seat in (1, 2, 3)]
        setup = deal_in(
            positions.terms_of(game), "house/1", entrants, positions_from_button(3, (1, 2, 3), rule_set("house/1"))
        ).setup
        if part == "post":
            first = replace(setup.seats[0], posts=(Post(PostKind.SMALL_BLIND, 50),))
            setup = replace(setup, seats=(first, *setup.seats[1:]))
        else:
            setup = replace(setup, dead_cents=100)
        code = refused(
            imports.record_visit,
            table_id=table,
            version=evening.version(table),
            guest_ids={seat: evening.guest().pk for seat in (1, 2, 3)},
            setup=setup,
            actions=[Action(Kind.FOLD, 3), Action(Kind.FOLD, 1)],
            details=HandDetails(),
            actor=evening.manager,
        )
        assert code == {"post": "not_on_chip", "dead": "dead_money"}[part]


class TestTheDatabase:
    """What no service is asked about."""

    @pytest.mark.parametrize("recording", Game.Recording.values)
    def test_refuses_a_part_of_a_chip(self, evening, recording):
        table = evening.table(evening.game(recording=recording))
        evening.sit(table, 20_000)
        place = places.seat("T07", 1) if recording == "every_action" else places.pool("T07")
        for move in (Move(place, places.rake_box("T07"), 30), Move(places.guests("T07"), place, 20_330)):
            before = builders.balances()
            with pytest.raises(Refusal, match="not_on_chip"), transaction.atomic():
                post(evening, move)
            assert builders.balances() == before

    def test_refuses_it_on_a_seat_that_never_held_anything(self, evening):
        evening.table()
        with pytest.raises(Refusal, match="not_on_chip"), transaction.atomic():
            post(evening, Move(places.guests("T07"), places.seat("T07", 9), 30))

    def test_refuses_it_whoever_asks(self, evening):
        table = evening.table()
        evening.sit(table, 20_000)
        with pytest.raises(IntegrityError, match="smallest chip"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE accounting_place SET balance_cents = 20030 WHERE name = 'seat/T07/1'")

    def test_refuses_a_larger_chip_than_what_lies_there(self, evening):
        table = evening.table()
        evening.sit(table, 20_300)
        larger = evening.game(chip_cents=500, small_blind_cents=500, big_blind_cents=1_000, min_buy_in_cents=20_000)
        with pytest.raises(IntegrityError, match="smallest chip"), transaction.atomic():
            Session.objects.filter(table=table).update(game=larger)
        with pytest.raises(IntegrityError, match="in play"), transaction.atomic():
            Game.objects.filter(sessions__table=table).update(chip_cents=500)

    def test_knows_no_chip_where_no_table_is_open(self, evening):
        post(evening, Move(places.guests("T99"), places.seat("T99", 1), 30))
        assert builders.balances("seat") == {"seat/T99/1": 30}

    def test_whoever_takes_back_a_hand_of_smaller_chips_is_told(self, evening):
        """A reversal would leave parts of the chips in play now: it is refused like any other amount."""
        small = evening.game(chip_cents=50)
        table = evening.table(small)
        evening.sit(table, 20_000, 20_000)
        odd = post(evening, Move(places.seat("T07", 1), places.rake_box("T07"), 50))
        post(evening, Move(places.seat("T07", 1), places.rake_box("T07"), 50))
        tables.change_game(
            table_id=table, version=evening.version(table), game_id=evening.game().pk, actor=evening.floor
        )
        with pytest.raises(Refusal, match="not_on_chip"), transaction.atomic():
            ledger.reverse(entry_id=odd.entry_id, day=evening.day, reason="keyed wrong", actor=evening.manager)

"""Two at once on one seat, one stack, one hand, one day: exactly one wins, and the other is told."""

import threading
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from accounting import locks as money_locks
from accounting.chain import Move
from accounting.days.services import days as money_days
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode, Seal
from casino.errors import Refusal
from tables import locks
from tables.audit.services import days
from tables.dealers.services import downs
from tables.floor.services import bomb_pots, seats, tables
from tables.games.services import games
from tables.hands.services import booking, hands
from tables.models import Game, Hand, HandAction, Sitting
from tables.play.services import refusals, rows
from tables.rules.actions import Action, Kind
from tables.seating.services import seating
from tests import builders, racing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def unlocked(monkeypatch):
    """Take the row locks away: what happens then is what they are there for."""

    def unlock():
        monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))
        monkeypatch.setattr(locks, "_HAND", locks._HAND.replace("FOR UPDATE", ""))

    return unlock


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def integrator(evening):
    """Acts on whatever is current, so that only the lock stands between two of them."""
    return builders.user("integrator")


def sit(evening, table, seat, guest, actor):
    return lambda: seats.sit(
        table_id=table, version=None, seat=seat, guest_id=guest.pk, buy_in_cents=40_000, actor=actor
    )


class TestOneSeat:
    def race(self, evening, integrator, monkeypatch):
        table = evening.table()
        guests = [evening.guest("Anna"), evening.guest("Boris")]
        racing.meeting(monkeypatch, ledger, "post")
        racing.meeting(monkeypatch, seating, "seated")
        return racing.at_once(*(sit(evening, table, 3, guest, integrator) for guest in guests))

    def test_without_the_lock_only_the_database_stands_between_them(self, evening, integrator, monkeypatch, unlocked):
        unlocked()
        results = self.race(evening, integrator, monkeypatch)
        assert [type(result) for result in results].count(IntegrityError) == 1
        assert Sitting.objects.count() == 1

    def test_the_second_is_told_that_the_seat_is_taken(self, evening, integrator, monkeypatch):
        results = self.race(evening, integrator, monkeypatch)
        assert racing.refusals(results) == ["seat_taken"]
        assert Sitting.objects.count() == 1
        assert builders.balances("seat") == {"seat/T07/3": 40_000}


class TestOneStack:
    """Two floor persons bring chips to the same guest, each up to the maximum."""

    def race(self, evening, integrator, monkeypatch):
        table = evening.table(evening.game(max_buy_in_cents=60_000))
        evening.sit(table, 40_000)
        racing.meeting(monkeypatch, ledger, "post")

        def top_up():
            return seats.top_up(table_id=table, version=None, seat=1, amount_cents=20_000, actor=integrator)

        return racing.at_once(top_up, top_up)

    def test_without_the_lock_the_stack_passes_the_maximum(self, evening, integrator, monkeypatch, unlocked):
        unlocked()
        assert racing.refusals(self.race(evening, integrator, monkeypatch)) == []
        assert builders.balances("seat") == {"seat/T07/1": 80_000}

    def test_with_it_the_second_is_refused(self, evening, integrator, monkeypatch):
        assert racing.refusals(self.race(evening, integrator, monkeypatch)) == ["above_maximum_buy_in"]
        assert builders.balances("seat") == {"seat/T07/1": 60_000}


class TestOneHand:
    def race(self, evening, monkeypatch):
        table = evening.table()
        evening.sit(table, 40_000, 40_000, 40_000)
        hand = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand
        racing.meeting(monkeypatch, rows, "insert_action")

        def act(kind):
            return lambda: hands.act(hand_id=hand.pk, version=1, action=Action(kind), actor=evening.dealer)

        return racing.at_once(act(Kind.CALL), act(Kind.FOLD))

    def test_without_the_lock_only_the_database_stands_between_them(self, evening, monkeypatch, unlocked):
        unlocked()
        results = self.race(evening, monkeypatch)
        assert [type(result) for result in results].count(IntegrityError) == 1
        assert HandAction.objects.count() == 1

    def test_the_second_acted_on_a_stale_view(self, evening, monkeypatch):
        assert racing.refusals(self.race(evening, monkeypatch)) == ["stale"]
        assert HandAction.objects.count() == 1


class TestOneBombPot:
    """The floor takes back that the next hand is a bomb pot, while the dealer deals it."""

    def race(self, evening, monkeypatch):
        table = evening.table(evening.game(bomb_pot_ante_cents=500))
        evening.sit(table, 40_000, 40_000)
        bomb_pots.call(table_id=table, version=evening.version(table), actor=evening.floor)
        seen = {"table_id": table, "version": evening.version(table)}
        racing.meeting(monkeypatch, refusals, "among_guests")  # both have read whether one is called
        deal, take_back = (
            partial(hands.start, **seen, actor=evening.dealer),
            partial(bomb_pots.take_back, **seen, actor=evening.floor),
        )
        return racing.at_once(deal, take_back)

    def test_without_the_lock_one_is_dealt_that_was_taken_back(self, evening, monkeypatch, unlocked):
        unlocked()
        results = self.race(evening, monkeypatch)
        assert racing.refusals(results) == []
        assert results[0].state.frame.setup.bomb_pot

    def test_with_it_the_second_is_told_that_the_first_was_quicker(self, evening, monkeypatch):
        results = self.race(evening, monkeypatch)
        assert racing.refusals(results) == ["stale"]
        assert [row.setup["bomb_pot"] for row in Hand.objects.all()] in ([], [True])


def test_a_hand_is_paid_once(evening, integrator, monkeypatch):
    table = evening.table()
    evening.sit(table, 40_000, 40_000)
    hand = hands.start(table_id=table, version=None, actor=integrator).hand
    hands.act(hand_id=hand.pk, version=None, action=Action(Kind.FOLD), actor=integrator)
    racing.meeting(monkeypatch, booking, "book")

    def settle():
        return hands.settle(hand_id=hand.pk, version=None, actor=integrator)

    assert racing.refusals(racing.at_once(settle, settle)) == ["hand_settled"]
    assert Entry.objects.filter(code=EntryCode.HAND).count() == 1


def test_a_guest_is_seated_at_one_of_two_tables(evening, integrator, monkeypatch):
    """Two tables, two locks: that a guest sits once is the database's to decide."""
    first = evening.table(code="T01")
    second = evening.table(code="T02", dealt=False)
    guest = evening.guest("Anna")
    racing.meeting(monkeypatch, seating, "seated")
    results = racing.at_once(sit(evening, first, 1, guest, integrator), sit(evening, second, 1, guest, integrator))
    assert racing.refusals(results) == ["guest_seated"]
    assert Sitting.objects.count() == 1
    assert sum(builders.balances("seat").values()) == 40_000


class TestOneGame:
    """A game is put on a table with stacks while somebody makes it a game of summaries."""

    def race(self, evening, integrator, monkeypatch):
        table, other = evening.table(), evening.game()
        evening.sit(table, 40_000)

        def change():
            return tables.change_game(table_id=table, version=None, game_id=other.pk, actor=integrator)

        def edit():
            return games.edit(game_id=other.pk, changes={"recording": "summary"}, actor=evening.floor)

        results = racing.meanwhile(monkeypatch, rows, "touch", edit, change)
        return results, evening.view(table).session.recording

    def test_without_the_lock_the_stacks_are_lost_from_sight(self, evening, integrator, monkeypatch):
        monkeypatch.setattr(locks, "game", lambda game_id: Game.objects.get(pk=game_id))
        results, recording = self.race(evening, integrator, monkeypatch)
        assert racing.refusals(results) == []
        assert recording == "summary"
        assert builders.balances("seat") == {"seat/T07/1": 40_000}

    def test_with_it_one_of_them_is_refused(self, evening, integrator, monkeypatch):
        results, recording = self.race(evening, integrator, monkeypatch)
        assert racing.refusals(results) == ["game_in_play"]
        assert recording == "every_action"


def test_a_dealer_is_pushed_to_one_of_two_tables(evening, integrator):
    first = evening.table(code="T01", dealt=False)
    second = evening.table(code="T02", dealt=False)

    def push(table):
        return lambda: downs.push(table_id=table, version=None, dealer_id=evening.dealer.pk, actor=integrator)

    assert racing.refusals(racing.at_once(push(first), push(second))) in (["deals_elsewhere"], ["busy"])


def test_an_entry_is_reversed_once(evening):
    table = evening.table()
    evening.sit(table, 40_000)
    entry = Entry.objects.get(code=EntryCode.BUY_IN)

    def reverse():
        with transaction.atomic():
            return ledger.reverse(entry_id=entry.pk, day=evening.day, reason="keyed twice", actor=evening.floor)

    assert racing.refusals(racing.at_once(reverse, reverse)) in (["already_reversed"], ["not_enough_chips"])
    assert builders.balances() == {}


def test_a_post_waits_for_a_day_that_is_closing_and_is_refused(evening):
    """The close holds the day alone; a post on its way, which saw the day open, waits for it and finds it closed."""
    held = threading.Event()

    def close():
        with transaction.atomic():
            day = money_locks.take_day(evening.day.pk)
            held.set()
            assert racing.a_rival_is_held_up()
            return money_days.close(day=day, actor=evening.manager)

    def post():
        held.wait()
        with transaction.atomic():
            ledger.post(
                day=evening.day,
                book="table/T07",
                code=EntryCode.BUY_IN,
                subject="sitting:1",
                moves=[Move("guests/T07", "seat/T07/1", 100)],
                actor=evening.floor,
            )

    closed, refused = racing.at_once(close, post)
    assert closed.seal
    assert isinstance(refused, Refusal)
    assert refused.code == "gaming_day_closed"
    assert builders.balances() == {}


def test_closing_waits_for_a_post_on_its_way(evening):
    posted = threading.Event()
    evening.make_ready()

    def post():
        with transaction.atomic():
            ledger.post(
                day=evening.day,
                book="table/T07",
                code=EntryCode.BUY_IN,
                subject="sitting:1",
                moves=[Move("guests/T07", "seat/T07/1", 100)],
                actor=evening.floor,
            )
            posted.set()
            assert racing.a_rival_is_held_up()

    def close():
        posted.wait()
        days.close_day(day_id=evening.day.pk, actor=evening.manager)

    mistake, refused = racing.at_once(post, close)
    assert mistake is None
    assert isinstance(refused, Refusal), refused
    assert refused.facts["open"] == {"audit": [str(evening.day.date)]}  # it saw the entry that was on its way
    assert not Seal.objects.exists()
    day = evening.close_day()
    seal = Seal.objects.get(gaming_day=day)
    assert day.seal == seal.digest
    assert seal.heads["table/T07"][0] == 1  # the entry that was on its way is under the seal
    assert Entry.objects.count() == 1

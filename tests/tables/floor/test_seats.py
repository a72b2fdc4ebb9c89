"""Table stakes and seats: seeds 000, 001, 003; rows S5, T1–T3 of what the house asked for."""

import pytest
from django.db import IntegrityError, transaction

from accounting.models import Entry, House
from casino.errors import Refusal
from tables.floor.services import seats, tables
from tables.hands.services import hands
from tables.models import Sitting, Table
from tables.rules.actions import Action, Kind
from tests import builders, databases

pytestmark = pytest.mark.django_db


def opened():
    """A table with a least and a most buy-in."""
    evening = builders.evening()
    evening.table(evening.game(min_buy_in_cents=10_000, max_buy_in_cents=60_000))
    return evening


built, evening = databases.shared(opened)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def refused(code, call, **kwargs):
    """The refusal's facts, having shown that nothing has changed."""
    before = (Entry.objects.count(), builders.balances(), list(Sitting.objects.values()))
    with pytest.raises(Refusal) as refusal:
        call(**kwargs)
    assert refusal.value.code == code
    assert before == (Entry.objects.count(), builders.balances(), list(Sitting.objects.values()))
    return refusal.value.facts


def sit(evening, table, seat, cents, guest=None):
    return {
        "table_id": table,
        "version": evening.version(table),
        "seat": seat,
        "guest_id": (guest or evening.guest()).pk,
        "buy_in_cents": cents,
        "actor": evening.floor,
    }


class TestSittingDown:
    def test_nobody_plays_below_the_minimum_buy_in(self, evening, table):
        """Seed 001: "Before his first game, every player must have a determined minimum amount in chips"."""
        facts = refused("amount_too_small", seats.sit, **sit(evening, table, 1, 9_900))
        assert facts["least_cents"] == 10_000
        seats.sit(**sit(evening, table, 1, 10_000))
        assert builders.balances("seat") == {"seat/T07/1": 10_000}

    def test_the_database_holds_the_minimum_too(self, evening, table):
        evening.sit(table, 10_000)
        with pytest.raises(IntegrityError, match="sitting_minimum_buy_in"), transaction.atomic():
            Sitting.objects.update(buy_in_cents=9_999)

    def test_a_maximum_if_the_house_wants_one(self, evening, table):
        facts = refused("above_maximum_buy_in", seats.sit, **sit(evening, table, 1, 60_100))
        assert facts["most_cents"] == 60_000

    @pytest.mark.parametrize("cents", [10_050, 10**15, -10_000, 0])
    def test_amounts_that_no_chips_can_make(self, evening, table, cents):
        code = {10_050: "not_on_chip", 10**15: "amount_too_large"}.get(cents, "amount_too_small")
        refused(code, seats.sit, **sit(evening, table, 1, cents))

    def test_a_taken_seat_names_the_free_ones(self, evening, table):
        evening.sit(table, 10_000, 10_000)
        facts = refused("seat_taken", seats.sit, **sit(evening, table, 2, 10_000))
        assert facts["free"] == [3, 4, 5, 6, 7, 8, 9]

    @pytest.mark.parametrize("seat", [0, 10, -1])
    def test_a_seat_that_is_not_there(self, evening, table, seat):
        assert refused("seat_unknown", seats.sit, **sit(evening, table, seat, 10_000))["seats"] == 9

    def test_one_seat_per_guest(self, evening, table):
        guest = evening.sit(table, 10_000)[0]
        assert refused("guest_seated", seats.sit, **sit(evening, table, 5, 10_000, guest))["seat"] == 1

    def test_a_stale_view(self, evening, table):
        arguments = sit(evening, table, 1, 10_000)
        evening.sit(table, 10_000, first=4)
        refused("stale", seats.sit, **arguments)

    def test_only_an_integrator_acts_without_having_looked(self, evening, table):
        refused("version_required", seats.sit, **(sit(evening, table, 1, 10_000) | {"version": None}))

    def test_a_dealer_seats_nobody(self, evening, table):
        refused("not_allowed", seats.sit, **(sit(evening, table, 1, 10_000) | {"actor": evening.dealer}))


class TestTableStakes:
    def playing(self, evening, table):
        evening.sit(table, 10_000, 20_000, 30_000)
        return hands.start(table_id=table, version=evening.version(table), actor=evening.dealer)

    def at(self, evening, table, seat, **more):
        return {"table_id": table, "version": evening.version(table), "seat": seat, "actor": evening.floor} | more

    def test_a_player_can_bet_only_what_lay_before_him_when_the_hand_began(self, evening, table):
        """T1: seeds 001 and 003."""
        hand = self.playing(evening, table)
        with pytest.raises(Refusal) as refusal:
            hands.act(
                hand_id=hand.hand.pk,
                version=1,
                action=Action(Kind.RAISE, to_cents=10_100),
                actor=evening.dealer,
            )
        assert refusal.value.code == "above_maximum"
        refused("hand_in_progress", seats.top_up, **self.at(evening, table, 1, amount_cents=5_000))

    def test_a_newcomer_may_buy_in_while_others_play(self, evening, table):
        """Seed 000: late players can buy in; the seat is dealt in from the next hand."""
        hand = self.playing(evening, table)
        evening.sit(table, 10_000, first=7)
        assert [seat["seat"] for seat in hand.hand.setup["seats"]] == [1, 2, 3]

    def test_nobody_takes_chips_off_the_table(self, evening, table):
        """T2: "The Table Stake may not be reduced during the game except for the pot"; leaving takes all of it."""
        evening.sit(table, 10_000, 20_000)
        facts = refused("stack_differs", seats.cash_out, **self.at(evening, table, 2, counted_cents=5_000))
        assert facts["stack_cents"] == 20_000
        seats.cash_out(**self.at(evening, table, 2))
        assert builders.balances() == {"guests/T07": -10_000, "seat/T07/1": 10_000}

    def test_nobody_leaves_in_mid_hand(self, evening, table):
        self.playing(evening, table)
        refused("hand_in_progress", seats.cash_out, **self.at(evening, table, 1))

    def lost(self, evening, table, *actions):
        """A hand heads-up that seat 1, on the button, gives up."""
        evening.sit(table, 10_000, 20_000)
        hand = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand
        for version, action in enumerate((*actions, Action(Kind.FOLD)), 1):
            hand = hands.act(hand_id=hand.pk, version=version, action=action, actor=evening.dealer).hand
        hands.settle(hand_id=hand.pk, version=hand.version, actor=evening.dealer)

    def test_a_top_up_reaches_at_least_the_minimum_buy_in(self, evening, table):
        """T3: "only be increased between games, at least up to the current minimum buy-in, or more"."""
        self.lost(evening, table, Action(Kind.RAISE, to_cents=2_000), Action(Kind.RAISE, to_cents=6_000))
        assert builders.balances("seat")["seat/T07/1"] == 8_000
        facts = refused("below_minimum_buy_in", seats.top_up, **self.at(evening, table, 1, amount_cents=1_900))
        assert facts["least_cents"] == 2_000
        refused("amount_too_small", seats.top_up, **self.at(evening, table, 1, amount_cents=0))
        seats.top_up(**self.at(evening, table, 1, amount_cents=2_000))
        assert builders.balances("seat")["seat/T07/1"] == 10_000

    def test_and_at_most_the_maximum(self, evening, table):
        """S5: a maximum, if the house wants one; above the minimum any chip may be added."""
        self.lost(evening, table)  # the small blind of 1 euro is gone
        facts = refused("above_maximum_buy_in", seats.top_up, **self.at(evening, table, 1, amount_cents=50_200))
        assert facts["most_cents"] == 50_100
        seats.top_up(**self.at(evening, table, 1, amount_cents=50_100))
        assert builders.balances("seat")["seat/T07/1"] == 60_000


class TestAnotherGame:
    def test_has_no_larger_chip_than_the_stacks_are_made_of(self, evening, table):
        """Nobody could leave with what is less than a chip."""
        evening.sit(table, 10_100)
        coarse = evening.game(chip_cents=500, small_blind_cents=500, big_blind_cents=1_000, min_buy_in_cents=10_000)
        change = {"table_id": table, "game_id": coarse.pk, "actor": evening.floor}
        facts = refused("not_on_chip", tables.change_game, version=evening.version(table), **change)
        assert facts == {"seat": 1, "amount_cents": 10_100, "chip_cents": 500}
        seats.top_up(table_id=table, version=evening.version(table), seat=1, amount_cents=400, actor=evening.floor)
        tables.change_game(version=evening.version(table), **change)
        assert evening.view(table).session.game_id == coarse.pk

    def test_where_one_pool_is_kept_the_chips_must_divide(self, evening):
        table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
        evening.sit(table, 10_000)
        coarse = evening.game(recording="summary", chip_cents=500, small_blind_cents=500, big_blind_cents=1_000)
        change = {"table_id": table, "game_id": coarse.pk, "actor": evening.floor}
        refused("not_on_chip", tables.change_game, version=evening.version(table), **change)


def test_nobody_leaves_with_more_than_is_on_the_table(evening):
    table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(table, 10_000, 10_000)
    leave = {"seat": 1, "counted_cents": 20_100, "actor": evening.floor}
    facts = refused("not_enough_chips", seats.cash_out, table_id=table, version=evening.version(table), **leave)
    assert facts == {"counted_cents": 20_100, "pool_cents": 20_000}


class TestMoving:
    def test_the_whole_stack_moves_along(self, evening, table):
        evening.sit(table, 10_000, 20_000)
        other = evening.table(evening.game(min_buy_in_cents=40_000), code="T08", dealt=False)
        seats.move(
            table_id=table,
            version=evening.version(table),
            seat=2,
            to_table_id=other,
            to_seat=5,
            actor=evening.floor,
        )
        assert builders.balances("seat") == {"seat/T07/1": 10_000, "seat/T08/5": 20_000}

    def test_chips_stay_in_their_house(self, evening, table):
        """Two houses, two ledgers: a table of the other house is none to move to."""
        evening.sit(table, 40_000)
        other = House.objects.create(code="dus", name="Duisburg")
        there = Table.objects.create(house=other, code="T01", seats=9)
        kwargs = {"table_id": table, "seat": 1, "to_table_id": there.pk, "to_seat": 1, "actor": evening.floor}
        refused("no_such_table", seats.move, version=evening.version(table), **kwargs)

    def test_a_taken_seat_stays_with_whom_it_is(self, evening, table):
        evening.sit(table, 10_000, 20_000)
        move = {"table_id": table, "version": evening.version(table), "seat": 2, "to_table_id": table, "to_seat": 1}
        refused("seat_taken", seats.move, **move, actor=evening.floor)

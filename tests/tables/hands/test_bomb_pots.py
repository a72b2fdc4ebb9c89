"""Bomb pots: when one is due, who is dealt in, what is owed, and the floor's call."""

import pytest

from casino.errors import Refusal
from tables.floor.services import bomb_pots, seats, tables
from tables.hands.selectors import next_hand
from tables.hands.services import hands
from tables.models import Game, Hand, Session, Sitting
from tables.play.selectors import tables as views
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tests import builders, databases
from tests.tables.hands.playing import FOLD, act, folded_round, posts, settle, start

pytestmark = pytest.mark.django_db
ANTE = 5_00


def four_seated():
    """Four guests at a table whose game has bomb pots on two boards, when the floor says so."""
    evening = builders.evening({"kind": "fixed", "amount_cents": 100, "min_pot_cents": 200})
    table = evening.table(with_bomb_pots(evening, straddle=True))
    evening.sit(table, 200_00, 200_00, 200_00, 200_00)
    return evening


def with_bomb_pots(evening, **terms):
    """A game with bomb pots, on two boards unless said otherwise; nobody plays it yet."""
    return evening.game(**{"bomb_pot_ante_cents": ANTE, "bomb_pot_boards": 2, **terms})


def change(evening, table, **terms):
    """From the next hand on the table plays such a game."""
    new = with_bomb_pots(evening, **terms)
    tables.change_game(table_id=table, version=evening.version(table), game_id=new.pk, actor=evening.floor)


built, evening = databases.shared(four_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def call(evening, table, service=bomb_pots.call):
    return service(table_id=table, version=evening.version(table), actor=evening.floor)


def cause(table):
    """Why the next hand is a bomb pot, as the table's page says; the dealer's page says the same."""
    said, found = views.view(table).session.bomb_pot, next_hand.of_table(table)
    assert found is None or (found.bomb_pot == said and found.deal.setup.bomb_pot == (said is not None))
    return said and said.cause


def folded(evening, recorded):
    """All but one fold once there is a flop."""
    while recorded.state.phase != "finished":
        if recorded.state.phase == "board":
            recorded = act(evening, recorded, *boards())
        recorded = act(evening, recorded, FOLD)
    return settle(evening, recorded)


def boards():
    return [Action(Kind.BOARD, cards=cards.parse(flop)) for flop in ("Ah Kd 2c", "7s 8s 9s")]


class TestTheDeal:
    def test_everybody_antes_and_blinds_of_nothing_mark_the_seats(self, evening, table):
        call(evening, table)
        recorded = start(evening, table)
        assert recorded.hand.setup["bomb_pot"] is True
        assert recorded.hand.setup["boards"] == 2
        assert posts(recorded) == {1: ["ante"], 2: ["ante", "small_blind"], 3: ["ante", "big_blind"], 4: ["ante"]}
        assert {cents for seat in recorded.hand.setup["seats"] for _kind, cents in seat["posts"]} == {0, ANTE}
        assert recorded.state.pot == 4 * ANTE
        assert recorded.state.phase == "board"

    def test_the_button_moves_on_from_it_as_after_every_hand(self, evening, table):
        folded_round(evening, table)
        call(evening, table)
        bomb = folded(evening, start(evening, table))
        assert (bomb.hand.button_seat, folded_round(evening, table).hand.button_seat) == (2, 3)

    def test_what_is_owed_stays_owed_and_nothing_is_missed(self, evening, table):
        folded_round(evening, table)  # button 1, blinds 2 and 3
        evening.sit(table, 200_00, first=7)
        seats.away(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        call(evening, table)
        bomb = start(evening, table)  # the big blind passes seat 4 and lies at the newcomer's
        assert posts(bomb) == {1: ["ante"], 2: ["ante"], 3: ["ante", "small_blind"], 7: ["ante", "big_blind"]}
        assert Sitting.objects.get(seat=7).is_new
        absent = Sitting.objects.get(seat=4)
        assert (absent.owes_small_blind, absent.owes_big_blind) == (False, False)

    def test_somebody_who_waits_for_the_big_blind_is_dealt_in_and_waits_on(self, evening, table):
        folded_round(evening, table)
        evening.sit(table, 200_00, first=7)
        Sitting.objects.filter(seat=7).update(waits_for_big_blind=True)
        assert 7 in next_hand.of_table(table).deal.waiting
        call(evening, table)
        assert 7 in posts(start(evening, table))
        assert Sitting.objects.get(seat=7).waits_for_big_blind

    def test_nobody_straddles(self, evening, table):
        assert next_hand.of_table(table).straddlers
        call(evening, table)
        assert next_hand.of_table(table).straddlers == ()
        with pytest.raises(Refusal, match="straddle_not_allowed"):
            start(evening, table, straddle_seat=4)
        assert not Hand.objects.exists()

    def test_more_players_than_the_deck_suffices_for(self, evening, table):
        """Six cards and two boards: (52 - 10 - 3) / 6 is six players, though one board leaves cards for seven."""
        evening.sit(table, 200_00, 200_00, 200_00, first=5)
        before = Session.objects.get().game_id
        with pytest.raises(Refusal, match="game_full") as refusal:
            change(evening, table, variant="omaha_6", betting="pot_limit")
        assert refusal.value.facts["most"] == 6
        assert Session.objects.get().game_id == before
        change(evening, table, variant="omaha_6", betting="pot_limit", bomb_pot_boards=1)
        call(evening, table)
        assert len(start(evening, table).hand.setup["seats"]) == 7

    def test_a_game_with_two_boards_deals_them_in_every_hand(self, evening, table):
        change(evening, table, boards=2)
        recorded = start(evening, table)
        assert recorded.hand.setup["boards"] == 2
        assert posts(recorded) == {2: ["small_blind"], 3: ["big_blind"]}
        assert start_refused(evening, table) == "hand_in_progress"


def start_refused(evening, table):
    with pytest.raises(Refusal) as refusal:
        start(evening, table)
    return refusal.value.code


class TestWhenItIsDue:
    def test_every_third_hand(self, evening, table):
        change(evening, table, bomb_pot_every=3)
        dealt = []
        for _hand in range(6):
            dealt.append(cause(table))
            recorded = start(evening, table)
            assert recorded.state.frame.setup.bomb_pot == (dealt[-1] is not None)
            folded(evening, recorded)
        assert dealt == [None, None, "number"] * 2

    def test_a_new_dealers_first_hand(self, evening, table):
        change(evening, table, bomb_pot_at_dealer_change=True)
        assert cause(table) is None, "nobody has dealt here before"
        folded_round(evening, table)
        assert cause(table) is None
        other = builders.user("dealer", "other-dealer")
        evening.push(table, other)
        evening.dealer = other
        assert cause(table) == "dealer"
        folded(evening, start(evening, table))
        assert cause(table) is None

    def test_the_floors_call_holds_for_one(self, evening, table):
        call(evening, table)
        assert cause(table) == "called"
        folded(evening, start(evening, table))
        assert cause(table) is None
        assert not Session.objects.get().bomb_pot_called

    @pytest.mark.parametrize("is_called", [True, False])
    def test_a_misdealt_hand_is_dealt_again_as_it_was(self, evening, table, is_called):
        if is_called:
            call(evening, table)
        first = start(evening, table)
        hands.void(hand_id=first.hand.pk, version=first.hand.version, reason="exposed card", actor=evening.dealer)
        if not is_called:
            call(evening, table)
        assert cause(table) == ("redeal" if is_called else None)
        again = start(evening, table)
        assert again.hand.setup == first.hand.setup
        assert Session.objects.get().bomb_pot_called is not is_called

    def test_a_misdealt_bomb_pot_is_one_though_somebody_has_left(self, evening, table):
        call(evening, table)
        first = start(evening, table)
        hands.void(hand_id=first.hand.pk, version=first.hand.version, reason="exposed card", actor=evening.dealer)
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=4, counted_cents=200_00, actor=evening.floor
        )
        assert cause(table) == "redeal"
        again = start(evening, table).hand.setup
        assert (again["bomb_pot"], again["boards"]) == (True, 2)
        assert [seat["posts"][0] for seat in again["seats"]] == [["ante", ANTE]] * 3

    def test_the_markers_are_those_of_the_deal(self, evening, table):
        """Seats 3 and 4 owe: an ordinary hand is dealt to two players, a bomb pot to all four."""
        folded_round(evening, table)
        Sitting.objects.filter(seat__gte=3).update(owes_big_blind=True, waits_for_big_blind=True)
        for is_bomb_pot in (False, True):
            if is_bomb_pot:
                call(evening, table)
            found, shown = next_hand.of_table(table).deal.positions, views.view(table).markers
            assert (shown.button_seat, shown.small_blind_seat, shown.big_blind_seat) == (
                found.button_seat,
                found.small_blind_seat,
                found.big_blind_seat,
            )

    def test_many_tables_cost_no_query_more(self, evening, table, django_assert_max_num_queries):
        change(evening, table, bomb_pot_at_dealer_change=True)
        folded_round(evening, table)
        for number in range(3):
            evening.table(Game.objects.latest("pk"), code=f"T1{number}", dealt=False)
        with django_assert_max_num_queries(10):
            assert len(views.views(evening.house.pk)) == 4


class TestTheFloor:
    def test_calls_one_and_takes_it_back(self, evening, table):
        before = evening.version(table)
        call(evening, table)
        assert evening.version(table) == before + 1
        call(evening, table)
        assert evening.version(table) == before + 1, "it is called already"
        call(evening, table, bomb_pots.take_back)
        assert cause(table) is None
        call(evening, table, bomb_pots.take_back)
        assert evening.version(table) == before + 2

    def test_what_is_due_by_itself_cannot_be_taken_back(self, evening, table):
        change(evening, table, bomb_pot_every=1)
        call(evening, table)
        call(evening, table, bomb_pots.take_back)
        assert cause(table) == "number"

    def refused(self, evening, table, *, actor=None, version=None, service=bomb_pots.call):
        before = list(Session.objects.values())
        with pytest.raises(Refusal) as refusal:
            service(table_id=table, version=version or evening.version(table), actor=actor or evening.floor)
        assert list(Session.objects.values()) == before
        return refusal.value.code

    def test_refusals_change_nothing(self, evening, table):
        assert self.refused(evening, table, version=1) == "stale"
        assert self.refused(evening, table, actor=evening.dealer) == "not_allowed"
        assert self.refused(evening, table, actor=evening.dealer, service=bomb_pots.take_back) == "not_allowed"
        banked = evening.table(evening.banked_game(), code="T08", dealt=False)
        assert self.refused(evening, banked) == "game_is_banked"
        plain = evening.table(evening.game(), code="T09", dealt=False)
        assert self.refused(evening, plain) == "no_bomb_pots"
        tables.close_table(table_id=plain, version=evening.version(plain), counted_float_cents=0, actor=evening.floor)
        assert self.refused(evening, plain) == "table_closed"
        assert self.refused(evening, plain, service=bomb_pots.take_back) == "table_closed"

    def test_a_game_without_bomb_pots_forgets_the_call(self, evening, table):
        call(evening, table)
        plain = evening.game()
        tables.change_game(table_id=table, version=evening.version(table), game_id=plain.pk, actor=evening.floor)
        assert not Session.objects.get().bomb_pot_called

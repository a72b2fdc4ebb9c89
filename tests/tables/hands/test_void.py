"""Voiding a hand: misdeal, fouled deck, and the floor's reversal of a settled one (H15)."""

import pytest

from accounting.models import Assessment, Entry
from accounting.proof.services import proofs
from casino.errors import Refusal
from casino.selectors.decisions import BOOKER, REVERSER
from tables.floor.services import seats, tables
from tables.hands.selectors.duties import HANDS
from tables.hands.services import hands
from tables.models import Hand
from tables.rules.actions import Action, Kind
from tests import builders, databases
from tests.tables.hands.playing import FOLD, act, folded_round, refused_void, settle, start

pytestmark = pytest.mark.django_db


def four_seated():
    """Four guests at a table."""
    evening = builders.evening({"kind": "fixed", "amount_cents": 100, "min_pot_cents": 200})
    evening.sit(evening.table(), 20_000, 20_000, 20_000, 20_000)
    return evening


built, evening = databases.shared(four_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


class TestVoid:
    def test_a_misdeal_is_dealt_again_from_the_same_button(self, evening, table):
        """H15: shuffle and deal again; an exact replay, button and blinds unchanged (WSOP tournament 88b)."""
        folded_round(evening, table)
        recorded = act(evening, start(evening, table), FOLD)
        hands.void(hand_id=recorded.hand.pk, version=2, reason="card exposed", actor=evening.dealer)
        assert Hand.objects.get(state="void").voided_by == evening.dealer
        again = start(evening, table)
        assert again.hand.setup == recorded.hand.setup
        assert again.hand.number == recorded.hand.number + 1
        assert Entry.objects.filter(code="hand").count() == 1

    def test_after_substantial_action_only_the_floor_voids(self, evening, table):
        """WSOP live-action 105: a call and a raise, and the deal stands."""
        recorded = act(evening, start(evening, table), Action(Kind.CALL), Action(Kind.RAISE, to_cents=900))
        with pytest.raises(Refusal, match="deal_stands"):
            hands.void(hand_id=recorded.hand.pk, version=3, reason="card exposed", actor=evening.dealer)
        hands.void(hand_id=recorded.hand.pk, version=3, reason="duplicate card", actor=evening.floor)
        assert builders.balances("seat") == {f"seat/T07/{seat}": 20_000 for seat in (1, 2, 3, 4)}

    def test_a_settled_hand_is_reversed_by_the_floor(self, evening, table):
        recorded = folded_round(evening, table)
        with pytest.raises(Refusal, match="not_allowed"):
            hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="oops", actor=evening.dealer)
        hands.void(
            hand_id=recorded.hand.pk, version=recorded.hand.version, reason="wrong pot pushed", actor=evening.floor
        )
        assert builders.balances() == {"guests/T07": -80_000} | {f"seat/T07/{seat}": 20_000 for seat in (1, 2, 3, 4)}
        assert list(Assessment.objects.order_by("pk").values_list("sign", "taken_cents")) == [(1, 100), (-1, 100)]
        assert Hand.objects.get().state == "void"
        assert proofs.prove().ok

    def test_the_proof_finds_whoever_took_back_their_own_and_leaves_a_misdeal(self, evening, table):
        misdealt = start(evening, table)
        hands.void(hand_id=misdealt.hand.pk, version=1, reason="card exposed", actor=evening.dealer)
        played = folded_round(evening, table).hand
        hands.void(hand_id=played.pk, version=played.version, reason="wrong pot", actor=evening.floor)
        assert HANDS.broken() == []
        builders.past_the_guards("UPDATE tables_hand SET voided_by_id = %s WHERE id = %s", evening.dealer.pk, played.pk)
        assert HANDS.broken() == [(played.pk, BOOKER, REVERSER)]

    def test_who_waited_in_a_misdeal_waits_in_its_repetition(self, evening, table):
        """An exact replay: a newcomer between button and big blind is not dealt in, and nothing moves on for him."""
        evening.sit(table, 20_000, first=7)
        folded_round(evening, table)
        evening.sit(table, 20_000, first=6)
        hands.start(table_id=table, version=evening.version(table), button_seat=4, actor=evening.dealer)
        misdealt = Hand.objects.latest("number")
        assert [seat["seat"] for seat in misdealt.setup["seats"]] == [1, 2, 3, 4, 7]
        hands.void(hand_id=misdealt.pk, version=1, reason="card exposed", actor=evening.dealer)
        assert start(evening, table).hand.setup == misdealt.setup

    def test_another_guest_on_a_seat_makes_it_another_hand(self, evening, table):
        folded_round(evening, table)
        misdealt = start(evening, table)
        hands.void(hand_id=misdealt.hand.pk, version=1, reason="card exposed", actor=evening.dealer)
        stack_cents = evening.view(table).seats[3].stack_cents
        seats.cash_out(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        evening.sit(table, stack_cents, first=4)
        assert start(evening, table).hand.setup != misdealt.hand.setup

    def test_another_game_is_not_the_misdealt_one(self, evening, table):
        misdealt = start(evening, table)
        hands.void(hand_id=misdealt.hand.pk, version=1, reason="card exposed", actor=evening.dealer)
        omaha = evening.game(variant="omaha", small_blind_cents=200, big_blind_cents=400)
        tables.change_game(table_id=table, version=evening.version(table), game_id=omaha.pk, actor=evening.floor)
        terms = start(evening, table).hand.setup["terms"]
        assert (terms["variant"], terms["big_blind_cents"]) == ("omaha", 400)

    def test_a_reversal_waits_until_the_next_hand_is_over(self, evening, table):
        """T1: what lay in front of a player when the hand began stays what he plays with."""
        settled = folded_round(evening, table)
        running = start(evening, table)
        refused_void(evening, settled, "hand_in_progress")
        act(evening, running, FOLD, FOLD, FOLD)

    def test_a_reversal_never_takes_from_who_sits_there_now(self, evening, table):
        """The winner has left, another guest has his seat: what lies there is not what was won."""
        recorded = start(evening, table)
        recorded = settle(evening, act(evening, recorded, Action(Kind.RAISE, to_cents=900), FOLD, FOLD, FOLD))
        seats.cash_out(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        evening.sit(table, 20_000, first=4)
        assert refused_void(evening, recorded, "guests_gone")["seats"] == [4]

    def test_a_reversal_leaves_no_chips_on_an_empty_seat(self, evening, table):
        recorded = folded_round(evening, table)
        assert recorded.hand.result["won"] == {"3": 100}
        seats.cash_out(table_id=table, version=evening.version(table), seat=2, actor=evening.floor)  # the small blind
        assert refused_void(evening, recorded, "guests_gone")["seats"] == [2]

    def test_who_had_no_part_in_it_may_have_left(self, evening, table):
        recorded = folded_round(evening, table)
        seats.cash_out(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="wrong pot", actor=evening.floor)
        assert builders.balances("seat") == {f"seat/T07/{seat}": 20_000 for seat in (1, 2, 3)}

    def test_who_booked_it_does_not_take_it_back(self, evening, table):
        """Corrections name an approver, who is somebody else."""
        recorded = start(evening, table)
        for _ in range(3):
            recorded = hands.act(
                hand_id=recorded.hand.pk, version=recorded.hand.version, action=FOLD, actor=evening.dealer
            )
        recorded = settle(evening, recorded, actor=evening.floor)
        refused_void(evening, recorded, "two_people")
        hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="wrong", actor=evening.manager)
        assert Hand.objects.get().voided_by == evening.manager

    def test_not_when_its_chips_have_left_the_table(self, evening, table):
        recorded = start(evening, table)
        recorded = settle(evening, act(evening, recorded, Action(Kind.RAISE, to_cents=900), FOLD, FOLD, FOLD))
        assert recorded.hand.result["won"] == {"4": 400}
        seats.cash_out(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        refused_void(evening, recorded, "guests_gone")

    def test_not_on_a_stale_view(self, evening, table):
        """Who voids has seen the hand as it is: what was recorded meanwhile may be why it stands."""
        seen = start(evening, table)
        act(evening, seen, FOLD)
        with pytest.raises(Refusal, match="stale"):
            hands.void(hand_id=seen.hand.pk, version=seen.hand.version, reason="card exposed", actor=evening.floor)
        assert Hand.objects.get().state == "open"

    def test_wants_a_reason(self, evening, table):
        recorded = start(evening, table)
        with pytest.raises(Refusal, match="reason_required"):
            hands.void(hand_id=recorded.hand.pk, version=1, reason=" . ", actor=evening.floor)

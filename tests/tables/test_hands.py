"""Hands through the services: the button's way, missed blinds, undo, misdeal, void, settlement."""

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.models import Assessment, Entry
from accounting.services import proofs
from casino.errors import Refusal
from tables.models import Hand, HandAction, Sitting
from tables.rules.actions import Action, Kind
from tables.services import hands, recording, seats, tables
from tables.services.recording import Summary
from tables.settlement import Tip
from tests import builders

pytestmark = pytest.mark.django_db

FOLD = Action(Kind.FOLD)


@pytest.fixture
def evening():
    return builders.evening({"kind": "fixed", "amount_cents": 100, "min_pot_cents": 200})


@pytest.fixture
def table(evening):
    table = evening.table()
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    return table


def start(evening, table, **more):
    return hands.start(table_id=table, version=evening.version(table), actor=evening.dealer, **more)


def act(evening, recorded, *actions):
    for action in actions:
        recorded = hands.act(
            hand_id=recorded.hand.pk, version=recorded.hand.version, action=action, actor=evening.dealer
        )
    return recorded


def settle(evening, recorded, **more):
    return hands.settle(
        hand_id=recorded.hand.pk, version=recorded.hand.version, actor=more.pop("actor", evening.dealer), **more
    )


def folded_round(evening, table):
    """A hand in which all fold to the big blind."""
    recorded = start(evening, table)
    return settle(evening, act(evening, recorded, *[FOLD] * (len(recorded.hand.setup["seats"]) - 1)))


def refused_void(evening, recorded, code):
    """The facts of a refused reversal that left all chips, and the hand, as they were."""
    before = builders.balances(), Entry.objects.count()
    with pytest.raises(Refusal, match=code) as refusal:
        hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="wrong pot", actor=evening.floor)
    assert before == (builders.balances(), Entry.objects.count())
    assert Hand.objects.get(pk=recorded.hand.pk).state == "settled"
    return refusal.value.facts


def posts(recorded):
    return {
        seat["seat"]: [kind for kind, _cents in seat["posts"]]
        for seat in recorded.hand.setup["seats"]
        if "posts" in seat
    }


class TestTheButton:
    def test_moves_clockwise_after_each_hand(self, evening, table):
        """S11: all seeds."""
        assert [folded_round(evening, table).hand.button_seat for _ in range(5)] == [1, 2, 3, 4, 1]

    def test_numbers_are_gapless_in_a_session(self, evening, table):
        assert [folded_round(evening, table).hand.number for _ in range(3)] == [1, 2, 3]

    def test_a_dealer_may_put_it_where_it_was_drawn(self, evening, table):
        recorded = start(evening, table, button_seat=3)
        assert posts(recorded) == {4: ["small_blind"], 1: ["big_blind"]}


class TestStraddle:
    """WSOP live-action 161–162: twice the big blind, under the gun, acting last; where the game allows it."""

    def test_under_the_gun(self, evening):
        table = evening.table(evening.game(straddle=True))
        evening.sit(table, 20_000, 20_000, 20_000, 20_000)
        recorded = start(evening, table, straddle_seat=4)
        assert posts(recorded) == {2: ["small_blind"], 3: ["big_blind"], 4: ["straddle"]}
        assert recorded.state.frame.seats[recorded.state.turn] == 1

    @pytest.mark.parametrize(("allowed", "seat"), [(False, 4), (True, 3), (True, 8)])
    def test_not_elsewhere(self, evening, allowed, seat):
        table = evening.table(evening.game(straddle=allowed))
        evening.sit(table, 20_000, 20_000, 20_000, 20_000)
        with pytest.raises(Refusal, match="straddle_not_allowed"):
            start(evening, table, straddle_seat=seat)
        assert not Hand.objects.exists()


class TestBlindsOwed:
    def test_a_newcomer_posts_or_waits_and_others_owe_nothing(self, evening, table):
        folded_round(evening, table)
        evening.sit(table, 20_000, first=7)
        recorded = start(evening, table)  # button 2, blinds 3 and 4: seat 7 is behind the big blind
        assert posts(recorded) == {3: ["small_blind"], 4: ["big_blind"], 7: ["live"]}
        assert not Sitting.objects.get(seat=7).is_new

    def test_who_was_away_when_the_blinds_passed_owes_them(self, evening, table):
        folded_round(evening, table)  # button 1, blinds 2 and 3
        seats.away(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        folded_round(evening, table)  # the big blind passes seat 4
        sitting = Sitting.objects.get(seat=4)
        assert (sitting.owes_small_blind, sitting.owes_big_blind) == (False, True)
        folded_round(evening, table)  # and now the small blind does
        sitting.refresh_from_db()
        assert (sitting.owes_small_blind, sitting.owes_big_blind) == (True, True)
        seats.back(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)


class TestUndo:
    def test_takes_back_the_last_action_and_keeps_it(self, evening, table):
        recorded = act(evening, start(evening, table), Action(Kind.CALL), Action(Kind.RAISE, to_cents=900))
        before = recorded.state.pot
        recorded = hands.undo(hand_id=recorded.hand.pk, version=recorded.hand.version, actor=evening.dealer)
        assert recorded.state.pot == before - 900
        assert [(row.kind, row.live) for row in recorded.actions] == [
            ("call", True),
            ("raise", False),
            ("undo", False),
        ]
        assert (
            recorded.state.pot
            == hands.act(
                hand_id=recorded.hand.pk, version=recorded.hand.version, action=FOLD, actor=evening.dealer
            ).state.pot
        )

    def test_of_nothing_is_refused(self, evening, table):
        recorded = start(evening, table)
        with pytest.raises(Refusal, match="nothing_to_undo"):
            hands.undo(hand_id=recorded.hand.pk, version=1, actor=evening.dealer)


class TestVoid:
    def test_a_misdeal_is_dealt_again_from_the_same_button(self, evening, table):
        """H15: shuffle and deal again; an exact replay, button and blinds unchanged (WSOP tournament 88b)."""
        folded_round(evening, table)
        recorded = act(evening, start(evening, table), FOLD)
        hands.void(hand_id=recorded.hand.pk, version=2, reason="card exposed", actor=evening.dealer)
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

    def test_a_summary_is_not_reversed_when_its_table_is_closed(self, evening):
        table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
        evening.sit(table, 20_000, 20_000)
        recorded = recording.record_summary(
            table_id=table, version=evening.version(table), summary=Summary(20_000, True, 2), actor=evening.floor
        )
        for seat, cents in ((1, 20_000), (2, 19_900)):
            seats.cash_out(
                table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
            )
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)
        refused_void(evening, recorded, "table_closed")

    def test_not_when_its_chips_have_left_the_table(self, evening, table):
        recorded = start(evening, table)
        recorded = settle(evening, act(evening, recorded, Action(Kind.RAISE, to_cents=900), FOLD, FOLD, FOLD))
        assert recorded.hand.result["won"] == {"4": 400}
        seats.cash_out(table_id=table, version=evening.version(table), seat=4, actor=evening.floor)
        refused_void(evening, recorded, "guests_gone")

    def test_wants_a_reason(self, evening, table):
        recorded = start(evening, table)
        with pytest.raises(Refusal, match="reason_required"):
            hands.void(hand_id=recorded.hand.pk, version=1, reason=" . ", actor=evening.floor)


class TestOnceOver:
    """Nothing recorded is ever changed: the database holds it."""

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE tables_hand SET state = 'open', ended_at = NULL",
            "UPDATE tables_hand SET result = '{}'",
            "UPDATE tables_hand SET state = 'void', void_reason = 'x', dealer_id = NULL",
            "UPDATE tables_hand SET started_at = started_at - interval '1 hour'",
            "DELETE FROM tables_hand",
        ],
    )
    def test_a_hand_stays_as_it_was_recorded(self, evening, table, change):
        folded_round(evening, table)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            connection.cursor().execute(change)

    def test_a_void_hand_is_not_settled_again(self, evening, table):
        recorded = folded_round(evening, table)
        hands.void(hand_id=recorded.hand.pk, version=recorded.hand.version, reason="ruling", actor=evening.floor)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            Hand.objects.update(state="settled")


class TestSettling:
    def test_an_unfinished_hand_is_refused_with_what_is_to_come(self, evening, table):
        recorded = start(evening, table)
        with pytest.raises(Refusal, match="hand_not_over") as refusal:
            settle(evening, recorded)
        assert refusal.value.facts["to_act"] == 4
        assert {option["kind"] for option in refusal.value.facts["legal"]} >= {"fold", "call", "raise"}
        assert Hand.objects.get().state == "open"

    def test_a_rake_other_than_due_wants_a_reason(self, evening, table):
        recorded = act(evening, start(evening, table), FOLD, FOLD, FOLD)
        with pytest.raises(Refusal, match="rake_reason_required"):
            settle(evening, recorded, rake_cents=200)
        recorded = settle(evening, recorded, rake_cents=200, reason="floor's decision")
        row = Assessment.objects.get()
        assert (row.due_cents, row.taken_cents, row.reason) == (100, 200, "floor's decision")
        assert builders.balances("rake") == {"rake/T07": 200}

    def test_a_tip_is_paid_from_what_is_there(self, evening, table):
        recorded = act(evening, start(evening, table), FOLD, FOLD, FOLD)
        with pytest.raises(Refusal, match="tip_above_stack"):
            settle(evening, recorded, tips=[Tip(3, 30_000)])
        with pytest.raises(Refusal, match="tip_not_positive"):
            settle(evening, recorded, tips=[Tip(3, 0)])
        with pytest.raises(Refusal, match="not_on_chip"):
            settle(evening, recorded, tips=[Tip(3, 50)])
        assert not Entry.objects.filter(code="hand").exists()

    def test_a_dealer_records_at_his_own_table_only(self, evening, table):
        stranger = builders.user("dealer", "stranger")
        with pytest.raises(Refusal, match="not_your_table"):
            hands.start(table_id=table, version=evening.version(table), actor=stranger)
        assert not Hand.objects.exists()

    def test_an_action_out_of_turn_changes_nothing(self, evening, table):
        recorded = start(evening, table)
        with pytest.raises(Refusal, match="not_your_turn") as refusal:
            hands.act(hand_id=recorded.hand.pk, version=1, action=Action(Kind.CALL, seat=2), actor=evening.dealer)
        assert refusal.value.facts["to_act"] == 4
        assert not HandAction.objects.exists()

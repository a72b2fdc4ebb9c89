"""Hands through the services: undo, settlement, and what is refused once a hand is over."""

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.models import Assessment, Entry
from casino.errors import Refusal
from tables.floor.services import tables
from tables.models import Hand, HandAction
from tables.play.services import hands
from tables.play.services.hands import recording
from tables.rules.actions import Action, Kind
from tables.settlement import Tip
from tests import builders, databases
from tests.tables.play.playing import FOLD, act, folded_round, settle, start

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

    def test_where_the_terms_say_so_the_uncalled_bet_is_in_the_base(self, evening, table):
        """Blinds of 1 and 2, a raise to 40 that nobody calls: of the 5 in the pot and the 38 that go back 2 are due."""
        terms = {"kind": "percent", "rate_bp": 500, "chip_cents": 100, "base_includes_uncalled": True}
        game = evening.game(rake_schedule_id=evening.terms("Uncalled", terms).schedule_id)
        tables.change_game(table_id=table, version=evening.version(table), game_id=game.pk, actor=evening.floor)
        recorded = act(evening, start(evening, table), Action(Kind.RAISE, to_cents=4_000), FOLD, FOLD, FOLD)
        settle(evening, recorded)
        row = Assessment.objects.get()
        assert (row.pot_cents, row.base_cents, row.due_cents) == (500, 4_300, 200)

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
        with pytest.raises(Refusal, match="tip_above_stack") as refusal:  # two, each of which it could pay
            settle(evening, recorded, tips=[Tip(3, 15_000), Tip(3, 15_000)])
        assert refusal.value.facts["stack_cents"] == 5_000
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


def test_a_hand_recorded_in_one_call_says_who_did_what(evening, table):
    """The turn says whose action it was; what is stored says so too."""
    recorded = recording.record_actions(
        table_id=table, version=evening.version(table), actions=[FOLD, FOLD, FOLD], actor=evening.dealer
    )
    assert [row.seat for row in recorded.rows] == [4, 1, 2]
    assert list(HandAction.objects.values_list("seat", flat=True)) == [4, 1, 2]
    with pytest.raises(Refusal, match="not_your_turn") as refusal:
        recording.record_actions(
            table_id=table, version=evening.version(table), actions=[FOLD, Action(Kind.FOLD, 4)], actor=evening.dealer
        )
    assert refusal.value.facts["number"] == 2

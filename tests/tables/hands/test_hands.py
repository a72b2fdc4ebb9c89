"""Hands through the services: undo, settlement, and what is refused once a hand is over."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.models import Assessment, Entry, House
from casino.errors import Refusal
from tables.floor.services import tables
from tables.hands.services import corrections, hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, HandAction, Session, StakeStep
from tables.play.services import stakes, time_charges
from tables.rules.actions import Action, Kind
from tables.settlement import Tip
from tests import builders, databases
from tests.tables.hands.playing import FOLD, act, folded_round, settle, start

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


def books():
    """What a refusal must leave as it was."""
    return builders.balances(), Entry.objects.count(), list(Hand.objects.order_by("pk").values())


def refused(call: Callable[..., object], *given: object, **named: object) -> str:
    """The refusal's code; no chip has moved, and no hand is another."""
    before = books()
    with pytest.raises(Refusal) as refusal:
        call(*given, **named)
    assert books() == before
    return refusal.value.code


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


class TestNoHand:
    @pytest.mark.parametrize(
        ("setting", "code"),
        [
            ("approved_by_id = NULL, approved_at = NULL", "schedule_unsigned"),
            ("valid_from = valid_from + interval '9 days'", "no_schedule_in_force"),
        ],
    )
    def test_is_dealt_without_terms_in_force_that_two_people_signed(self, evening, table, setting, code):
        builders.past_the_guards(f"UPDATE accounting_scheduleversion SET {setting}")
        assert refused(start, evening, table) == code

    def test_is_settled_into_a_closed_day(self, evening, table):
        recorded = act(evening, start(evening, table), FOLD, FOLD, FOLD)
        builders.past_the_guards("UPDATE accounting_gamingday SET state = 'closed', closed_at = now(), seal = 'x'")
        assert refused(settle, evening, recorded) == "no_gaming_day"

    def test_is_from_more_than_a_day_before_the_table_opened(self, evening, table):
        """A tablet's clock may be hours slow, not days."""
        opened_at = Session.objects.get().opened_at
        given = {"table_id": table, "version": evening.version(table), "actions": [FOLD] * 3, "actor": evening.dealer}
        slow = opened_at - timedelta(days=1, seconds=1)
        assert refused(recording.record_actions, **given, dealt_at=slow) == "dealt_before_opening"
        recording.record_actions(**given, dealt_at=opened_at - timedelta(days=1))

    def test_is_entered_from_paper_at_a_table_that_records_every_action(self, evening):
        other = evening.table(code="T08", dealt=False)
        tables.close_table(table_id=other, version=evening.version(other), counted_float_cents=0, actor=evening.floor)
        session = Session.objects.get(table=other)
        assert refused(
            corrections.enter_late, session_id=session.pk, summary=Summary(20_000, True, 2),
            dealt_at=session.opened_at, reason="keyed from paper", actor=evening.manager,
        ) == "recording_differs"  # fmt: skip


def test_a_time_charge_wants_somebody_who_pays(evening):
    terms = {"kind": "time", "amount_cents": 600, "period_minutes": 30}
    game = evening.game(rake_schedule_id=evening.terms("Clock", terms).schedule_id)
    empty = evening.table(game, code="T08", dealt=False)
    charge = {"table_id": empty, "version": evening.version(empty), "minutes": 30, "actor": evening.floor}
    for seats in (None, []):
        assert refused(time_charges.collect, **charge, seats=seats) == "nobody_pays"


def test_no_game_of_another_house_is_planned_as_the_next_stake(evening, table):
    theirs = evening.game()
    next_door = House.objects.create(code="dus", name="Duisburg")
    builders.past_the_guards("UPDATE tables_game SET house_id = %s WHERE id = %s", next_door.pk, theirs.pk)
    planned = stakes.Planned(theirs.pk, after_minutes=60)
    plan = {"table_id": table, "version": evening.version(table), "planned": planned, "actor": evening.floor}
    assert refused(stakes.plan, **plan) == "no_such_game"
    assert not StakeStep.objects.exists()


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

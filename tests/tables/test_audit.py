"""The audit finds what was changed behind the services, and nothing where nothing was."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from casino.errors import Refusal
from tables.models import Hand
from tables.rules.actions import Action, Kind
from tables.services import audits, hands, recording
from tables.services.recording import Summary
from tables.settlement import Tip
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = builders.evening()
    table = evening.table()
    evening.sit(table, 40_000, 40_000, 40_000)
    for number in range(3):
        hand = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand
        hands.act(hand_id=hand.pk, version=1, action=Action(Kind.RAISE, to_cents=1_000), actor=evening.dealer)
        hands.undo(hand_id=hand.pk, version=2, actor=evening.dealer)
        for version in (3, 4):
            hands.act(hand_id=hand.pk, version=version, action=Action(Kind.FOLD), actor=evening.dealer)
        hand = hands.settle(hand_id=hand.pk, version=5, tips=[Tip(1, 100)], actor=evening.dealer).hand
        if number == 2:
            hands.void(hand_id=hand.pk, version=hand.version, reason="wrong pot pushed", actor=evening.floor)
    other = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(other, 40_000, 40_000)
    recording.record_summary(
        table_id=other,
        version=evening.version(other),
        summary=Summary(20_000, True, 2, tip_cents=200, rake_cents=500, reason="chip unit"),
        actor=evening.floor,
    )
    return evening


def change(sql, *values):
    """What somebody with the database's password might do."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET session_replication_role = DEFAULT")


def test_an_honest_evening_agrees(evening):
    found = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert (found.hands, found.agree, found.differences) == (4, 4, [])


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        (
            "UPDATE accounting_assessment SET due_cents = 900 WHERE taken_cents = 500",
            "rake due: 900 stored, 1000 computed",
        ),
        ("UPDATE accounting_assessment SET flop_seen = NOT flop_seen WHERE taken_cents = 500", "flop seen differ"),
        ("UPDATE accounting_transfer SET amount_cents = 400 WHERE destination = 'rake/T08'", "the transfers are not"),
        ("UPDATE tables_handaction SET kind = 'call' WHERE kind = 'raise'", "the record was changed"),
        ("UPDATE tables_hand SET started_at = started_at - interval '1 second'", "the record was changed"),
        ("UPDATE tables_hand SET button_seat = 9 WHERE setup IS NULL", "the record was changed"),
        ("UPDATE tables_hand SET result = jsonb_set(result, '{pot_cents}', '30000') WHERE setup IS NULL", "pot:"),
        (
            "UPDATE tables_hand SET state = 'void', void_reason = 'x' WHERE number = 1 AND setup IS NOT NULL",
            "not reversed",
        ),
        ("DELETE FROM tables_handaction WHERE kind = 'fold'", "cannot be computed"),
        ("DELETE FROM tables_hand WHERE setup IS NULL", "booked, but the hand is not there"),
        ("UPDATE accounting_entry SET reference = NULL WHERE code = 'hand'", "settled, but not booked"),
    ],
)
def test_what_was_changed_is_named(evening, sql, what):
    change(sql)
    found = audits.audit(day_id=None, actor=None)
    assert any(what in difference.what for difference in found.differences), found.differences


def test_the_command_says_it_in_json_and_by_its_exit_status(evening):
    out = StringIO()
    call_command("audit", day=str(evening.day.date), json=True, stdout=out)
    figures = json.loads(out.getvalue().splitlines()[-1])
    assert (figures["ok"], figures["hands"], figures["agree"]) == (True, 4, 4)
    change("UPDATE accounting_assessment SET taken_cents = due_cents, reason = ''")
    with pytest.raises(CommandError):
        call_command("audit", stdout=StringIO())


def test_a_dealer_may_not(evening):
    with pytest.raises(Refusal, match="not_allowed"):
        audits.audit(day_id=None, actor=evening.dealer)
    assert Hand.objects.count() == 4

"""The audit finds what was changed behind the services, and nothing where nothing was."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounting.days.selectors.days import day_named
from accounting.days.services import days
from accounting.findings.services import findings
from accounting.models import Finding, GamingDay, House
from accounting.verdicts import Rule
from casino import house_time
from casino.celery import app
from casino.errors import Refusal
from casino.services import jobs
from tables.audit.selectors import audits as selector
from tables.audit.services import audits, pieces
from tables.floor.services import tables
from tables.games.services import games
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Game, Hand
from tables.rules.actions import Action, Kind
from tables.settlement import Tip
from tests import builders, databases
from tests.deciding import looking

pytestmark = pytest.mark.django_db


def played():
    """Three hands by action, the last of them void, and a summary at another table."""
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


built, evening = databases.shared(played)


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


def test_what_was_odd_about_the_evening_is_written_down_by_the_hand_and_its_amount(evening):
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    found = Finding.objects.filter(hand_id__isnull=False).order_by("rule")
    assert list(found.values_list("rule", "table_code", "amount_cents")) == [
        # 5 % of 200.00 in chips of 1.00 are 10.00; 5.00 were taken, with a reason.
        ("NO_DEALER", "T08", 0),
        ("TAX_SHORT", "T08", -500),
    ]
    short = found.get(rule="TAX_SHORT")
    assert (short.facts["due_cents"], short.facts["taken_cents"], short.facts["reason"]) == (1_000, 500, "chip unit")
    assert (short.gaming_day, short.booked_by, short.severity) == (evening.day, evening.floor, 2)


def test_an_action_before_christ_is_not_taken_for_the_same_after(evening):
    """PostgreSQL writes both with the same digits."""
    change("UPDATE tables_handaction SET at = ((at AT TIME ZONE 'UTC')::text || ' BC')::timestamp AT TIME ZONE 'UTC'")
    found = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert [one.what.partition(" ")[0] for one in found.differences] == ["NOT_COMPUTABLE"] * 3


@pytest.mark.parametrize(
    ("sql", "rule", "what"),
    [
        (
            "UPDATE accounting_assessment SET due_cents = 900 WHERE taken_cents = 500",
            Rule.FIGURES_DIFFER,
            "stored_due_cents=900 computed_due_cents=1000",
        ),
        (
            "UPDATE accounting_assessment SET flop_seen = NOT flop_seen WHERE taken_cents = 500",
            Rule.FIGURES_DIFFER,
            "stored_flop_seen=False computed_flop_seen=True",
        ),
        ("UPDATE accounting_assessment SET pot_cents = 1 WHERE taken_cents = 500", Rule.CHAIN_BROKEN, ""),
        ("UPDATE accounting_assessment SET jackpot_cents = 100 WHERE taken_cents = 500", Rule.JACKPOT_DIFFERS, "100"),
        ("DELETE FROM accounting_assessment WHERE taken_cents = 500", Rule.FIGURES_DIFFER, "assessment=False"),
        (
            "UPDATE accounting_transfer SET amount_cents = 400 WHERE destination = 'rake/T08'",
            Rule.TRANSFERS_DIFFER,
            "stored=pool/T08 rake/T08 400 computed=pool/T08 rake/T08 500",
        ),
        ("UPDATE tables_handaction SET kind = 'call' WHERE kind = 'raise'", Rule.RECORD_CHANGED, ""),
        ("UPDATE tables_hand SET started_at = started_at - interval '1 second'", Rule.RECORD_CHANGED, ""),
        ("UPDATE tables_hand SET button_seat = 9 WHERE setup IS NULL", Rule.RECORD_CHANGED, ""),
        (
            "UPDATE tables_hand SET result = jsonb_set(result, '{pot_cents}', '30000') WHERE setup IS NULL",
            Rule.FIGURES_DIFFER,
            "computed_pot_cents=30000",
        ),
        (
            "UPDATE tables_hand SET state = 'void', void_reason = 'x' WHERE number = 1 AND setup IS NOT NULL",
            Rule.VOID_DIFFERS,
            "state=void reversed=False",
        ),
        (
            "UPDATE tables_hand SET state = 'settled', void_reason = '' WHERE state = 'void'",
            Rule.VOID_DIFFERS,
            "state=settled reversed=True",
        ),
        ("DELETE FROM tables_handaction WHERE kind = 'fold'", Rule.NOT_COMPUTABLE, "hand_not_over"),
        ("UPDATE tables_hand SET result = '[]' WHERE setup IS NULL", Rule.NOT_COMPUTABLE, "error="),
        ("UPDATE tables_hand SET result = '{\"rake\": 1}' WHERE setup IS NULL", Rule.NOT_COMPUTABLE, "error="),
        ("UPDATE accounting_scheduleversion SET terms = '{}'", Rule.NOT_COMPUTABLE, "terms cannot be read"),
        ("DELETE FROM tables_hand WHERE setup IS NULL", Rule.NO_HAND, "state=None"),
        (
            "UPDATE tables_hand SET state = 'open', ended_at = NULL WHERE setup IS NULL",
            Rule.RECORD_CHANGED,
            "state=open",
        ),
        ("UPDATE accounting_entry SET reference = NULL WHERE code = 'hand'", Rule.NOT_BOOKED, "state=settled"),
        ("DELETE FROM accounting_entry WHERE code = 'hand'", Rule.NOT_BOOKED, "state=settled"),
        ("UPDATE accounting_entry SET digest = sha256('x')", Rule.CHAIN_BROKEN, ""),
        ("UPDATE accounting_entry SET reason = 'x' WHERE code = 'reversal'", Rule.CHAIN_BROKEN, ""),
        (
            """INSERT INTO accounting_entry (house_id, book_id, number, digest, code, subject, at, gaming_day_id,
                                             actor_id, reason, evidence)
               SELECT house_id, book_id, 99, digest, code, subject, at, gaming_day_id, actor_id, '', evidence
                 FROM accounting_entry WHERE code = 'hand' ORDER BY id LIMIT 1""",
            Rule.DOUBLE_BOOKING,
            "entry=",
        ),
        (
            """UPDATE accounting_transfer SET amount_cents = 1
                WHERE entry_id IN (SELECT id FROM accounting_entry WHERE code = 'reversal')""",
            Rule.TRANSFERS_DIFFER,
            "reversal=True",
        ),
        (
            "UPDATE accounting_scheduleversion SET valid_from = now() + interval '1 hour'",
            Rule.WRONG_VERSION,
            "in_force=False",
        ),
        ("UPDATE accounting_scheduleversion SET state = 'proposed'", Rule.WRONG_VERSION, "in_force=False"),
        ("UPDATE tables_hand SET dealer_id = 99999 WHERE setup IS NOT NULL", Rule.FIGURES_DIFFER, "unknown_people"),
    ],
)
def test_what_was_changed_is_named(evening, sql, rule, what):
    change(sql)
    found = audits.audit(day_id=None, actor=None)
    named = [one.what for one in found.differences if one.what.split()[0] == rule]
    assert any(what in one for one in named), found.differences
    assert found.agree < found.hands or rule in (Rule.NO_HAND, Rule.RECORD_CHANGED)
    assert Finding.objects.filter(rule=rule).exists()


def test_a_misdeal_is_proven_by_its_entry(evening):
    table = evening.table(code="T09", dealt=False)
    evening.sit(table, 40_000, 40_000, first=4)
    hand = hands.start(table_id=table, version=evening.version(table), actor=evening.floor).hand
    hands.void(hand_id=hand.pk, version=1, reason="misdealt", actor=evening.floor)
    assert audits.audit(day_id=None, actor=None).agree == 5
    change("UPDATE tables_hand SET button_seat = 9 WHERE id = %s", hand.pk)
    (difference,) = audits.audit(day_id=None, actor=None).differences
    assert (difference.hand, difference.what) == (hand.pk, "RECORD_CHANGED")


def test_an_audit_again_finds_the_same_and_keeps_what_was_decided(evening):
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    short = Finding.objects.get(rule="TAX_SHORT")
    looking(findings.resolve)(
        finding_id=short.pk, resolution="training", comment="chips were short", actor=evening.second_manager
    )
    before = Finding.objects.count()
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert Finding.objects.count() == before
    assert Finding.objects.get(rule="TAX_SHORT").state == "resolved"


@pytest.mark.parametrize("hands_a_piece", [1, 2, 2_000])
def test_what_is_found_does_not_depend_on_how_it_is_cut(evening, hands_a_piece):
    """A hand keyed twice is seen by the one before it, whichever piece that is in."""
    table = evening.house.tables.get(code="T08").pk
    for pot_cents in (10_000, 10_000, 12_000):
        recording.record_summary(
            table_id=table,
            version=evening.version(table),
            summary=Summary(pot_cents, True, 2),
            actor=evening.floor,
        )
    run = pieces.begin(day_id=None, hands_a_piece=hands_a_piece)
    assert audits.audit(day_id=None, actor=None).hands == 7
    assert run.pieces.filter(kind="hands", is_done=True).count() == -(-7 // hands_a_piece)
    twice = Finding.objects.get(rule="DUP_SUSPECT")
    assert (twice.facts["number"], twice.amount_cents) == (3, 500)


def test_a_game_that_changed_its_schedule_was_charged_right_before_and_after(evening):
    other = evening.terms("Other")
    for number, table in enumerate(evening.house.tables.order_by("code"), 1):
        taken_out = evening.game(name=f"Meanwhile {number}", recording=table.sessions.get().game.recording)
        tables.change_game(
            table_id=table.pk, version=evening.version(table.pk), game_id=taken_out.pk, actor=evening.floor
        )
    for game in Game.objects.filter(sessions=None):
        games.edit(game_id=game.pk, changes={"rake_schedule_id": other.schedule_id}, actor=evening.floor)
    table = evening.house.tables.get(code="T08").pk
    played = Hand.objects.filter(table_id=table).latest("pk").game_id
    tables.change_game(table_id=table, version=evening.version(table), game_id=played, actor=evening.floor)
    recording.record_summary(
        table_id=table, version=evening.version(table), summary=Summary(9_000, True, 2), actor=evening.floor
    )
    assert Hand.objects.latest("pk").schedule_version == other
    assert audits.audit(day_id=None, actor=None).differences == []


def test_a_job_names_a_day_and_a_house(evening):
    day = str(evening.day.date)
    read = audits.AUDIT_JOB.read
    actor = evening.manager
    assert (read({}, actor), read({"day": day, "house": "wi"}, actor)) == ({}, {"day": day, "house": "wi"})
    for params in ({"dy": day}, {"day": 7}, {"house": "wi"}, {"day": day, "house": 7}, {"day": day, "house": "xx"}):
        with pytest.raises(Refusal):
            read(params, actor)


def test_what_helpers_are_sent_is_a_task():
    app.loader.import_default_modules()
    assert audits.TASK in app.tasks


def test_the_command_says_it_in_json_and_by_its_exit_status(evening):
    out = StringIO()
    call_command("audit", day=str(evening.day.date), json=True, stdout=out)
    figures = json.loads(out.getvalue().splitlines()[-1])
    assert (figures["ok"], figures["hands"], figures["agree"], figures["differences"]) == (True, 4, 4, [])
    assert figures["findings"] == sum(figures["by_rule"].values())
    assert figures["by_rule"]["TAX_SHORT"] == 1
    change("UPDATE accounting_assessment SET taken_cents = due_cents, reason = ''")
    with pytest.raises(CommandError):
        call_command("audit", stdout=StringIO())


def test_a_day_is_named_by_its_date_and_where_two_houses_had_it_by_the_house(evening):
    date = str(evening.day.date)
    assert day_named(date) == evening.day.pk
    other = House.objects.create(code="bb", name="Baden-Baden")
    with house_time.shown_by(lambda: evening.day.opened_at):  # the test may run at the house's roll-over
        days.open_day(house_id=other.pk, actor=evening.manager)
    with pytest.raises(Refusal, match="house_required"):
        day_named(date)
    assert day_named(date, "wi") == evening.day.pk
    with pytest.raises(Refusal, match="no_such_gaming_day"):
        day_named(date, "xx")
    with pytest.raises(Refusal, match="bad_date"):
        day_named("yesterday")


def test_a_dealer_may_not(evening):
    with pytest.raises(Refusal, match="not_allowed"):
        audits.audit(day_id=None, actor=evening.dealer)
    assert Hand.objects.count() == 4


def test_an_audit_that_was_asked_for_by_date_is_its_house_s(evening):
    """Another house's day of the same date, opened later, was not audited by it."""
    job = jobs.ask(kind=selector.KIND, params={"day": str(evening.day.date)}, actor=evening.manager)
    other = House.objects.create(code="mz", name="Spielbank Mainz")
    day = GamingDay.objects.create(
        house=other, date=evening.day.date, opened_by=evening.manager, opened_at=evening.day.opened_at
    )
    assert job.params == {"day": str(evening.day.date), "house": "wi"}
    assert selector.job_of(evening.day) == job
    assert selector.job_of(day) is None

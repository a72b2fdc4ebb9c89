"""What the check list must not let through: days without a hand, days opened again, breaks of no single day."""

import pytest

from accounting.days.services import days
from accounting.findings.services import findings
from accounting.models import Finding, GamingDay, Seal
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.errors import Refusal
from tables.audit.selectors import closing
from tables.audit.services import audits, pieces
from tables.audit.services import days as table_days
from tables.floor.services import tables
from tests import builders
from tests.deciding import looking
from tests.forging import sealed_evening

pytestmark = pytest.mark.django_db


def close(evening):
    return table_days.close_day(day_id=evening.day.pk, actor=evening.manager)


def missing(evening):
    """What the check list wants, which the service refuses for; nothing is sealed by the attempt."""
    seals = Seal.objects.count()
    with pytest.raises(Refusal, match="day_not_ready") as refusal:
        close(evening)
    assert GamingDay.objects.get(pk=evening.day.pk).state != GamingDay.State.CLOSED
    assert Seal.objects.count() == seals
    return refusal.value.facts["open"]


def resolve(evening, rule):
    row = Finding.objects.get(rule=rule, state=Finding.State.OPEN)
    looking(findings.resolve)(
        finding_id=row.pk, resolution="justified", comment="looked at", actor=evening.second_manager
    )


def test_a_table_without_a_hand_is_audited_too():
    """Nothing but the audit of the day says that its chips and slips are right."""
    evening = builders.evening()
    evening.sign_terms()
    table = evening.table(float_cents=100_000)
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=100_000, actor=evening.floor)
    assert missing(evening) == {"audit": [str(evening.day.date)]}
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert close(evening).state == GamingDay.State.CLOSED


def test_a_day_on_which_nothing_was_booked_needs_no_audit():
    evening = builders.evening()
    evening.sign_terms()
    assert all(one.is_met for one in closing.checklist(evening.day))


def test_a_day_that_was_opened_again_is_audited_again():
    """Though nothing was booked meanwhile: that it was opened is itself to be explained."""
    evening = sealed_evening()
    asked = days.ask_reopening(day_id=evening.day.pk, reason="a box was forgotten", actor=evening.manager)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
    assert missing(evening) == {"audit": [str(evening.day.date)]}
    audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert missing(evening) == {"findings": [f"{Rule.REOPENED} seal:1"]}
    resolve(evening, Rule.REOPENED)
    assert close(evening).state == GamingDay.State.CLOSED


def test_an_audit_that_began_before_the_day_was_opened_again_does_not_count():
    """Some of its hands were computed under the seal; what the day was opened for comes after it."""
    evening = sealed_evening()
    asked = days.ask_reopening(day_id=evening.day.pk, reason="a box was forgotten", actor=evening.manager)
    run = pieces.begin(day_id=evening.day.pk)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
    audits.help_out(run_id=run.pk)
    run.refresh_from_db()
    assert run.finished_at > run.started_at
    assert missing(evening)["audit"] == [str(evening.day.date)]


def test_no_seal_is_set_on_books_that_a_proof_found_broken():
    """A chain is broken from there on, so the finding is of no day and holds each one open until it is decided."""
    evening = builders.evening()
    evening.sign_terms()
    findings.note(evening.house.pk, None, [Verdict(Rule.CHAIN_BROKEN, "book:table/T07#1")], house_time.now())
    assert missing(evening) == {"findings": [f"{Rule.CHAIN_BROKEN} book:table/T07#1"]}
    resolve(evening, Rule.CHAIN_BROKEN)
    assert close(evening).state == GamingDay.State.CLOSED

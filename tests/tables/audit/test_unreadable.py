"""Rows that were tampered with until nobody can read them are findings: they neither end an audit nor hide others."""

import pytest

from accounting.models import Finding
from tables.audit.selectors import evidence
from tables.audit.services import audits
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import AuditRun, Hand
from tests import builders
from tests.forging import change, sealed_evening

pytestmark = pytest.mark.django_db


def audited(evening):
    """What is found of the day, all hands having been looked at."""
    found = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert found.hands == Hand.objects.count()
    assert not AuditRun.objects.filter(finished_at=None).exists()
    return set(Finding.objects.values_list("rule", "subject"))


@pytest.mark.parametrize("changed", ["game_id = 0", "started_at = 'infinity'"])
def test_one_hand_does_not_hide_the_others(changed):
    evening = sealed_evening()
    first, second = Hand.objects.order_by("pk")
    change("UPDATE tables_hand SET result = '{}' WHERE id = %s", second.pk)
    change(f"UPDATE tables_hand SET {changed} WHERE id = %s", first.pk)
    found = audited(evening)
    assert {("NOT_COMPUTABLE", f"hand:{first.pk}"), ("RECORD_CHANGED", f"hand:{second.pk}")} <= found


def test_one_of_many_is_come_to_by_halves(monkeypatch):
    """Of forty hands six halvings come to the one at fault, each with its other half."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 40_000, 40_000)
    for pot_cents in range(1_000, 5_000, 100):
        recording.record_summary(
            table_id=table, version=evening.version(table), summary=Summary(pot_cents, True, 2), actor=evening.dealer
        )
    honest = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert (honest.hands, honest.agree) == (40, 40)
    at_fault = Hand.objects.get(number=29)
    change("UPDATE tables_hand SET game_id = 0 WHERE id = %s", at_fault.pk)
    read: list[tuple[int, int]] = []
    booked = evidence.booked

    def noted(day_id: int, first_id: int, last_id: int):
        read.append((first_id, last_id))
        return booked(day_id, first_id, last_id)

    monkeypatch.setattr(evidence, "booked", noted)
    found = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert (found.hands, found.agree, [one.hand for one in found.differences]) == (40, 39, [at_fault.pk])
    assert found.by_rule == {**honest.by_rule, "NOT_COMPUTABLE": 1}
    assert len(read) <= 13
    assert (at_fault.pk, at_fault.pk) in read


def test_a_day_that_cannot_be_read_is_a_finding():
    evening = sealed_evening()
    change("UPDATE accounting_count SET chips = '[]'")
    assert ("NOT_COMPUTABLE", f"day:{evening.day.date}") in audited(evening)


def test_a_figure_beyond_all_bounds_is_found_where_it_stands():
    evening = sealed_evening()
    change("UPDATE accounting_assessment SET tips_cents = 9000000000000000000")
    assert ("DROP_MISMATCH", f"box:T07/tips@{evening.day.date}") in audited(evening)

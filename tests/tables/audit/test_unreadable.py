"""Rows that were tampered with until nobody can read them are findings: they neither end an audit nor hide others."""

import pytest

from accounting.models import Finding
from tables.audit.services import audits
from tables.models import AuditRun, Hand
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


def test_a_day_that_cannot_be_read_is_a_finding():
    evening = sealed_evening()
    change("UPDATE accounting_count SET chips = '[]'")
    assert ("NOT_COMPUTABLE", f"day:{evening.day.date}") in audited(evening)


def test_a_figure_beyond_all_bounds_is_found_where_it_stands():
    evening = sealed_evening()
    change("UPDATE accounting_assessment SET tips_cents = 9000000000000000000")
    assert ("DROP_MISMATCH", f"box:T07/tips@{evening.day.date}") in audited(evening)

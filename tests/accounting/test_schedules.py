"""Schedules: a version begins where the one before ends, and what was charged stays within its version."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounting.models import House, ScheduleVersion
from accounting.services import schedules
from casino.models import User

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_terms_for_this_minute_begin_now(monkeypatch):
    """Hands dealt in the seconds of the minute that are gone were charged by the version before, which was in force."""
    now = NOON + timedelta(seconds=40)
    monkeypatch.setattr(timezone, "now", lambda: now)
    house = House.objects.create(code="wi", name="Spielbank")
    manager = User.objects.create_user("manager", roles=["manager"])
    for valid_from in (NOON - timedelta(days=1), NOON):
        terms = {"kind": "fixed", "amount_cents": 100}
        schedules.publish(house_id=house.pk, name="Taxe", terms=terms, valid_from=valid_from, actor=manager)
    periods = ScheduleVersion.objects.order_by("version").values_list("valid_from", "valid_to")
    assert list(periods) == [(NOON - timedelta(days=1), now), (now, None)]

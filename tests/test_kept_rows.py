"""Rows that are written again are those that the services wrote, and only where they are the same."""

from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection

from casino import house_time
from tests import builders, databases, kept_rows
from tests.builders import Evening

pytestmark = pytest.mark.django_db
TERMS = {**builders.FIVE_PERCENT, "cap_cents": 1_234}


def everything() -> dict[str, list[str]]:
    """All columns of all rows."""
    with connection.cursor() as cursor:
        found = {}
        for model in apps.get_models():
            cursor.execute(f'SELECT t::text FROM "{model._meta.db_table}" t ORDER BY 1')
            found[model._meta.label] = [row for (row,) in cursor.fetchall()]
    return found


@dataclass
class Built:
    """What the services built, and the rows that they wrote."""

    evening: Evening
    rows: dict[str, list[str]]


@pytest.fixture(scope="module", autouse=True)
def built(django_db_setup, django_db_blocker) -> Built:
    """The evening of these terms, kept as a module's evenings are."""
    with django_db_blocker.unblock(), databases.rolled_back(), kept_rows.keeping():
        return Built(builders.evening(TERMS), everything())


@pytest.fixture
def kept(built: Built) -> Evening:
    return built.evening


def test_they_are_the_rows_that_the_services_wrote(built: Built) -> None:
    again = builders.evening(TERMS)
    assert again.house.pk == built.evening.house.pk
    assert again is not built.evening
    assert everything() == built.rows
    assert sum(1 for rows in built.rows.values() if rows) > 10


def test_the_services_go_on_from_them() -> None:
    evening = builders.evening(TERMS)
    evening.sit(evening.table(), 40_000, 40_000)
    assert evening.schedule.terms["cap_cents"] == 1_234


def test_a_database_with_somebody_in_it_gets_rows_of_its_own(kept: Evening) -> None:
    builders.user("integrator")
    evening = builders.evening(TERMS)
    assert evening.house.pk != kept.house.pk


def test_another_time_gets_rows_of_its_own(kept: Evening) -> None:
    tomorrow = house_time.now() + timedelta(days=1)
    with house_time.shown_by(lambda: tomorrow):
        evening = builders.evening(TERMS)
    assert evening.day.opened_at == tomorrow
    assert evening.house.pk != kept.house.pk


def test_what_a_test_builds_is_not_kept() -> None:
    before = set(kept_rows.KEPT)
    builders.evening({**TERMS, "cap_cents": 4_321})
    assert set(kept_rows.KEPT) == before

"""The back office's histories: what was is read there, and nothing is saved by it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import GamingDay, House
from casino.models import User
from tables.models import Table
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def office(evening) -> Client:
    client = Client()
    client.force_login(evening.floor)
    return client


def test_a_version_is_read_and_its_page_saves_nothing(evening, office):
    """simple-history's own page would take whatever is sent to it, past the services."""
    table = Table.objects.get(pk=evening.table())
    address = reverse("admin:tables_table_simple_history", args=[table.pk, table.history.earliest().pk])
    assert office.get(address).status_code == 200
    assert office.post(address, {"code": "T99", "seats": 2, "house": table.house_id}).status_code == 403
    table.refresh_from_db()
    assert (table.code, table.seats) == ("T07", 9)


def test_where_nothing_can_be_changed_the_list_of_versions_is_all(evening):
    client = Client()
    client.force_login(evening.manager)
    day = GamingDay.objects.get()
    listed = reverse("admin:accounting_gamingday_history", args=[day.pk])
    version = reverse("admin:accounting_gamingday_simple_history", args=[day.pk, day.history.earliest().pk])
    assert client.get(listed).status_code == 200
    assert client.get(version)["Location"] == listed


def test_what_is_no_id_has_no_history(office):
    for given in ("x", str(2**63), "1/history/x", "x/history/1"):
        assert office.get(f"/admin/tables/table/{given}/history/").status_code == 404
        assert office.get(f"/admin/tables/table/{given}/").status_code in (302, 404)


@pytest.mark.parametrize("house", ["x", str(2**63), "4711000"])
def test_a_form_for_a_house_that_cannot_be_begins_without_one(evening, house):
    client = Client()
    client.force_login(evening.manager)
    assert client.get(reverse("admin:accounting_window_add"), {"house": house, "code": "K9"}).status_code == 200


def test_the_class_of_a_history_is_made_once() -> None:
    """The library makes another at each look, which took a third of the time of saving a user."""
    assert type(User.history) is type(User.history)
    assert type(User.history) is type(House.history)

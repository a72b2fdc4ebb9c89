"""A table on its page: its seats, and whether it is in use; and the page that leads to all that a house sets."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from casino.models import User
from tables.floor.pages.setup import LATER
from tables.floor.services import tables
from tables.models import Table
from tests import elsewhere
from tests.html import filled, flat
from tests.tables.pages.conftest import Room

pytestmark = pytest.mark.django_db

Browser: TypeAlias = Callable[..., Client]


@pytest.fixture
def table(room: Room) -> Table:
    return tables.create(house_id=room.house.pk, code="T08", seats=9, actor=room.floor)


def page_of(table: Table) -> str:
    return f"/setup/tables/{table.pk}/"


def send(client: Client, table: Table, **typed: str | None) -> HttpResponse:
    """The form as the page shows it, with these values; None: a box that is not ticked."""
    values = {**filled(client.get(page_of(table)).content.decode()), **typed}
    return client.post(page_of(table), {name: value for name, value in values.items() if value is not None})


def stands(table: Table) -> tuple[int, bool]:
    table.refresh_from_db()
    return table.seats, table.is_active


def test_its_seats_and_whether_it_is_in_use(room: Room, table: Table, browser: Browser) -> None:
    client = browser(room.manager)
    assert f'href="{page_of(table)}"' in client.get("/setup/tables/").content.decode()
    assert send(client, table, seats="6").status_code == 303
    assert stands(table) == (6, True)
    assert send(client, table, is_active=None).status_code == 303
    assert stands(table) == (6, False)
    assert "6 seats · out of use" in flat(client.get("/setup/tables/").content.decode())


def test_only_who_may_open_the_page_of_all_steps_is_led_there(room: Room, browser: Browser) -> None:
    for address in ("/setup/tables/", "/setup/games/"):
        assert "All steps" in browser(room.manager).get(address).content.decode(), address
        assert "All steps" not in browser(room.floor).get(address).content.decode(), address


def test_an_open_one_keeps_its_seats(room: Room, browser: Browser) -> None:
    client, table = browser(room.manager), Table.objects.get(pk=room.set_up("T1", "summary"))
    assert "Table T1 is open; close it first." in client.get(page_of(table)).content.decode()
    version = table.version
    answer = send(client, table, seats="6", is_active=None)
    assert answer.status_code == 422
    assert "Table T1 is open; close it first." in answer.content.decode()
    shown = filled(answer.content.decode())
    assert (shown["seats"], shown.get("is_active")) == ("6", None)
    assert (*stands(table), table.version) == (9, True, version)


@pytest.mark.parametrize("seats", ["1", "11", "x", ""])
def test_no_other_number(room: Room, table: Table, browser: Browser, seats: str) -> None:
    assert send(browser(room.manager), table, seats=seats).status_code == 400
    assert stands(table) == (9, True)


def test_one_of_another_house_is_not_there(room: Room, table: Table) -> None:
    client = elsewhere.browser(elsewhere.stranger(elsewhere.settled()))
    assert client.get(page_of(table)).status_code == 404
    assert client.post(page_of(table), {"key": "k", "seats": "6"}).status_code == 404
    assert table.code not in client.get("/setup/tables/").content.decode()
    assert stands(table) == (9, True)


def test_the_steps_lead_a_manager_to_all_that_a_house_sets(room: Room, browser: Browser) -> None:
    client = browser(room.manager)
    assert 'href="/setup/"' in client.get("/management/").content.decode()
    page = client.get("/setup/").content.decode()
    for name in ("management:schedules", "setup:games", "setup:tables", *dict(LATER)):
        assert f'href="{reverse(name)}"' in page, name
        assert client.get(reverse(name)).status_code == 200, name


def test_the_steps_show_an_auditor_no_page_that_is_shut_to_them(room: Room, browser: Browser) -> None:
    client = browser(User.objects.create_user("auditor", roles=["auditor"]))
    page = client.get("/setup/").content.decode()
    assert f'href="{reverse("policy:rule-sets")}"' in page
    assert reverse("floor:waiting-rules") not in page

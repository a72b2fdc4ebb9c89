"""The cage in the back office: windows through services, everything else only read."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounting.cage.services import slips, windows
from accounting.models import Window
from casino.errors import Refusal
from casino.models import User
from tables.floor.services import tables
from tests.tables.pages.conftest import Room, browser, built, room

__all__ = ["browser", "built", "room"]
Browser = Callable[..., Client]


@pytest.fixture
def manager(room: Room) -> User:
    return room.manager


def test_a_window_is_set_up_and_renamed_by_the_services(room: Room, manager: User, browser: Browser) -> None:
    client = browser(manager)
    address = "/admin/accounting/window/"
    assert client.post(f"{address}add/", {"house": room.house.pk, "code": "W1", "name": "Kasse"}).status_code == 302
    window = Window.objects.get()
    renamed = {"name": "Vorn", "is_active": "on", "reason": "the house was rebuilt"}
    assert client.post(f"{address}{window.pk}/change/", renamed).status_code == 302
    window.refresh_from_db()
    assert (window.code, window.name) == ("W1", "Vorn")
    answer = client.post(f"{address}add/", {"house": room.house.pk, "code": "W1", "name": "Kasse"})
    assert (answer.status_code, Window.objects.count()) == (422, 1)


def test_shifts_slips_and_prints_are_read(room: Room, manager: User, browser: Browser) -> None:
    window = windows.create(house_id=room.house.pk, code="W1", name="Kasse", actor=manager)
    shift = windows.open_window(window_id=window.pk, chips={"100": 500}, cash_cents=100, actor=manager)
    room.set_up("T2", "summary")
    slip = slips.ask(kind="fill", table_code="T2", window_id=window.pk, chips={"100": 5}, actor=room.floor)
    client = browser(manager)
    for name, row, chips in (("windowshift", shift, "500 × 1.00"), ("slip", slip, "5 × 1.00")):
        assert client.get(f"/admin/accounting/{name}/").status_code == 200, name
        page = client.get(f"/admin/accounting/{name}/{row.pk}/change/")
        assert (page.status_code, chips in page.text) == (200, True), name
        assert client.post(f"/admin/accounting/{name}/{row.pk}/change/", {}).status_code == 403, name
        assert client.get(f"/admin/accounting/{name}/add/").status_code == 403, name
    assert client.get("/admin/accounting/print/").status_code == 200


def test_a_window_and_a_table_do_not_share_a_code(room: Room, manager: User) -> None:
    windows.create(house_id=room.house.pk, code="W1", name="Kasse", actor=manager)
    with pytest.raises(Refusal) as error:
        tables.create(house_id=room.house.pk, code="W1", seats=9, actor=room.floor)
    assert error.value.code == "table_code_taken"

"""The day's close in the back office: rolled over, opened again by two; boxes shown only once they are counted."""

import pytest
from django.test import Client
from django.urls import reverse

from accounting.cage.services import counts
from accounting.models import Drop, GamingDay, Reopening, Seal
from casino.models import User
from tables.audit.services import audits, days
from tables.floor.services import drops
from tests.tables.admin.test_admin import PASSWORD, Browser, act, manager
from tests.tables.pages.conftest import Room

__all__ = ["manager"]

CLOSING = {"reason": "end of evening", "password": PASSWORD}  # it is asked for again


@pytest.fixture
def managers(room: Room) -> list[User]:
    return [User.objects.create_user(name, password=PASSWORD, roles=["manager"]) for name in ("m1", "m2")]


def close(room: Room, actor: User) -> None:
    days.close_day(day_id=room.day.pk, actor=actor)


def test_a_box_says_nothing_before_it_is_counted(room: Room, managers: list[User], browser: Browser) -> None:
    table = room.set_up("T1", "summary")
    drops.drop_boxes(table_id=table, version=room.version(table), actor=room.floor)
    box = Drop.objects.get(kind="rake")
    client = browser(managers[0])
    cages = [User.objects.create_user(name, roles=["cage"]) for name in ("c1", "c2")]
    counts.count(drop_id=box.pk, found={"100": 7}, actor=cages[0])
    addresses = [
        reverse("admin:accounting_drop_changelist"),
        reverse("admin:accounting_drop_change", args=[box.pk]),
    ]
    for address in addresses:
        html = client.get(address).content.decode()
        assert "7.00" not in html
        assert "waiting to be counted" in html
    counts.count(drop_id=box.pk, found={"100": 7}, actor=cages[1])
    for address in addresses:
        html = client.get(address).content.decode()
        assert "7.00" in html
        assert "to be explained" in html
    assert act(client, "accounting_drop", box.pk, "explain", reason="chip of the night before").status_code == 303
    box.refresh_from_db()
    assert (box.explanation, box.explained_by) == ("chip of the night before", managers[0])


def test_a_day_is_not_over_before_the_house_s_hour(room: Room, managers: list[User], browser: Browser) -> None:
    answer = act(browser(managers[0]), "accounting_gamingday", room.day.pk, "roll-over")
    assert answer.status_code == 422
    assert GamingDay.objects.get().state == "open"


def test_a_closed_day_is_opened_again_by_two(room: Room, managers: list[User], browser: Browser) -> None:
    close(room, managers[0])
    first, second = (browser(manager) for manager in managers)
    ask = {"reason": "wrong count", "password": PASSWORD}
    assert act(first, "accounting_gamingday", room.day.pk, "reopen", **ask | {"password": "no"}).status_code == 403
    assert not Reopening.objects.exists()
    assert act(first, "accounting_gamingday", room.day.pk, "reopen", **ask).status_code == 303
    asked = Reopening.objects.get()
    assert act(first, "accounting_reopening", asked.pk, "approve", password=PASSWORD).status_code == 403
    assert GamingDay.objects.get().state == "closed"
    assert act(second, "accounting_reopening", asked.pk, "approve", password=PASSWORD).status_code == 303
    assert GamingDay.objects.get().state == "closing"
    seal = Seal.objects.get()
    assert seal.digest in second.get(reverse("admin:accounting_seal_change", args=[seal.pk])).content.decode()
    html = second.get(reverse("admin:accounting_reopening_change", args=[asked.pk])).content.decode()
    assert "wrong count" in html


def test_the_floor_reads_seals_and_opens_nothing(room: Room, managers: list[User], browser: Browser) -> None:
    close(room, managers[0])
    client: Client = browser(room.floor)
    assert GamingDay.objects.get().seal in client.get(reverse("admin:accounting_seal_changelist")).content.decode()
    answer = client.post(reverse("admin:accounting_gamingday_act", args=[room.day.pk, "reopen"]))
    assert answer.status_code == 403
    assert not Reopening.objects.exists()


def test_the_gaming_day_is_closed_and_opened(room: Room, manager: User, browser: Browser) -> None:
    client = browser(manager)
    table = room.set_up("T1", "summary")
    answer = act(client, "accounting_gamingday", room.day.pk, "close", **CLOSING)
    assert answer.status_code == 422
    assert "T1" in answer.content.decode(), "says which table is still open"
    act(client, "tables_table", table, "close", counted_float_cents="500", reason="end of evening")
    answer = act(client, "accounting_gamingday", room.day.pk, "close", **CLOSING)
    assert answer.status_code == 422
    assert str(room.day.date) in answer.content.decode(), "says that the day was not audited"
    audits.audit(day_id=room.day.pk, actor=manager)
    assert act(client, "accounting_gamingday", room.day.pk, "close", **CLOSING).status_code == 303
    day = GamingDay.objects.get()
    assert day.state == "closed"
    assert len(day.seal) == 64
    answer = act(client, "accounting_gamingday", None, "open", house=room.house.pk)
    assert answer.status_code == 422, "that date was closed already"


def test_the_floor_may_not_close_the_day(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    assert client.post(reverse("admin:accounting_gamingday_act", args=[room.day.pk, "close"])).status_code == 403
    assert GamingDay.objects.get().state == "open"

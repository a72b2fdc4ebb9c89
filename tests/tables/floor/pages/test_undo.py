"""What was just done is taken back by its counter-command, offered beside the message; nothing is delayed for it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino.pages.forms import new_key
from casino.pages.notices import Undo
from tables.models import Session, Sitting, WaitingEntry
from tables.waiting.services import entries
from tests import live
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]


@pytest.fixture
def table(room: Room) -> int:
    table_id = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    live.commit()
    return table_id


def done(client: Client, path: str, **values: Any) -> Undo | None:
    """What takes back a command that was done."""
    page = client.post(path, {"key": new_key(), **values}, follow=True)
    assert page.redirect_chain, page.content.decode()
    [notice] = page.context["messages"]
    undo: Undo | None = notice.undo
    assert ("data-toast" in page.text) == (undo is not None)
    if undo is not None:
        assert f'action="{undo.address}"' in page.text
    return undo


def take_back(client: Client, undo: Undo | None) -> Undo | None:
    assert undo is not None
    return done(client, undo.address, **undo.values)


def test_a_pause_and_what_took_it_back(room: Room, table: int, browser: Browser) -> None:
    client = browser(room.floor)
    undo = done(client, f"/floor/tables/{table}/pause/", version=room.version(table), **{"from": "board"})
    assert Session.objects.get().state == "paused"
    again = take_back(client, undo)
    assert Session.objects.get().state == "open"
    take_back(client, again)
    assert Session.objects.get().state == "paused"


def test_it_is_refused_where_the_table_has_changed_since(room: Room, table: int, browser: Browser) -> None:
    client = browser(room.floor)
    undo = done(client, f"/floor/tables/{table}/pause/", version=room.version(table))
    assert undo is not None
    room.push(table)
    answer = client.post(undo.address, {"key": new_key(), **undo.values})
    assert answer.status_code == 409
    assert Session.objects.get().state == "paused"


def test_a_seat(room: Room, table: int, browser: Browser) -> None:
    client = browser(room.floor)
    move = f"/floor/tables/{table}/seats/1/move/"
    undo = done(client, move, version=room.version(table), to=f"{table}/7")
    assert sorted(Sitting.objects.filter(left_at=None).values_list("seat", flat=True)) == [2, 7]
    take_back(client, undo)
    assert sorted(Sitting.objects.filter(left_at=None).values_list("seat", flat=True)) == [1, 2]


def test_a_place_on_the_list_and_a_call(room: Room, table: int, browser: Browser) -> None:
    client, game = browser(room.floor), room.games["every_action"].pk
    first, second = (
        entries.join(game_id=game, guest_id=room.guest(name, number).pk, actor=room.floor)
        for name, number in (("Adam", "71"), ("Berta", "72"))
    )

    def queue() -> list[str]:
        return list(WaitingEntry.objects.order_by("rank").values_list("guest__name", flat=True))

    def version() -> int:
        return WaitingEntry.objects.get(pk=first.pk).waiting_list.version

    undo = done(client, f"/floor/waits/{second.pk}/move/", version=version(), place=1, reason="wartet seit gestern")
    assert queue() == ["Berta", "Adam"]
    take_back(client, undo)
    assert queue() == ["Adam", "Berta"]
    undo = done(client, f"/floor/waits/{first.pk}/call/", version=version(), to=f"{table}/5", reason="")
    assert WaitingEntry.objects.get(pk=first.pk).state == "called"
    assert undo is not None
    client.post(undo.address, {"key": new_key(), **undo.values})
    assert WaitingEntry.objects.get(pk=first.pk).state == "waiting"


def test_what_money_hangs_on_has_none(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary")
    live.commit()
    closed = done(
        browser(room.floor), f"/floor/tables/{table}/close/", version=room.version(table),
        counted_float_cents="500",
    )  # fmt: skip
    assert closed is None
    assert Session.objects.get().state == "closed"

"""The picker of guests on the floor's pages: rows for what is typed; a second guest of the same name is asked about."""

from collections.abc import Callable

from django.test import Client

from casino.pages.forms import new_key
from tables.models import Guest
from tests.tables.pages.conftest import Room


def test_the_page_offers_rows_and_asks_before_a_second_of_the_same_name(
    room: Room, browser: Callable[..., Client]
) -> None:
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    client = browser(room.floor)
    rows = client.get("/guests/suggestions/", {"q": "web", "game": "x"}).content.decode()
    assert 'role="option"' in rows
    assert "T1, seat 1" in rows
    address = f"/floor/tables/{room.tables['T1']}/seats/5/guest/"
    typed = {"key": new_key(), "version": "", "number": "", "name": "weber"}
    refused = client.post(address, typed)
    assert refused.status_code == 400
    assert "Pick that guest, or tick the box below." in refused.content.decode()
    count = Guest.objects.count()
    assert client.post(address, typed | {"is_another": "on", "key": new_key()}).status_code == 303
    assert (Guest.objects.count(), Guest.objects.latest("pk").number) == (count + 1, "G1")

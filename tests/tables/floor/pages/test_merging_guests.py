"""Merging a guest who was registered twice, on the floor's pages and by the API, and undoing it."""

from collections.abc import Callable

import pytest
from django.test import Client

from tables.guests.services import guests
from tables.models import Guest
from tests.api_client import Api
from tests.tables.floor.pages.test_waiting_lists import post
from tests.tables.pages.conftest import Room


@pytest.fixture
def twice(room: Room) -> tuple[Guest, Guest]:
    """Two rows of one person."""
    anna, again = (
        guests.register(house_id=room.house.pk, number=number, name="Anna Weber", actor=room.floor)
        for number in ("77", "78")
    )
    return anna, again


def test_merged_from_the_card_of_a_namesake_and_separated_again(
    room: Room, browser: Callable[..., Client], twice: tuple[Guest, Guest]
) -> None:
    anna, again = twice
    client = browser(room.floor, "en")
    card, merge = f"/floor/guests/{anna.pk}/", f"/floor/guests/{anna.pk}/merge/"
    assert f"{merge}?guest=78" in client.get(card).content.decode()
    assert 'value="78"' in client.get(f"{merge}?guest=78").content.decode()
    assert post(client, merge, duplicate="78", reason="registered twice").url == card
    html = client.get(card).content.decode()
    assert "Number 78 now leads to Anna Weber." in html
    assert client.get(f"/floor/guests/{again.pk}/").url == card
    assert client.get("/floor/guests/?q=78").url == card
    separate = f"/floor/guests/{again.pk}/separate/"
    assert separate in html
    assert client.get(separate).status_code == 200
    assert post(client, separate, reason="two sisters").url == f"/floor/guests/{again.pk}/"


def test_the_form_says_why_not_and_keeps_what_was_typed(
    room: Room, browser: Callable[..., Client], twice: tuple[Guest, Guest]
) -> None:
    anna, _again = twice
    client = browser(room.floor, "en")
    refused = post(client, f"/floor/guests/{anna.pk}/merge/", duplicate="77", reason="registered twice")
    assert refused.status_code == 400
    assert "A guest cannot be merged with themselves." in refused.content.decode()
    assert "registered twice" in refused.content.decode()
    assert client.get("/floor/guests/999999/separate/").status_code == 404


def test_by_the_api(room: Room, twice: tuple[Guest, Guest]) -> None:
    anna, again = twice
    api = Api(room.floor)
    answer = api.post(f"guests/{anna.pk}/merge/", {"duplicate": again.pk, "reason": "registered twice"})
    assert (answer.status_code, answer.json()["id"]) == (200, anna.pk)
    assert api.get(f"guests/{again.pk}/").json()["merged_into"] == anna.pk
    answer = api.post(f"guests/{again.pk}/separate/", {"reason": "two sisters"})
    assert (answer.status_code, answer.json()["merged_into"]) == (200, None)

"""A form whose answer was lost: nobody is told that it was not booked, and it is sent again by one tap."""

import re

import pytest
from django.test import Client

from accounting.cage.services import windows
from tests import outages
from tests.builders import balances
from tests.tables.pages.conftest import make_room


@pytest.mark.django_db(transaction=True)
def test_a_sale_is_sent_again_with_all_that_was_typed_and_its_key() -> None:
    room = make_room()
    window = windows.create(house_id=room.house.pk, code="W1", name="Kasse 1", actor=room.cage).pk
    windows.open_window(window_id=window, chips={"100": 500}, cash_cents=10_000, actor=room.cage)
    client = Client(raise_request_exception=False)
    client.force_login(room.cage)
    address = f"/cage/windows/{window}/sell/"
    form = client.get(address).context["form"]
    typed = {"key": form.initial["key"], "version": form.initial["version"] or "", "amount_cents": "300", "guest": ""}

    with outages.commit_without_answer():
        answer = client.post(address, typed)
    html = answer.content.decode()
    assert answer.status_code == 503
    assert "Nothing was changed" not in html
    assert "it is not known whether this was booked" in html
    assert balances("ca") == {"cage/W1": 20_000, "cash/W1": 40_000}, "it was"

    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html))
    assert hidden["amount_cents"] == "300"
    assert client.post(address, hidden).status_code == 303
    assert balances("ca") == {"cage/W1": 20_000, "cash/W1": 40_000}, "once"

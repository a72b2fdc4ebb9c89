"""Pages of no particular house show the time of the house too: who is signed in since when, and who asked for what."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from casino import house_time
from casino.models import User
from casino.services import accounts
from tests import builders

NOON = datetime(2026, 7, 1, 10, tzinfo=UTC)


@pytest.mark.django_db
def test_accounts_are_shown_in_the_time_of_the_house() -> None:
    builders.evening()
    admin = User.objects.create_user("admin", roles=["admin"], language="de")
    client = Client()
    with house_time.shown_by(lambda: NOON):
        accounts.open_account(
            username="anna", full_name="Anna", role_names=["cage"], language="de", reason="neu", actor=admin
        )
        client.force_login(admin)
        for page in ("/people/", "/account/"):
            assert "01.07.2026 12:00" in client.get(page).content.decode(), page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/cage/", "/management/funds/", "/tronc/rules/"])
def test_before_a_house_is_set_up_there_is_no_page_of_one(address: str) -> None:
    manager = User.objects.create_user("manager", roles=["manager"], language="en")
    client = Client()
    client.force_login(manager)
    answer = client.get(address)
    assert answer.status_code == 404
    assert "House not found." in answer.content.decode()

"""The page of somebody's account: what an administrator does alone, and what waits for a second person."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounting.models import House
from casino.models import AccountRequest, User
from casino.pages.forms import new_key
from tests.casino.conftest import PASSWORD

pytestmark = pytest.mark.django_db

Person = Callable[..., User]
WHY = {"reason": "as agreed", "password": PASSWORD}
WAITS = "a second person must approve this under People."


@pytest.fixture
def client(person: Person) -> Client:
    """An administrator's browser."""
    browser = Client()
    browser.force_login(person("admin"))
    return browser


def sent(client: Client, one: User, command: str, *, follow: bool = False, **fields: object) -> Any:
    """The answer to a form of the account's."""
    return client.post(f"/people/{one.pk}/{command}/", {"key": new_key(), **WHY, **fields}, follow=follow)


def said(client: Client, one: User, command: str, **fields: object) -> str:
    """What the page of the account says after a command."""
    answer = sent(client, one, command, follow=True, **fields)
    assert answer.redirect_chain == [(f"/people/{one.pk}/", 303)], answer.content.decode()
    return answer.content.decode()


def test_roles_go_at_once_and_come_by_two(client: Client, person: Person) -> None:
    one = person("floor", "manager", username="anna")
    page = client.get(f"/people/{one.pk}/").content.decode()
    assert "Floor, Management" in page
    form = client.get(f"/people/{one.pk}/roles/").content.decode()
    assert form.partition("<main")[2].count("checked") == 2
    assert "The account of anna has been changed." in said(client, one, "roles", role_names=["floor"])
    one.refresh_from_db()
    assert (one.roles, AccountRequest.objects.count()) == (["floor"], 0)
    assert WAITS in said(client, one, "roles", role_names=["floor", "manager"])
    one.refresh_from_db()
    assert (one.roles, AccountRequest.objects.get().roles) == (["floor"], ["manager"])
    assert "Waiting for a second person" in client.get(f"/people/{one.pk}/").content.decode()


def test_houses_come_by_two(client: Client, person: Person) -> None:
    here, there = (House.objects.create(code=code, name=code.upper()) for code in ("aa", "bb"))
    one = person("floor")
    User.objects.filter(pk=one.pk).update(house_ids=[here.pk])
    assert client.get(f"/people/{one.pk}/houses/").text.partition("<main")[2].count("checked") == 1
    assert WAITS in said(client, one, "houses", house_ids=[here.pk, there.pk])
    assert AccountRequest.objects.get().house_ids == [there.pk]
    one.refresh_from_db()
    assert one.house_ids == [here.pk]
    answer = sent(client, one, "houses", house_ids=[])
    assert answer.status_code == 422
    assert "must work in at least one house" in answer.content.decode()


def test_a_password_waits_and_a_second_request_is_refused(client: Client, person: Person) -> None:
    one = person("floor")
    assert WAITS in said(client, one, "password")
    assert AccountRequest.objects.get().gives_password
    answer = sent(client, one, "password")
    assert answer.status_code == 422
    assert "already waiting for a decision" in answer.content.decode()
    answer = sent(client, one, "second-factor")
    assert "This person has no second factor." in answer.content.decode()


def test_locked_out_and_let_in_by_two(client: Client, person: Person) -> None:
    one = person("floor")
    theirs = Client()
    theirs.force_login(one)
    assert "locked out" in said(client, one, "lock-out")
    assert theirs.get("/account/").status_code == 302
    one.refresh_from_db()
    assert (one.is_active, one.history.first().history_change_reason) == (False, "as agreed")
    assert WAITS in said(client, one, "let-in")
    assert AccountRequest.objects.get().lets_in


def test_a_pin_is_set_and_never_shown(client: Client, person: Person) -> None:
    one = person("dealer")
    page = said(client, one, "pin", pin="583016")
    one.refresh_from_db()
    assert one.pin_hash
    assert "583016" not in page
    answer = sent(client, one, "pin", pin="111111")
    assert answer.status_code == 422
    assert "111111" not in answer.content.decode()


def test_each_command_asks_for_the_password_but_locking_out(client: Client, person: Person) -> None:
    """Locking out must be fast."""
    one = person("floor")
    for command in ("roles", "houses", "password", "second-factor", "pin", "let-in", "sign-out", "lock-out"):
        form = client.get(f"/people/{one.pk}/{command}/").content.decode()
        assert ('name="password"' in form) == (command != "lock-out"), command


def test_of_the_own_account_only_the_pin_is_offered(client: Client, person: Person) -> None:
    admin = User.objects.get(username="admin")
    page = client.get(f"/people/{admin.pk}/").content.decode()
    assert "another administrator must change it" in page
    assert page.count(f'href="/people/{admin.pk}/') == 1
    answer = sent(client, admin, "lock-out")
    assert answer.status_code == 422
    admin.refresh_from_db()
    assert admin.is_active


def test_others_than_administrators_see_no_account(client: Client, person: Person) -> None:
    other = Client()
    other.force_login(person("manager"))
    one = person("floor")
    assert other.get(f"/people/{one.pk}/").status_code == 403
    assert sent(other, one, "lock-out").status_code == 403
    assert client.get("/people/0/").status_code == 404
    assert f'href="/people/{one.pk}/"' in client.get("/people/").content.decode()

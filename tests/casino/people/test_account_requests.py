"""Requests for accounts by page and API: the one-time password is told with the approval, and kept nowhere."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from casino.errors import Refusal
from casino.models import AccountRequest, User
from casino.services import accounts
from casino.services.accounts import one_time_password
from tests.api_client import Api
from tests.casino.conftest import PASSWORD
from tests.deciding import seen_at

pytestmark = pytest.mark.django_db

Person = Callable[..., User]


def kept_in(word: str) -> list[str]:
    """The tables that have the word anywhere."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" AS one WHERE one::text LIKE %s', [f"%{word}%"])
            if cursor.fetchone() != (0,):
                found.append(table)
    return found


@pytest.fixture
def anna(person: Person) -> User:
    """Somebody for whom a role and a first password wait."""
    return accounts.open_account(
        username="anna", full_name="Anna", role_names=["cage"], language="en", reason="hired", actor=person("admin")
    )


@pytest.mark.parametrize(
    ("name", "is_alike"),
    [
        ("Jürgen Groß", True), ("jurgen gross", True), ("Groß, Jürgen", True), ("JUERGEN GROSS", True),
        ("Jürgen Klein", False), ("", False),
    ],
)  # fmt: skip
def test_whoever_approves_is_shown_people_of_the_same_name(
    client: Client, person: Person, name: str, is_alike: bool
) -> None:
    """A second account of one person would be two people where two are needed."""
    User.objects.create_user("other-account", full_name=name, roles=["cage"])
    accounts.open_account(
        username="jg", full_name="Jürgen Groß", role_names=["floor"], language="de", reason="hired",
        actor=person("admin"),
    )  # fmt: skip
    client.force_login(person("manager"))
    page = client.get(f"/people/requests/{AccountRequest.objects.get().pk}/approve/").content.decode()
    assert ("other-account" in page) is is_alike


def test_one_staff_number_has_one_account(person: Person) -> None:
    ask = {"full_name": "Anna", "role_names": ["floor"], "language": "en", "reason": "hired", "actor": person("admin")}
    anna = accounts.open_account(username="anna", staff_number=" 4711 ", **ask)
    assert anna.staff_number == "4711"
    before = User.objects.count()
    with pytest.raises(Refusal, match="staff_number_taken"):
        accounts.open_account(username="anna-again", staff_number="4711", **ask)
    assert User.objects.count() == before
    with pytest.raises(IntegrityError, match="user_staff_number_once"), transaction.atomic():
        User.objects.create_user("anna-again", staff_number="4711")
    with pytest.raises(Refusal, match="username_taken"):
        accounts.open_account(username="anna", staff_number="4712", **ask)
    # Houses without such numbers leave them out.
    accounts.open_account(username="bert", **ask)
    accounts.open_account(username="cleo", **ask)


def test_a_page_keeps_it_nowhere(client: Client, person: Person, anna: User) -> None:
    client.force_login(person("manager"))
    address = f"/people/requests/{AccountRequest.objects.get().pk}/approve/"
    client.post(address, {"key": "k", "seen": seen_at(client, address), "password": PASSWORD})
    anna.refresh_from_db()
    assert anna.check_password(one_time_password("k"))
    assert kept_in(one_time_password("k")) == []


def test_the_api_tells_it_twice_and_keeps_it_nowhere(person: Person, anna: User) -> None:
    api = Api(person("manager"))
    [row] = api.get("account-requests/").json()["results"]
    assert api.get(f"account-requests/{row['id']}/").json() == row
    address, sent = f"account-requests/{row['id']}/approve/", {"seen": row["seen"]}
    word = api.post(address, sent, key="monday-1").json()["one_time_password"]
    assert api.post(address, sent, key="monday-1").json()["one_time_password"] == word
    anna.refresh_from_db()
    assert anna.check_password(word)
    assert kept_in(word) == []
    # Keys are no secrets: the same one of another approver, or for another request, gives another password.
    assert word != one_time_password("monday-1")


def test_where_none_is_given_the_api_tells_none(person: Person) -> None:
    dealer, admin = person("dealer"), person("admin")
    accounts.change_roles(user_id=dealer.pk, role_names=["dealer", "floor"], reason="runs tables", actor=admin)
    row = AccountRequest.objects.get()
    api = Api(person("manager"))
    seen = api.get(f"account-requests/{row.pk}/").json()["seen"]
    assert api.post(f"account-requests/{row.pk}/approve/", {"seen": seen}).json()["one_time_password"] is None

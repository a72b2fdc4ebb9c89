"""My account: where one is signed in, and ending it from elsewhere."""

from collections.abc import Callable

import pytest
from django.test import Client
from knox.models import AuthToken
from rest_framework.test import APIClient

from casino.errors import NotFound
from casino.models import LoginEvent, Session, User
from casino.selectors import entrances
from casino.services import accounts, sign_in, users
from tests.casino.conftest import PASSWORD

pytestmark = pytest.mark.django_db

Person = Callable[..., User]


@pytest.fixture
def floor(person: Person) -> User:
    return person("floor")


def signed_in(name: str = "floor", browser: str = "Firefox") -> Client:
    client = Client(HTTP_USER_AGENT=browser)
    assert client.post("/login/", {"username": name, "password": PASSWORD}).status_code == 302
    return client


def test_it_names_every_browser_and_token(floor: User, person: Person) -> None:
    person("cage")
    here, _there, _another = signed_in(), signed_in(browser="Chrome on the tablet"), signed_in("cage", "Safari")
    sign_in.give_token(actor=floor)
    page = here.get("/account/").content.decode()
    for shown in ("Firefox", "Chrome on the tablet", "127.0.0.1", "this one", "Machine tokens"):
        assert shown in page, shown
    assert "Safari" not in page
    assert [one.user_id for one in Session.objects.filter(user=floor)] == [floor.pk, floor.pk]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:134.0) Gecko/20100101 Firefox/134.0", "Firefox · Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
         "Chrome · Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
         "Edge · Windows"),
        ("Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Safari/604", "Safari · iPad"),
        ("Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0 Safari/537.36",
         "Samsung Internet · Android"),
        ("cardroom-client/2", "cardroom-client/2"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_browser_has_a_name_for_people(user_agent: str, name: str) -> None:
    assert entrances.browser_name(user_agent) == name


def test_what_opens_a_session_is_not_on_the_page(floor: User) -> None:
    here = signed_in()
    token, _expires_at = sign_in.give_token(actor=floor)
    page = here.get("/account/").content.decode()
    for secret in (*Session.objects.values_list("session_key", flat=True), token, AuthToken.objects.get().digest):
        assert secret[:12] not in page


def test_a_session_is_ended_from_another(floor: User) -> None:
    here, there = signed_in(), signed_in(browser="Chrome")
    chrome = next(one for one in entrances.sessions(floor.pk) if one.browser == "Chrome")
    assert here.post(f"/account/end/{chrome.mark}/", {"key": "k"}).status_code == 400, "ASVS 5, 7.5.2"
    assert here.post(f"/account/end/{chrome.mark}/", {"key": "k", "password": PASSWORD})["Location"] == "/account/"
    assert there.get("/account/")["Location"].startswith("/login/")
    assert here.get("/account/").status_code == 200
    assert LoginEvent.objects.filter(user=floor, kind="logout").count() == 1


def test_a_token_is_ended(floor: User) -> None:
    token, _expires_at = sign_in.give_token(actor=floor)
    here, machine = signed_in(), APIClient(HTTP_AUTHORIZATION=f"Token {token}")
    assert machine.get("/api/v1/jobs/").status_code != 401
    (one,) = entrances.tokens(floor)
    here.post(f"/account/end/{one.mark}/", {"key": "k", "password": PASSWORD})
    assert machine.get("/api/v1/jobs/").status_code == 401


def test_nobody_ends_anothers(floor: User, person: Person) -> None:
    cage = person("cage")
    signed_in("cage")
    sign_in.give_token(actor=cage)
    for one in (*entrances.sessions(cage.pk), *entrances.tokens(cage)):
        with pytest.raises(NotFound, match="no_such_entrance"):
            sign_in.end(mark=one.mark, ip=None, actor=floor)
    assert (Session.objects.filter(user=cage).count(), AuthToken.objects.filter(user=cage).count()) == (1, 1)


def test_another_password_ends_them_at_once(floor: User) -> None:
    signed_in()
    users.set_password(password="quite another sentence", actor=floor)
    assert not Session.objects.filter(user=floor).exists()


def test_ones_own_page_stays_when_one_changes_the_password(floor: User) -> None:
    here, there = signed_in(), signed_in()
    word = "quite another sentence"
    sent = {"key": "k", "password": PASSWORD, "new_password": word, "again": word}
    assert here.post("/password/", sent).status_code == 303
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302
    assert Session.objects.filter(user=floor).count() == 1


def test_somebody_locked_out_is_out(floor: User, person: Person) -> None:
    here = signed_in()
    accounts.lock_out(user_id=floor.pk, reason="left the house", actor=person("admin"))
    assert not Session.objects.filter(user=floor).exists()
    assert here.get("/account/").status_code == 302

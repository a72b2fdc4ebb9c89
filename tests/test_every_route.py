"""No address answers a 500 to what can be typed into it: odd ids, houses that are not there, text nobody can store."""

from collections.abc import Callable, Iterable
from itertools import product
from urllib.parse import urlencode

import pytest
from django.test import Client
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import IsAuthenticated

from casino.api.commands import Command
from casino.api.fields import Body
from casino.models import LoginEvent, User
from casino.roles import Role
from casino.services import sign_in
from tests import addresses, builders, house_inputs
from tests.api_client import Api, problem

pytestmark = pytest.mark.django_db

ODD_IDS = ("0", "-1", "x", str(2**63))
NOWHERE = 4_711_000
QUERIES: tuple[dict[str, object], ...] = (
    {},
    {"q": "a\0b"},
    {"house": NOWHERE},
    {"house": 2**63},
    {"house": "x", "day": "0001-01-01", "from": "9999-12-31", "v": "x@y", "guest": 2**63},
)


def everywhere() -> list[str]:
    """All addresses: each with every odd id where it has arguments, and with every odd query."""
    every = [address for address, _view in addresses.every() if "logout" not in address]
    ids = [addresses.filled(address, given) for address, given in product(every, ODD_IDS)]
    queries = [with_query(addresses.filled(address, "1"), query) for address, query in product(every, QUERIES)]
    return list(dict.fromkeys(ids + queries))


def with_query(address: str, query: dict[str, object]) -> str:
    return f"{address}?{urlencode(query)}" if query else address


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def person(evening) -> User:
    """Who may do everything, in the back office too."""
    del evening
    return User.objects.create_user("everybody", roles=[role.value for role in Role], password=None)


@pytest.fixture
def browser(person) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person)
    return client


def mistakes(client: Client, asked: Iterable[str]) -> list[tuple[int, str]]:
    """What was answered with our own mistake."""
    found = []
    for address in asked:
        status = client.get(address).status_code
        if status >= 500:
            found.append((status, address))
    return found


@pytest.mark.release("asks thousands of addresses; a sample of them is asked in the gate")
def test_no_address_answers_a_mistake_of_ours_to_anything_odd(browser):
    found = mistakes(browser, everywhere())
    assert not found, "\n".join(map(str, found))


def test_a_sample_of_the_addresses_answers_no_mistake_of_ours(browser):
    """One in three hundred of them; all of them are asked in the release lane."""
    assert mistakes(browser, everywhere()[::307]) == []


AUTHORIZATIONS = ("Token {token}", "Token wrong", "Bearer {token}", "Basic eDp5", "garbage")
"""Of each scheme a client may send; the API reads the first alone."""


@pytest.fixture
def by_token(person) -> Callable[[str], Client]:
    """A client that sends such a header with each request, and no cookie at first."""
    token, _expires_at = sign_in.give_token(actor=person)
    return lambda sent: Client(raise_request_exception=False, headers={"Authorization": sent.format(token=token)})


@pytest.mark.parametrize("sent", AUTHORIZATIONS)
def test_no_page_answers_a_mistake_of_ours_to_the_header_of_a_token(by_token, sent):
    """The API's clients do without sessions; whatever renders a page has one, whoever asks (`casino.middleware`)."""
    pages = [address for address, _view in addresses.every() if not address.startswith("api/v1/")]
    assert "api/docs/" in pages
    assert mistakes(by_token(sent), [addresses.filled(address, "1") for address in pages]) == []


def test_a_page_answers_a_browser_as_before_when_it_also_sends_a_token(by_token, browser, person):
    with_token = by_token(AUTHORIZATIONS[0])
    with_token.force_login(person)
    for address in ("/", "/floor/", "/operations/", "/api/docs/", "/metrics"):
        assert with_token.get(address).status_code == browser.get(address).status_code, address


@pytest.mark.parametrize("sent", AUTHORIZATIONS)
def test_the_documentation_is_opened_by_a_token_and_by_no_other_header(by_token, monkeypatch, sent):
    """As in production, where it is for whoever is signed in."""
    monkeypatch.setattr(SpectacularSwaggerSplitView, "permission_classes", [IsAuthenticated])
    expected = 200 if sent == AUTHORIZATIONS[0] else 401
    assert by_token(sent).get("/api/docs/").status_code == expected


def commands_of_a_house() -> list[tuple[str, Body]]:
    """Each command of the API whose body names a house, with what it reads."""
    found = []
    for address, pattern in addresses.every():
        view = getattr(pattern.callback, "cls", None)
        if view is not None and issubclass(view, Command) and "house" in view.Input().fields:
            found.append((addresses.filled(address, "1"), view.Input()))
    return found


def test_a_house_that_is_not_there_is_said_to_be_missing(evening, person):
    """By every command whose body names one, and by the reports."""
    api = Api(person)
    commands = commands_of_a_house()
    assert len(commands) > 8
    for address, read in commands:
        path = address.removeprefix("/api/v1/").replace("/1/", f"/{evening.dealer.pk}/")
        body = {name: house_inputs.value_of(field) for name, field in read.fields.items() if field.required}
        answer = api.post(path, body | {"house": NOWHERE})
        assert answer.status_code < 500, (path, answer.content)
    for path in ("skills", "come", "break"):
        body = {"house": NOWHERE} | ({"skills": []} if path == "skills" else {})
        assert problem(api.post(f"dealers/{evening.dealer.pk}/{path}/", body)) == (404, "no_such_house")
    for report in ("rake", "tips", "match", "bank"):
        assert problem(api.get(f"reports/{report}/", house=NOWHERE)) == (404, "no_such_house")


@pytest.mark.parametrize("address", ["/floor/guests/", "/management/audit/", "/"])
def test_text_that_cannot_be_stored_is_refused_before_any_page_reads_it(browser, address):
    assert browser.get(address, {"guest": "a\0b"}).status_code == 400
    assert browser.post(address, {"guest": "a\0b"}).status_code == 400
    cookies = "; ".join(
        [f"{name}={cookie.coded_value}" for name, cookie in browser.cookies.items()] + [r'tablet="a\000b"']
    )
    assert browser.get(address, headers={"Cookie": cookies}).status_code == 400


def test_the_api_names_the_parameter_that_cannot_be_stored(person):
    answer = Api(person).get("guests/", search="a\0b")
    assert problem(answer) == (400, "bad_text")
    assert answer.json()["errors"][0]["parameter"] == "search"


@pytest.mark.parametrize("hops", ["nonsense", "1.2.3.4, <script>", "1.2.3.4:80", ",", "\0"])
def test_a_forwarded_address_that_is_none_is_passed_by(client, settings, evening, hops):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    sent = {"username": "nobody", "password": "wrong"}
    answer = client.post("/login/", sent, headers={"X-Forwarded-For": hops})
    assert answer.status_code < 500
    answer = client.post(
        "/api/v1/auth/token/", sent, content_type="application/json", headers={"X-Forwarded-For": hops}
    )
    assert problem(answer) == (401, "wrong_credentials")
    assert set(LoginEvent.objects.values_list("ip", flat=True)) == {"127.0.0.1"}

"""What every answer carries, and what plain HTTP gets where the house speaks HTTPS."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino.models import User
from tests.casino.conftest import PASSWORD

pytestmark = pytest.mark.django_db

TOKEN = "/api/v1/auth/token/"
UNSTORABLE = "/login/?next=%00"


@pytest.fixture
def https(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 31536000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True


@pytest.mark.usefixtures("https")
class TestPlainHttp:
    def test_a_page_is_redirected(self, client: Client) -> None:
        answer = client.get("/login/")
        assert (answer.status_code, answer["Location"]) == (301, "https://testserver/login/")

    def test_the_api_is_refused(self, client: Client, person: Callable[..., User]) -> None:
        """ASVS 5, 4.1.2: a redirect would hide that the password was readable on the way."""
        person("floor")
        body = {"username": "floor", "password": PASSWORD}
        answer = client.post(TOKEN, body, content_type="application/json", headers={"Accept-Language": "de"})
        assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
        assert (answer.json()["code"], answer["Content-Language"]) == ("https_required", "de")
        assert client.post(TOKEN, body, content_type="application/json", secure=True).status_code == 200

    def test_over_https_a_browser_is_told_to_stay_there(self, client: Client) -> None:
        for address in ("/login/", TOKEN, "/none/"):
            told = client.get(address, secure=True)["Strict-Transport-Security"]
            assert told == "max-age=31536000; includeSubDomains", address


@pytest.mark.parametrize("address", ["/login/", "/none/", TOKEN, UNSTORABLE, "/static/casino/chip.svg", "/api/docs/"])
def test_every_answer_says_what_it_may_load_and_that_it_is_what_it_says(client: Client, address: str) -> None:
    answer = client.get(address)
    answer.close()
    policy = answer["Content-Security-Policy"]
    for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self'"):
        assert part in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize(
    "address", ["/", "/account/", "/people/", "/admin/", "/api/v1/jobs/4711/", "/none/", UNSTORABLE]
)
def test_no_answer_with_data_is_kept_by_browser_or_proxy(
    client: Client, person: Callable[..., User], address: str
) -> None:
    client.force_login(person("admin"))
    assert "no-store" in client.get(address)["Cache-Control"]


def test_files_are_kept(client: Client) -> None:
    answer = client.get("/static/casino/chip.svg")
    answer.close()
    assert "no-store" not in answer.get("Cache-Control", "")


@pytest.mark.parametrize(
    "address", ["/login/", "/people/", "/admin/casino/user/", TOKEN, "/api/v1/jobs/4711/", "/healthz"]
)
def test_nobody_is_told_what_was_sent(client: Client, person: Callable[..., User], address: str) -> None:
    """TRACE would repeat a request with its cookies (ASVS 5, 13.4.4)."""
    client.force_login(person("admin"))
    answer = client.trace(address, headers={"X-Told": "a secret"})
    assert b"a secret" not in answer.content


@pytest.mark.parametrize("address", ["/login/", "/healthz", "/readyz", "/api/docs/", "/none/"])
def test_text_says_in_which_characters_it_is_written(client: Client, address: str) -> None:
    assert client.get(address)["Content-Type"].endswith("; charset=utf-8")

"""What every answer carries, and what plain HTTP gets where the house speaks HTTPS."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from casino.models import User
from casino.pages import encrypted
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


FORWARDED = [{"X-Forwarded-Proto": "https"}, {"Forwarded": "proto=https"}]


@pytest.mark.usefixtures("https")
class TestAProxyThatIsMisread:
    """Server and proxy disagree about HTTPS: a redirect would lead to the same address for ever."""

    @pytest.fixture(autouse=True)
    def log(self, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
        encrypted._say_once.cache_clear()
        return caplog

    @pytest.mark.parametrize("headers", FORWARDED)
    @pytest.mark.parametrize("address", ["/login/", TOKEN])
    def test_one_that_nobody_has_told_of(
        self, client: Client, log: pytest.LogCaptureFixture, address: str, headers: dict[str, str]
    ) -> None:
        for _each in range(3):
            answer = client.get(address, headers=headers)
        assert answer.status_code == 403
        assert (answer["X-Content-Type-Options"], "default-src" in answer["Content-Security-Policy"]) == (
            "nosniff",
            True,
        )
        assert (address != TOKEN) or answer.json()["code"] == "proxy_misread"
        [line] = log.messages
        assert "CASINO_BEHIND_PROXY is 0: set it to 1" in line

    def test_one_that_does_not_say_how_it_was_asked(
        self, client: Client, log: pytest.LogCaptureFixture, settings: Any
    ) -> None:
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        assert client.get("/login/", headers={"Forwarded": "proto=https"}).status_code == 403
        assert "the proxy sends no X-Forwarded-Proto" in log.text
        assert client.get("/login/", headers={"X-Forwarded-Proto": "http"}).status_code == 301
        assert client.get("/login/", headers={"X-Forwarded-Proto": "https"}).status_code == 200

    def test_what_probes_a_server_is_answered(self, client: Client, log: pytest.LogCaptureFixture) -> None:
        assert client.get("/healthz", headers=FORWARDED[0]).status_code == 200
        assert not log.messages


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

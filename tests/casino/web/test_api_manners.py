"""What every API view does alike: problems (RFC 9457), strict bodies, commands answered once, pages, tokens."""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import HttpResponse
from django.test import Client
from rest_framework.test import APIClient

from casino import house_time
from casino.api import rendering
from casino.models import LoginEvent, StoredAnswer, User
from casino.models.logins import LoginKind

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.casino.command_views")]

NOTE = "/api/v1/tables/4/note/"
Person = Callable[..., User]
SignedIn = Callable[[User], APIClient]


class Mark(Enum):
    ONE = 1


@pytest.fixture
def client(person: Person, signed_in: SignedIn) -> APIClient:
    return signed_in(person("floor"))


def notes() -> int:
    return LoginEvent.objects.filter(kind="pin").count()


def send(client: APIClient, body: object, key: str = "k", **headers: str) -> HttpResponse:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(NOTE, raw, content_type="application/json", HTTP_IDEMPOTENCY_KEY=key, **headers)


def problem(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """The problem's body, after everything that holds for each of them."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = json.loads(response.content)
    assert set(body) == {"type", "title", "status", "detail", "code", "facts", "errors", "request_id"}
    assert (body["status"], body["code"], body["type"]) == (status, code, f"urn:problem:{code}")
    assert body["title"]
    assert body["detail"]
    assert body["request_id"] == response["X-Request-ID"]
    return body


class TestCommand:
    def test_answers_and_repeats(self, client: APIClient) -> None:
        first = send(client, {"username": "a", "cards": ["Ah", "Td"], "version": 7})
        second = send(
            client, {"version": 7, "cards": ["Ah", "Td"], "username": "a"}
        )  # the same body, written otherwise
        assert first.status_code == second.status_code == 201
        assert first.content == second.content
        assert json.loads(first.content)["table"] == 4
        assert "Idempotent-Replayed" not in first
        assert second["Idempotent-Replayed"] == "true"
        assert notes() == 1

    def test_other_body_is_refused(self, client: APIClient) -> None:
        send(client, {"username": "a", "version": 7})
        body = problem(send(client, {"username": "b", "version": 7}), 422, "key_reused")
        assert NOTE in body["facts"]["request"]
        assert notes() == 1

    def test_needs_a_key(self, client: APIClient) -> None:
        problem(client.post(NOTE, {"username": "a", "version": 7}), 400, "idempotency_key_required")
        assert notes() == 0

    def test_refusal_says_money_and_keeps_cents(self, client: APIClient) -> None:
        body = problem(send(client, {"username": "bad", "version": 7}), 422, "below_minimum")
        assert body["facts"] == {"min_cents": 5000, "max_cents": 124050}
        assert body["detail"] == "At least 50.00, at most 1,240.50."
        assert (notes(), StoredAnswer.objects.count()) == (0, 0)

    def test_stale_shows_what_is_current(self, client: APIClient) -> None:
        body = problem(send(client, {"username": "a", "version": 6}), 409, "stale")
        assert body["facts"]["current"] == {"version": 7}
        assert notes() == 0

    def test_reads_no_other_method(self, client: APIClient) -> None:
        problem(client.get(NOTE), 405, "method_not_allowed")


BAD_BODIES: list[tuple[bytes, str, str]] = [
    (b"{", "malformed", ""),
    (b"\xff\xfe", "malformed", ""),
    (b"[" * 100_000, "malformed", ""),
    (b'{"username": NaN}', "malformed", ""),
    (b'{"username": "a", "amount_cents": 1e400}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": 99999999999999999999999999}', "number_too_large", ""),
    (b'{"username": "a", "amount_cents": ' + b"9" * 5000 + b"}", "number_too_large", ""),
    (b'{"username": "a", "amount_cents": 9223372036854775807}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": -1}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": 12.5}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": 12.0}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": "12"}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": true}', "malformed", "/amount_cents"),
    (b'{"username": "a", "amount_cents": null}', "malformed", "/amount_cents"),
    (b'{"username": "a\\u0000b"}', "malformed_text", ""),
    (b'{"username": "\\ud800"}', "malformed_text", ""),
    (b'{"a\\u0000b": 1}', "malformed_text", ""),
    (b'{"username": "a", "sum_cents": 1}', "malformed", "/sum_cents"),
    (b'{"username": "a", "a/b~": 1}', "malformed", "/a~1b~0"),
    (b'{"username": "a", "tips": [{"seat": 1, "amount_cents": 0}]}', "malformed", "/tips/0/amount_cents"),
    (b'{"username": "a", "tips": [{"seat": 1, "amount_cents": 1, "to": 2}]}', "malformed", "/tips/0/to"),
    (b'{"username": "a", "tips": {"seat": 1}}', "malformed", "/tips"),
    (b'{"username": "a", "reason": "."}', "malformed", "/reason"),
    (b'{"username": "' + b"x" * 65 + b'"}', "malformed", "/username"),
    (b"{}", "malformed", "/username"),
    (b"", "malformed", "/username"),
    (b"[]", "malformed", ""),
    (b"[1]", "malformed", ""),
    (b'"text"', "malformed", ""),
    (b"7", "malformed", ""),
    (b"null", "malformed", ""),
]


@pytest.mark.parametrize(
    ("raw", "code", "pointer"), BAD_BODIES, ids=[str(raw[:60]) for raw, _code, _where in BAD_BODIES]
)
def test_bad_bodies_are_400_and_change_nothing(client: APIClient, raw: bytes, code: str, pointer: str) -> None:
    body = problem(send(client, raw), 400, code)
    if body["errors"]:
        assert pointer in [error["pointer"] for error in body["errors"]]
    else:
        assert pointer == ""
    assert (notes(), StoredAnswer.objects.count()) == (0, 0)


class TestOtherProblems:
    def test_not_signed_in(self) -> None:
        response = send(APIClient(), {"username": "a"})
        problem(response, 401, "not_authenticated")
        assert response["WWW-Authenticate"] == "Token"

    @pytest.mark.parametrize("token", ["", "x", "x" * 64, "ü" * 64, "x" * 500, "a b"])
    def test_bad_token(self, token: str) -> None:
        problem(send(APIClient(), {"username": "a"}, HTTP_AUTHORIZATION=f"Token {token}"), 401, "token_invalid")

    def test_unknown_format(self, client: APIClient) -> None:
        problem(client.post(NOTE, "a=1", content_type="text/plain"), 415, "unsupported_media_type")

    def test_no_such_format(self, client: APIClient) -> None:
        problem(client.get("/api/v1/events/", HTTP_ACCEPT="image/png"), 406, "not_acceptable")

    @pytest.mark.parametrize("accept", ["image/png", "text/html", "application/xml;q=0.9"])
    def test_a_command_that_could_not_be_answered_is_not_run(self, client: APIClient, accept: str) -> None:
        problem(send(client, {"username": "a", "version": 7}, HTTP_ACCEPT=accept), 406, "not_acceptable")
        assert notes() == 0
        assert send(client, {"username": "a", "version": 7}, HTTP_ACCEPT=f"{accept}, */*;q=0.1").status_code == 201

    @pytest.mark.parametrize(
        ("error", "status", "code"),
        [(PermissionDenied("Django's"), 403, "not_allowed"), (DataError("out of range"), 400, "malformed")],
    )
    def test_what_the_framework_refuses_is_a_problem_too(
        self, client: APIClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
    ) -> None:
        def fail(*_args: object, **_options: object) -> None:
            raise error

        monkeypatch.setattr("tests.casino.command_views.note", fail)
        told = problem(send(client, {"username": "a", "version": 7}), status, code)
        assert str(error) not in json.dumps(told)
        assert not StoredAnswer.objects.exists()

    def test_too_large(self, client: APIClient, settings: Any) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
        problem(send(client, {"username": "x" * 100}), 413, "too_large")

    def test_not_found(self, client: APIClient) -> None:
        problem(client.get("/api/v1/events/999999999999999999/"), 404, "not_found")

    def test_request_id_is_taken_over_when_harmless(self, client: APIClient) -> None:
        assert client.get("/api/v1/events/", HTTP_X_REQUEST_ID="tablet-7-0001")["X-Request-ID"] == "tablet-7-0001"
        assert client.get("/api/v1/events/", HTTP_X_REQUEST_ID="a b;c\td")["X-Request-ID"] != "a b;c\td"

    def test_own_mistakes_stay_500(self, client: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_args: object, **_options: object) -> None:
            raise AssertionError("ours")

        monkeypatch.setattr("tests.casino.command_views.note", fail)
        with pytest.raises(AssertionError, match="ours"):
            send(client, {"username": "a", "version": 7})

    def test_language_is_the_one_asked_for_else_the_persons(
        self, client: APIClient, person: Person, signed_in: SignedIn
    ) -> None:
        german = signed_in(person("floor", username="heike", language="de"))
        assert problem(client.get(NOTE), 405, "method_not_allowed")["detail"] == 'Method "GET" not allowed.'
        assert "nicht erlaubt" in problem(german.get(NOTE), 405, "method_not_allowed")["detail"]
        english = german.get(NOTE, HTTP_ACCEPT_LANGUAGE="en")
        assert problem(english, 405, "method_not_allowed")["detail"] == 'Method "GET" not allowed.'
        assert english["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (LoginKind.PIN, '"pin"'),
        (Mark.ONE, "1"),
        ({"b", "a"}, '["a","b"]'),
        (frozenset({2, 1}), "[1,2]"),
        (User(pk=7), "7"),
        (date(2026, 11, 27), '"2026-11-27"'),
    ],
)
def test_each_value_has_one_form(value: object, written: str) -> None:
    assert rendering.render(value) == written


@pytest.mark.parametrize("value", [object(), 1j, b"bytes", Decimal("1.10")])
def test_a_value_without_a_form_is_our_mistake_and_no_guess(value: object) -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        rendering.render({"value": value})


class TestLists:
    @pytest.fixture(autouse=True)
    def _rows(self, client: APIClient) -> None:
        LoginEvent.objects.bulk_create(LoginEvent(username=f"g{n}", kind="pin", ok=True) for n in range(205))

    def test_pages_follow_one_another(self, client: APIClient) -> None:
        first = client.get("/api/v1/events/?limit=100").json()
        assert list(first) == ["next", "previous", "results"]
        second = client.get(first["next"]).json()
        names = [row["username"] for row in first["results"] + second["results"]]
        assert names == [f"g{n}" for n in range(204, 4, -1)]

    def test_at_most_200(self, client: APIClient) -> None:
        assert len(client.get("/api/v1/events/?limit=5000").json()["results"]) == 200

    def test_filter(self, client: APIClient) -> None:
        assert [row["username"] for row in client.get("/api/v1/events/?username=g7").json()["results"]] == ["g7"]

    @pytest.mark.parametrize(
        ("query", "parameter"),
        [
            ("limit=0", "limit"),
            ("limit=-5", "limit"),
            ("limit=x", "limit"),
            ("limit=²", "limit"),
            ("limit=99999999999999999999", "limit"),
            ("cursor=x", "cursor"),
            ("cursor=cD1hYmM=", "cursor"),  # p=abc: well-formed, and no id
            ("user=abc", "user"),
            ("usernam=g7", "usernam"),
        ],
    )
    def test_bad_queries(self, client: APIClient, query: str, parameter: str) -> None:
        response = client.get(f"/api/v1/events/?{query}")
        body = problem(response, 400, "bad_query")
        assert body["errors"][0]["parameter"] == parameter

    def test_a_cursor_beyond_every_id_is_no_mistake(self, client: APIClient) -> None:
        beyond = "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk="  # p=9999…, more than a bigint holds
        assert client.get(f"/api/v1/events/?cursor={beyond}&limit=1").json()["results"][0]["username"] == "g204"


class TestTokens:
    def ask(self, username: str, password: str = "a sentence long enough") -> HttpResponse:
        return Client().post(
            "/api/v1/auth/token/", {"username": username, "password": password}, content_type="application/json"
        )

    def test_given_used_and_ended(self, person: Person) -> None:
        person("floor")
        given = json.loads(self.ask("floor").content)
        assert set(given) == {"token", "expires_at"}
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {given['token']}")
        assert client.get("/api/v1/events/").status_code == 200
        assert client.post("/api/v1/auth/logout/").status_code == 204
        problem(client.get("/api/v1/events/"), 401, "token_invalid")
        assert list(LoginEvent.objects.order_by("id").values_list("kind", "ok")) == [("token", True), ("logout", True)]

    def test_expired(self, client: APIClient) -> None:
        from datetime import timedelta

        from knox.models import AuthToken

        AuthToken.objects.update(expiry=house_time.now() - timedelta(seconds=1))
        problem(client.get("/api/v1/events/"), 401, "token_expired")

    def test_of_somebody_who_left(self, client: APIClient) -> None:
        User.objects.update(is_active=False)
        problem(client.get("/api/v1/events/"), 401, "token_invalid")

    def test_five_misses_close_the_door_for_a_minute(self, person: Person) -> None:
        person("floor")
        person("cage")
        for _attempt in range(5):
            problem(self.ask("floor", "wrong"), 401, "wrong_credentials")
        refused = self.ask("floor")
        assert problem(refused, 429, "too_many_attempts")["facts"] == {"seconds": 60}
        assert refused["Retry-After"] == "60"
        assert self.ask("cage").status_code == 200, "others at the same address go on"
        assert LoginEvent.objects.filter(username="floor").count() == 5

    def test_unknown_name_is_not_told_apart(self, person: Person) -> None:
        person("floor")
        known, unknown = self.ask("floor", "wrong"), self.ask("nobody", "wrong")
        assert (
            problem(known, 401, "wrong_credentials")["detail"] == problem(unknown, 401, "wrong_credentials")["detail"]
        )


def test_one_statement_finds_the_owner_and_one_keeps_the_answer(
    person: Person, signed_in: SignedIn, django_assert_num_queries: Any
) -> None:
    client = signed_in(person("floor"))
    with django_assert_num_queries(5):  # owner, effect, answer; savepoint and release stand for BEGIN and COMMIT
        send(client, {"username": "a", "version": 7})

"""A client for API tests: signed in as a person, sends keys, and knows what must not change when a call is refused."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from knox.models import AuthToken
from rest_framework.test import APIClient

from accounting.models import Book, Count, Drop, Entry, GamingDay, Place, Reopening, Seal, Transfer
from casino.api import people
from casino.api.authentication import Token
from casino.models import User
from casino.models.answers import StoredAnswer
from casino.services import sign_in
from tables.models import CarryOver, Down, Game, Guest, Hand, HandAction, Session, Sitting, Table
from tests import described
from tests.builders import counts_of

COUNTED = (
    CarryOver, Count, Down, Drop, Entry, Game, Guest, Hand, HandAction, Reopening, Seal, Session, Sitting, StoredAnswer,
    Table, Transfer,
)  # fmt: skip


def addresses() -> list[URLPattern]:
    """Every address of the money side, the game side and the people's accounts below `/api/v1/`."""
    both = [one for module in ("tables.urls", "accounting.urls") for one in get_resolver(module).url_patterns]
    sides = [each for one in both if str(one.pattern) == "api/v1/" for each in _leaves(one)]
    return [*people.urlpatterns, *sides]


def _leaves(one: URLPattern | URLResolver) -> Iterator[URLPattern]:
    if isinstance(one, URLPattern):
        yield one
    else:
        for inner in one.url_patterns:
            yield from _leaves(inner)


class Api:
    """`/api/v1/` as one person sees it; `post` sends a fresh Idempotency-Key unless told otherwise.

    An answer of a status or a type that the description does not name fails the test.
    """

    def __init__(self, user: User | None) -> None:
        self.client = APIClient()
        self.client.credentials(HTTP_ACCEPT_LANGUAGE="en")
        if user is not None:
            # With a token of his own: his password was given just now, which what is grave asks for.
            _token, expires_at = sign_in.give_token(actor=user)
            digest = AuthToken.objects.filter(user=user).latest("created").digest
            self.client.force_authenticate(user, Token(digest, expires_at))

    def get(self, path: str, **query: Any) -> HttpResponse:
        return described.check(self.client.get(f"/api/v1/{path}", query))

    def post(self, path: str, body: Any = None, *, key: str | None = "", **headers: str) -> HttpResponse:
        if key is not None:
            headers["HTTP_IDEMPOTENCY_KEY"] = key or str(uuid4())
        body = {} if body is None else body
        return described.check(self.client.post(f"/api/v1/{path}", body, format="json", **headers))

    def post_raw(self, path: str, raw: bytes | str, content_type: str = "application/json") -> HttpResponse:
        headers = {"Idempotency-Key": str(uuid4())}
        return described.check(self.client.post(f"/api/v1/{path}", raw, content_type=content_type, headers=headers))

    def patch(self, path: str, body: Any) -> HttpResponse:
        return described.check(self.client.patch(f"/api/v1/{path}", body, format="json"))


def everything() -> dict[str, object]:
    """What a refused call must leave as it was: how many rows of each kind, all balances, all versions and states."""
    return {
        "rows": counts_of(COUNTED),
        "balances": dict(Place.objects.values_list("name", "balance_cents")),
        "books": dict(Book.objects.values_list("code", "number")),
        "days": list(GamingDay.objects.order_by("pk").values_list("pk", "state", "seal")),
        "drops": list(Drop.objects.order_by("pk").values_list("pk", "counted_cents", "explanation")),
        "tables": dict(Table.objects.values_list("code", "version")),
        "hands": list(Hand.objects.order_by("pk").values_list("pk", "version", "state")),
        "sessions": list(Session.objects.order_by("pk").values_list("pk", "state", "game_id")),
        "sittings": list(Sitting.objects.order_by("pk").values_list("pk", "is_away", "left_at")),
    }


def problem(response: HttpResponse) -> tuple[int, str]:
    """Status and code of a refusal; fails unless it is a whole problem (RFC 9457)."""
    assert response["Content-Type"] == "application/problem+json", response.content
    body = response.json()
    assert set(body) == {"type", "title", "status", "detail", "code", "facts", "errors", "request_id"}
    assert body["status"] == response.status_code
    assert body["type"] == f"urn:problem:{body['code']}"
    assert body["title"]
    assert body["detail"]
    return response.status_code, body["code"]

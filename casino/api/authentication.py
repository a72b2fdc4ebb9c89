"""Authentication: a token for machines, the session cookie for our own pages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import OperationalError, connection
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from knox.crypto import hash_token
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from casino import house_time
from casino.models import User

TOKEN_LENGTHS = range(32, 129)

# The columns of the token's owner that requests need; other fields are loaded on access. It is the busiest query.
_LEFT_OUT = frozenset({"password", "pin_hash", "date_joined"})
_FIELDS = tuple(field.attname for field in User._meta.concrete_fields if field.attname not in _LEFT_OUT)
_OWNER = f"""
    SELECT t.digest, t.expiry, {", ".join(f"u.{name}" for name in _FIELDS)}
    FROM knox_authtoken t JOIN casino_user u ON u.id = t.user_id WHERE t.digest = %s
"""  # noqa: S608 -- the names are our model's


@dataclass(frozen=True, slots=True)
class Token:
    """The value of `request.auth` for a token client."""

    digest: str
    expires_at: datetime | None


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Token …`, found by its digest in one statement.

    It replaces knox's own class, which reads all tokens of the user and deletes expired ones on each request (three
    queries), and the ORM, which takes longer to build this statement than the database to answer it. Expired tokens are
    deleted when the user gets a new one.
    """

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The token's owner; None without such a header; 401 `token_invalid`, `token_expired`."""
        scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "token":
            return None
        if len(token) not in TOKEN_LENGTHS or not token.isascii():
            raise exceptions.AuthenticationFailed(_("This token is not valid."), code="token_invalid")
        row = _owner(hash_token(token))
        if row is None:
            raise exceptions.AuthenticationFailed(_("This token is not valid."), code="token_invalid")
        found, user = Token(row[0], row[1]), User.from_db(connection.alias, _FIELDS, row[2:])
        if found.expires_at is not None and found.expires_at <= house_time.now():
            raise exceptions.AuthenticationFailed(_("This token has expired."), code="token_expired")
        if not user.is_active:
            raise exceptions.AuthenticationFailed(_("This token is not valid."), code="token_invalid")
        _speak(request, user)
        return user, found

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class SessionAuthentication(authentication.SessionAuthentication):
    """The cookie of our own pages, with CSRF."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        signed_in: tuple[User, None] | None = super().authenticate(request)
        if signed_in is not None:
            _speak(request, signed_in[0])
        return signed_in


def _owner(digest: str) -> tuple[Any, ...] | None:
    """The row of `_OWNER`, and the check of the connection: a lost one is opened again, once.

    It is the first statement of a request and reads only, so it stands for Django's `SELECT 1`.
    """
    connection.health_check_done = True  # type: ignore[attr-defined]  # Django's, not in its stubs
    try:
        return _read(digest)
    except OperationalError:
        if connection.in_atomic_block:
            raise
        connection.close()
        return _read(digest)


def _read(digest: str) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(_OWNER, [digest])
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def _speak(request: Request, user: User) -> None:
    """Activate the user's language unless the request names one; `casino.middleware.language` resets it."""
    if "HTTP_ACCEPT_LANGUAGE" not in request.META:
        translation.activate(user.language)

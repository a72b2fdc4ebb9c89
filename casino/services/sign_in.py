"""Signing in: one service behind the page, the token call and (later) the PIN.

Every attempt is a LoginEvent; five misses of one name from one address within a minute close that door for the rest of
the minute (name and address together: by address alone one bad typist behind a proxy locks out the whole room).
"""

from datetime import datetime, timedelta
from typing import ClassVar

from django.contrib.auth import authenticate
from django.db import connection
from knox.models import AuthToken

from casino import house_time
from casino.errors import NotAllowed, Refusal, _
from casino.models import Confirmation, LoginEvent, User
from casino.models.logins import LoginKind
from casino.transactions import use_case

MISSES = 5
WINDOW = timedelta(minutes=1)
FRESH = timedelta(minutes=5)  # as long as a password that was given counts for what is grave


class WrongCredentials(Refusal):
    """Name and password do not belong together; which of them is wrong is not said."""

    status: ClassVar[int] = 401

    def __init__(self) -> None:
        super().__init__("wrong_credentials", _("User name or password is wrong."))


class WrongPassword(NotAllowed):
    """It is not the password of whoever is signed in; 403, since he stays signed in."""

    def __init__(self) -> None:
        super().__init__("wrong_password", _("The password is wrong."))


class PasswordRequired(NotAllowed):
    """What is grave needs a password that was given within the last minutes."""

    def __init__(self) -> None:
        super().__init__(
            "password_required",
            _("This needs your password again: send it as password, or to POST %(address)s."),
            address="/api/v1/auth/confirm/",
            seconds=int(FRESH.total_seconds()),
        )


class TooManyAttempts(Refusal):
    """The door is closed for the rest of the minute."""

    status: ClassVar[int] = 429

    def __init__(self) -> None:
        seconds = int(WINDOW.total_seconds())
        super().__init__("too_many_attempts", _("Too many attempts. Please wait %(seconds)s seconds."), seconds=seconds)


def check(*, username: str, password: str, kind: LoginKind, ip: str | None, request_id: str = "") -> User:
    """The person who signs in. Refuses with `wrong_credentials` (401) or `too_many_attempts` (429).

    Not a use case itself: the record of a miss must outlive the refusal.
    """
    user = _attempt(username=username[:64], password=password, kind=kind, ip=ip, request_id=request_id)
    if user is None:
        raise WrongCredentials
    return user


def confirm(*, password: str, ip: str | None, request_id: str = "", actor: User) -> None:
    """The person who is signed in gives his password again.  Refuses with `wrong_password` or `too_many_attempts`.

    Counted, throttled and written down as signing in is; not a use case itself for the same reason as `check`.
    """
    user = _attempt(username=actor.username, password=password, kind=LoginKind.CONFIRM, ip=ip, request_id=request_id)
    if user is None:
        raise WrongPassword


@use_case
def keep_moment(*, digest: str) -> None:
    """Remember that the owner of the token with this digest has given his password just now."""
    Confirmation.objects.bulk_create(
        [Confirmation(token_id=digest, at=house_time.now())],
        update_conflicts=True, unique_fields=["token"], update_fields=["at"],
    )  # fmt: skip


def moment(digest: str) -> datetime | None:
    """When the owner of the token last gave his password: for the token itself, or later; None without a token."""
    given = AuthToken.objects.filter(digest=digest).values_list("created", flat=True).first()
    again = Confirmation.objects.filter(token_id=digest).values_list("at", flat=True).first()
    return max(filter(None, (given, again)), default=None)


@use_case
def _attempt(*, username: str, password: str, kind: LoginKind, ip: str | None, request_id: str) -> User | None:
    with connection.cursor() as cursor:
        # Attempts on one name from one address queue up, or a burst of them would all count the same few misses.
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"sign-in {username} {ip}"])
    recent = LoginEvent.objects.filter(username=username, ip=ip, ok=False, at__gt=house_time.now() - WINDOW)
    if recent.count() >= MISSES:
        raise TooManyAttempts
    user = authenticate(username=username, password=password)
    assert user is None or isinstance(user, User)
    LoginEvent.objects.create(
        user=user, username=username, ip=ip, kind=kind, ok=user is not None, request_id=request_id
    )
    return user


@use_case
def give_token(*, actor: User) -> tuple[str, datetime]:
    """A new token for a machine, and when it ends. Only its hash is kept; expired ones of the same actor go."""
    AuthToken.objects.filter(user=actor, expiry__lt=house_time.now()).delete()
    row, token = AuthToken.objects.create(user=actor)
    return token, row.expiry


@use_case
def leave(*, digest: str | None, ip: str | None, request_id: str = "", actor: User) -> None:
    """Sign out: end the token with this digest, if it was one, and write it down."""
    if digest is not None:
        AuthToken.objects.filter(digest=digest, user=actor).delete()
    LoginEvent.objects.create(
        user=actor, username=actor.username, ip=ip, kind=LoginKind.LOGOUT, ok=True, request_id=request_id
    )

"""Signing in with a password, for the page and the token call; for PINs see `devices`.

Every attempt is a LoginEvent; a person who misses too often waits (`casino.throttle`).  Few passwords are hashed at a
time, since hashing is meant to be expensive: a burst of attempts must not take the machine from those who work.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from threading import BoundedSemaphore
from typing import ClassVar

from django.contrib.auth import authenticate
from django.db import connection
from knox.models import AuthToken

from casino import house_time, throttle
from casino.errors import N_, Busy, NotAllowed, NotFound, Refusal, Seconds
from casino.models import Confirmation, LoginEvent, Session, User
from casino.models.logins import LoginKind
from casino.models.security import SecurityKind
from casino.selectors import entrances
from casino.services import security
from casino.throttle import Miss
from casino.transactions import use_case

HASHED_AT_ONCE = 2  # by one process
PATIENCE_SECONDS = 2.0  # how long an attempt waits for its turn
FRESH = timedelta(minutes=5)  # how long a given password counts for serious commands

_hashing = BoundedSemaphore(HASHED_AT_ONCE)


class WrongCredentials(Refusal):
    """Name or password is wrong (401), without saying which."""

    status: ClassVar[int] = 401

    def __init__(self) -> None:
        super().__init__("wrong_credentials", N_("Wrong user name or password."))


class WrongPassword(NotAllowed):
    """The signed-in user's password is wrong; 403, since they stay signed in."""

    def __init__(self) -> None:
        super().__init__("wrong_password", N_("The password is wrong."))


class OneTimePasswordOver(Refusal):
    """The password is a one-time one and too old (401); said only to a person who knows it."""

    status: ClassVar[int] = 401

    def __init__(self) -> None:
        super().__init__("one_time_password_over", N_("This one-time password has expired: ask for another."))


class PasswordChangeRequired(NotAllowed):
    """The password is a one-time one: it must be replaced before anything else (403)."""

    def __init__(self) -> None:
        super().__init__(
            "password_change_required",
            N_("This is a one-time password: replace it at %(address)s first."),
            address="/password/",
        )


class PasswordRequired(NotAllowed):
    """The command needs a password given within the last minutes (403)."""

    def __init__(self) -> None:
        super().__init__(
            "password_required",
            N_("This needs your password again: send it as password, or to POST %(address)s."),
            address="/api/v1/auth/confirm/",
            seconds=int(FRESH.total_seconds()),
        )


class TooManyAttempts(Refusal):
    """Too many misses (429); the facts say how many seconds to wait."""

    status: ClassVar[int] = 429

    def __init__(self, wait: timedelta = throttle.WINDOW) -> None:
        seconds = max(1, ceil(wait.total_seconds()))
        super().__init__(
            "too_many_attempts", N_("Too many attempts. Please wait %(seconds)s."), seconds=Seconds(seconds)
        )


def check(*, username: str, password: str, kind: LoginKind, ip: str | None, request_id: str = "") -> User:
    """The user with this name and password.

    Refuses with `wrong_credentials` and `one_time_password_over` (401), `too_many_attempts` (429).

    Not a use case: the record of a miss must outlive the refusal.
    """
    with _turn():
        user = _attempt(username=username[:64], password=password, kind=kind, ip=ip, request_id=request_id)
    if user is None:
        raise WrongCredentials
    if _is_over(user):
        raise OneTimePasswordOver
    return user


def confirm(*, password: str, ip: str | None, request_id: str = "", actor: User) -> None:
    """Check the password of a signed-in user again.  Refuses with `wrong_password` or `too_many_attempts`.

    Recorded and throttled like a sign-in; not a use case for the same reason as `check`.
    """
    name, kind = actor.username, LoginKind.CONFIRM
    with _turn():
        user = _attempt(username=name, password=password, kind=kind, ip=ip, request_id=request_id)
    if user is None:
        raise WrongPassword


@use_case(None)
def keep_moment(*, digest: str) -> None:
    """Record that the owner of the token with this digest has just given their password."""
    Confirmation.objects.bulk_create(
        [Confirmation(token_id=digest, at=house_time.now())],
        update_conflicts=True, unique_fields=["token"], update_fields=["at"],
    )  # fmt: skip


def moment(digest: str) -> datetime | None:
    """When the token's owner last gave their password, to get the token or later; None without a token."""
    given = AuthToken.objects.filter(digest=digest).values_list("created", flat=True).first()
    again = Confirmation.objects.filter(token_id=digest).values_list("at", flat=True).first()
    return max(filter(None, (given, again)), default=None)


@use_case(None)
def _attempt(*, username: str, password: str, kind: LoginKind, ip: str | None, request_id: str) -> User | None:
    with connection.cursor() as cursor:
        # Serialise attempts on one name: a burst would otherwise all see the same number of misses.
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"sign-in {username}"])
    if pause := wait(username, ip):
        raise TooManyAttempts(pause)
    user = authenticate(username=username, password=password)
    assert user is None or isinstance(user, User)
    ok = user is not None and not _is_over(user)
    LoginEvent.objects.create(user=user, username=username, ip=ip, kind=kind, ok=ok, request_id=request_id)
    if not ok and wait(username, ip):
        is_foreign = not User.objects.filter(username=username).exists()
        security.note(SecurityKind.MISSES, username, user=None, ip=ip, request_id=request_id, is_foreign=is_foreign)
    return user


def _is_over(user: User) -> bool:
    return user.one_time_until is not None and user.one_time_until <= house_time.now()


def wait(username: str, ip: str | None) -> timedelta:
    """How long this name waits before its next attempt from this address (`casino.throttle`).  An inner step."""
    now = house_time.now()
    # A PIN is no password: its misses are counted for themselves (`devices`).
    passwords = LoginEvent.objects.exclude(kind__in=(LoginKind.PIN, LoginKind.ENROL, LoginKind.LOGOUT))
    of_name = []
    for event in passwords.filter(username=username, at__gt=now - throttle.MEMORY).order_by("-at", "-pk"):
        if event.ok:
            break
        of_name.append(Miss(event.ip, event.at))
    of_address = passwords.filter(ip=ip, ok=False, at__gt=now - throttle.WINDOW).count()
    return throttle.wait(of_name, of_address, ip=ip, now=now)


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for one's turn to have a password hashed; refuses `busy` after `PATIENCE_SECONDS`."""
    if not _hashing.acquire(timeout=PATIENCE_SECONDS):
        raise Busy
    try:
        yield
    finally:
        _hashing.release()


@use_case(None)
def give_token(*, actor: User) -> tuple[str, datetime]:
    """A new token and its expiry. Only its hash is stored; the actor's expired tokens are deleted.

    Refuses `password_change_required` while the actor's password is a one-time one.
    """
    if actor.has_one_time_password:
        raise PasswordChangeRequired
    AuthToken.objects.filter(user=actor, expiry__lt=house_time.now()).delete()
    row, token = AuthToken.objects.create(user=actor)
    return token, row.expiry


@use_case(None)
def forget() -> None:
    """Delete the sessions and tokens that are over."""
    now = house_time.now()
    Session.objects.filter(expire_date__lt=now).delete()
    AuthToken.objects.filter(expiry__lt=now).delete()


@use_case(None, password=True)
def end(*, mark: str, ip: str | None, request_id: str = "", actor: User) -> None:
    """End one of the actor's own sessions or tokens (`casino.selectors.entrances`).  Refuses `no_such_entrance`."""
    own = [*entrances.sessions(actor.pk), *entrances.tokens(actor)]
    found = next((one for one in own if one.mark == mark), None)
    if found is None:
        raise NotFound("no_such_entrance", N_("You are no longer signed in there."))
    found.row.delete()
    _record_leaving(actor, ip, request_id)


@use_case(None)
def leave(*, digest: str | None, ip: str | None, request_id: str = "", actor: User) -> None:
    """Record a sign-out, and delete the token with this digest, if given."""
    if digest is not None:
        AuthToken.objects.filter(digest=digest, user=actor).delete()
    _record_leaving(actor, ip, request_id)


def _record_leaving(actor: User, ip: str | None, request_id: str) -> None:
    LoginEvent.objects.create(
        user=actor, username=actor.username, ip=ip, kind=LoginKind.LOGOUT, ok=True, request_id=request_id
    )

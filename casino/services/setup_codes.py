"""The one-time code of an empty installation: who types it may set up the first house and its first people.

`manage.py setupcode`, and `up` where nobody has an account yet, print it; it stands for the console, which needs no
permission either.  Only its digest is kept, for an hour.
"""

import base64
import hashlib
import hmac
import secrets
from datetime import timedelta
from typing import ClassVar

from django.db import connection

from casino import house_time
from casino.errors import N_, NotAllowed, Refusal
from casino.models import LoginEvent, SetupCode, User
from casino.models.logins import LoginKind
from casino.models.security import SecurityKind
from casino.services import security, sign_in
from casino.transactions import use_case

GOOD_FOR = timedelta(hours=1)
NAME = "setup code"
"""Under this name attempts stand among the sign-ins; no user name has a space."""
_BYTES = 10  # 80 bits: sixteen letters and digits


class WrongSetupCode(NotAllowed):
    """The code is wrong, over, or was used (403)."""

    status: ClassVar[int] = 403

    def __init__(self) -> None:
        super().__init__(
            "wrong_setup_code", N_("This code is wrong or has expired. `manage.py setupcode` prints a new one.")
        )


@use_case(None)
def renew() -> str | None:
    """A new code instead of the one before; None, and no code any more, where somebody has an account."""
    _lock()
    SetupCode.objects.all().delete()
    if User.objects.exists():
        return None
    word = base64.b32encode(secrets.token_bytes(_BYTES)).decode().lower()
    SetupCode.objects.create(digest=_digest(word), ends_at=house_time.now() + GOOD_FOR)
    return "-".join(word[at : at + 4] for at in range(0, len(word), 4))


def is_waited_for() -> bool:
    """Whether a code is good now: there is one, it is not over, and nobody has an account."""
    return _kept() != "" and not User.objects.exists()


def check(*, code: str, ip: str | None, request_id: str = "") -> None:
    """Check a code.  Refuses `wrong_setup_code`, and too many misses as with passwords (`too_many_attempts`).

    Not a use case: the record of a miss must outlive the refusal.
    """
    if not _attempt(code=code, ip=ip, request_id=request_id):
        raise WrongSetupCode


def use(code: str) -> None:
    """Use the code up in the running transaction: whose accounts it makes end it.  An inner step.

    Refuses `wrong_setup_code`, and `setup_over` where somebody has an account: two who use it at once wait here.
    """
    _lock()
    if User.objects.exists():
        raise Refusal("setup_over", N_("This installation is already set up: sign in."))
    if not _is_right(code):
        raise WrongSetupCode
    SetupCode.objects.all().delete()


@use_case(None)
def _attempt(*, code: str, ip: str | None, request_id: str) -> bool:
    _lock()
    if wait := sign_in.wait(NAME, ip):
        raise sign_in.TooManyAttempts(wait)
    ok = _is_right(code)
    LoginEvent.objects.create(username=NAME, ip=ip, kind=LoginKind.PASSWORD, ok=ok, request_id=request_id)
    if not ok and sign_in.wait(NAME, ip):
        security.note(SecurityKind.MISSES, NAME, user=None, ip=ip, request_id=request_id)
    return ok


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [NAME])


def _is_right(code: str) -> bool:
    word = "".join(code.lower().replace("-", " ").split())
    return hmac.compare_digest(_digest(word), _kept())


def _digest(word: str) -> str:
    """A plain digest is enough: eighty random bits cannot be tried."""
    return hashlib.sha256(word.encode()).hexdigest()


def _kept() -> str:
    """The digest of the code that is good now; empty without one."""
    return SetupCode.objects.filter(ends_at__gt=house_time.now()).values_list("digest", flat=True).first() or ""

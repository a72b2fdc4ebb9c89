"""The password again, before serious commands: closing a day, approving terms, reversing settled hands.

The user is signed in already; this makes sure that the same person still holds the tablet.  Which commands ask, their
use cases say (`use_case(…, password=True)`).  Views check it, since they authenticate: the API takes `password` in the
body or a password given with this token or session less than five minutes ago; pages and the back office ask every
time.  A PIN never counts.
"""

from datetime import UTC, datetime

from django.http import HttpRequest

from casino import house_time
from casino.api.authentication import Token
from casino.middleware import client_ip
from casino.models import User
from casino.models.security import SecurityKind
from casino.services import security, sign_in

FIELD = "password"
_IN_SESSION = "password_given_at"  # seconds since 1970


def asks(view: type) -> bool:
    """Whether the use case that a command names as its `service` asks for the password; the command cannot say it."""
    assert "requires_password" not in vars(view), f"{view}: its use case says it (`password=True`)"
    return getattr(getattr(view, "service", None), "asks_password", False)


def remember(request: HttpRequest) -> None:
    """Store in the session that the user has just given their password."""
    request.session[_IN_SESSION] = int(house_time.now().timestamp())


def confirm(request: HttpRequest, password: str, *, auth: object, actor: User) -> datetime:
    """Check the password as a sign-in does and restart the token's or session's five minutes; returns their end."""
    request_id = getattr(request, "id", "")
    sign_in.confirm(password=password, ip=client_ip(request), request_id=request_id, actor=actor)
    if isinstance(auth, Token):
        sign_in.keep_moment(digest=auth.digest)
    else:
        remember(request)
    return house_time.now() + sign_in.FRESH


def demand(request: HttpRequest, password: str | None, *, auth: object, actor: User) -> None:
    """Refuse (`password_required`) unless the password is given now or was given within the last five minutes.

    Call it before the command's transaction: a wrong password must stay recorded when the command is refused.
    """
    if password is not None:
        confirm(request, password, auth=auth, actor=actor)
    elif not _is_fresh(_given_at(request, auth)):
        raise sign_in.PasswordRequired


def note_grave(request: HttpRequest, actor: User) -> None:
    """Write down, in the command's transaction, that somebody ran a command that asks for the password."""
    security.note(
        SecurityKind.GRAVE,
        f"{request.method} {request.path}",
        user=actor,
        ip=client_ip(request),
        request_id=getattr(request, "id", ""),
    )


def _given_at(request: HttpRequest, auth: object) -> datetime | None:
    if isinstance(auth, Token):
        return sign_in.moment(auth.digest)
    given = request.session.get(_IN_SESSION)
    return datetime.fromtimestamp(given, UTC) if isinstance(given, int) else None


def _is_fresh(given: datetime | None) -> bool:
    return given is not None and given > house_time.now() - sign_in.FRESH

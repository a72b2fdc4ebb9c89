"""`POST auth/token/` gives a machine its token, `auth/logout/` ends it (or the session).

`auth/confirm/` takes the password again, which some commands require.
"""

from typing import Any, ClassVar

from django.contrib.auth import logout
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.authentication import Token
from casino.api.commands import read_body
from casino.api.confirming import confirm
from casino.api.fields import Body, PasswordField, TextField
from casino.api.reading import answer, reader
from casino.api.serializers import Serializer
from casino.middleware import client_ip
from casino.models import User
from casino.models.logins import LoginKind
from casino.services import second_factor, sign_in


class TokenView(APIView):
    """Exchange user name and password for a token."""

    authentication_classes: ClassVar[list[Any]] = []  # type: ignore[misc]
    permission_classes: ClassVar[list[Any]] = [AllowAny]  # type: ignore[misc]
    is_throttled = True

    class Input(Body):
        username = TextField(max_length=64)
        password = PasswordField()
        code = TextField(
            max_length=16, required=False, help_text="Of the second factor, for people who have set one up."
        )

    class Output(Serializer):
        """The token; it cannot be read again."""

        token = serializers.CharField()
        expires_at = serializers.DateTimeField()

    output = Output

    def post(self, request: Request) -> HttpResponse:
        """401 `code_required` without the code of a second factor; 429 after too many misses."""
        values = read_body(self.Input(), request)
        user = sign_in.check(
            username=values["username"],
            password=values["password"],
            kind=LoginKind.TOKEN,
            ip=client_ip(request._request),  # noqa: SLF001 -- DRF's name for Django's request
            request_id=getattr(request, "id", ""),
        )
        _check_second_factor(user, values.get("code", ""), ip=client_ip(request._request))  # noqa: SLF001
        token, expires_at = sign_in.give_token(actor=user)
        return answer({"token": token, "expires_at": expires_at})


def _check_second_factor(person: User, code: str, *, ip: str | None) -> None:
    if second_factor.has(person):
        if not code:
            raise second_factor.CodeRequired
        second_factor.check(person=person, code=code, ip=ip)
    elif second_factor.is_needed(person):
        raise second_factor.NotSetUp


class ConfirmView(APIView):
    """Give the password again; for five minutes the token or session may run commands that require it."""

    permission = None
    is_throttled = True

    class Input(Body):
        password = PasswordField()

    class Output(Serializer):
        """Until when it counts."""

        confirmed_until = serializers.DateTimeField()

    output = Output

    def post(self, request: Request) -> HttpResponse:
        """403 `wrong_password`; wrong passwords count together with those of signing in (429)."""
        values = read_body(self.Input(), request)
        until = confirm(request._request, values["password"], auth=request.auth, actor=reader(request))  # noqa: SLF001
        return answer({"confirmed_until": until})


class LogoutView(APIView):
    """End the token or the session that makes this request."""

    permission = None

    class Input(Body):
        """Nothing: `{}`."""

    output = None

    def post(self, request: Request) -> HttpResponse:
        """Answers 204."""
        read_body(self.Input(), request)
        sign_in.leave(
            digest=request.auth.digest if isinstance(request.auth, Token) else None,
            ip=client_ip(request._request),  # noqa: SLF001
            request_id=getattr(request, "id", ""),
            actor=reader(request),
        )
        if request.auth is None:
            logout(request._request)  # noqa: SLF001
        return HttpResponse(status=204)

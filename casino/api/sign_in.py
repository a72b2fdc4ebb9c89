"""`POST auth/token/` gives a machine its token, `auth/logout/` ends it (or the session), `auth/confirm/` renews it."""

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
from casino.api.rendering import render
from casino.middleware import client_ip
from casino.models import User
from casino.models.logins import LoginKind
from casino.services import sign_in


class TokenView(APIView):
    """Exchange user name and password for a token."""

    authentication_classes: ClassVar[list[Any]] = []  # type: ignore[misc]
    permission_classes: ClassVar[list[Any]] = [AllowAny]  # type: ignore[misc]

    class Input(Body):
        """Who signs in."""

        username = TextField(max_length=64)
        password = PasswordField()

    class Output(serializers.Serializer[Any]):
        """The token, told once."""

        token = serializers.CharField()
        expires_at = serializers.DateTimeField()

    output = Output

    def post(self, request: Request) -> HttpResponse:
        """Five misses of one name from one address within a minute are followed by 429."""
        values = read_body(self.Input(), request)
        user = sign_in.check(
            username=values["username"],
            password=values["password"],
            kind=LoginKind.TOKEN,
            ip=client_ip(request._request),  # noqa: SLF001 -- DRF's name for Django's request
            request_id=getattr(request, "id", ""),
        )
        token, expires_at = sign_in.give_token(actor=user)
        return HttpResponse(render({"token": token, "expires_at": expires_at}), content_type="application/json")


class ConfirmView(APIView):
    """Give the password again: for five minutes the token or session may do what is grave."""

    class Input(Body):
        """The password of whoever is signed in."""

        password = PasswordField()

    class Output(serializers.Serializer[Any]):
        """How long it counts."""

        confirmed_until = serializers.DateTimeField()

    output = Output

    def post(self, request: Request) -> HttpResponse:
        """A miss is 403 `wrong_password`; misses count together with those of signing in (429)."""
        values = read_body(self.Input(), request)
        assert isinstance(request.user, User)
        until = confirm(request._request, values["password"], auth=request.auth, actor=request.user)  # noqa: SLF001
        return HttpResponse(render({"confirmed_until": until}), content_type="application/json")


class LogoutView(APIView):
    """End the token or the session that makes this request."""

    class Input(Body):
        """Nothing: `{}`."""

    output = None

    def post(self, request: Request) -> HttpResponse:
        """Answers 204."""
        read_body(self.Input(), request)
        assert isinstance(request.user, User)
        sign_in.leave(
            digest=request.auth.digest if isinstance(request.auth, Token) else None,
            ip=client_ip(request._request),  # noqa: SLF001
            request_id=getattr(request, "id", ""),
            actor=request.user,
        )
        if request.auth is None:
            logout(request._request)  # noqa: SLF001
        return HttpResponse(status=204)

"""Who is asking: a token for machines, the session cookie for our own pages."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from casino.models import User

TOKEN_LENGTHS = range(32, 129)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Token …`, found by its digest in one query.

    knox's own class reads all tokens of the user and deletes expired ones on each request: three queries and a write where
    the busiest path of the house needs one. Expired tokens go when the next one is given.
    """

    def authenticate(self, request: Request) -> tuple[User, AuthToken] | None:
        """The token's owner; None when there is no such header."""
        scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "token":
            return None
        if len(token) not in TOKEN_LENGTHS or not token.isascii():
            raise exceptions.AuthenticationFailed(_("This token is not valid."), code="token_invalid")
        row = AuthToken.objects.select_related("user").filter(digest=hash_token(token)).first()
        if row is None or not row.user.is_active:
            raise exceptions.AuthenticationFailed(_("This token is not valid."), code="token_invalid")
        if row.expiry is not None and row.expiry <= timezone.now():
            raise exceptions.AuthenticationFailed(_("This token has expired."), code="token_expired")
        return row.user, row

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Token"


class SessionAuthentication(authentication.SessionAuthentication):
    """The cookie of our own pages, with CSRF."""

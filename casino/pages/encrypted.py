"""Middleware that refuses the API over plain HTTP."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from casino.middleware import API, Door, chosen_language
from casino.pages import errors


def encrypted_api(door: Door) -> Door:
    """Answer the API over plain HTTP with 403 `https_required`, where pages are redirected to HTTPS (ASVS 5, 4.1.2).

    A redirect would hide from the author of the client that each of its first requests, with its token, is readable.
    """

    def guard(request: HttpRequest) -> HttpResponseBase:
        if request.is_secure() or not settings.SECURE_SSL_REDIRECT or not request.path_info.startswith(API):
            return door(request)
        with translation.override(chosen_language(request)):
            return errors.unencrypted(request)

    return guard

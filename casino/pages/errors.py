"""Error handlers: a problem for the API, a page for people. `casino/urls.py` and the settings name them."""

import re
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_lazy
from django.views.defaults import ERROR_500_TEMPLATE_NAME

from casino import log_lines
from casino.api.problems import Problem
from casino.failures import RETRY_AFTER_SECONDS, failure
from casino.transactions import may_have_committed

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_REFUSED = gettext_lazy("Refused")
_SECRET = re.compile("password|pin|code")  # fields that no page repeats
_HEADINGS: dict[int, "StrOrPromise"] = {
    HTTPStatus.BAD_REQUEST: gettext_lazy("Not understood"),
    HTTPStatus.FORBIDDEN: gettext_lazy("Not allowed"),
    HTTPStatus.NOT_FOUND: gettext_lazy("Not found"),
}


def _answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return Problem(status, code, sentence).response(request)
    log_lines.refusal.set(code)
    return refused(request, sentence, status)


def refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """The page that says why not: its heading by the status, and the request's id as a reference."""
    heading = _HEADINGS.get(status, _REFUSED)
    facts = {"heading": heading, "sentence": sentence, "reference": getattr(request, "id", "")}
    return render(request, "refused.html", facts, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django names it
    """400: a request that Django itself refuses to read."""
    return _answer(request, 400, "malformed", gettext("The request cannot be read."))


def bad_text(request: HttpRequest, parameter: str) -> HttpResponse:
    """400: text that no column can store; `parameter` names the field, "" outside query and form."""
    sentence = gettext("A text contains characters that cannot be stored.")
    if not request.path_info.startswith("/api/"):
        return _answer(request, 400, "bad_text", sentence)
    errors = ({"parameter": parameter, "code": "bad_text", "detail": sentence},) if parameter else ()
    return Problem(400, "bad_text", sentence, {"parameter": parameter}, errors).response(request)


def unencrypted(request: HttpRequest) -> HttpResponse:
    """403: the API over plain HTTP."""
    sentence = gettext("This address works over HTTPS only. What you sent was readable in transit: replace the token.")
    return _answer(request, 403, "https_required", sentence)


def proxy_misread(request: HttpRequest) -> HttpResponse:
    """403: the server does not know that the proxy before it speaks HTTPS with the browser."""
    sentence = gettext("The server is not set up for the proxy before it. Its log says what to set.")
    return _answer(request, 403, "proxy_misread", sentence)


def too_large(request: HttpRequest) -> HttpResponse:
    """413: a body of more bytes than are read."""
    return _answer(request, 413, "too_large", gettext("The body is too large."))


def too_slow(request: HttpRequest) -> HttpResponse:
    """408: a body whose end did not arrive in time."""
    return _answer(
        request,
        408,
        "too_slow",
        gettext("The request did not arrive whole in time. Nothing was changed; please send it again."),
    )


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django names it
    """403 raised outside our own views."""
    return _answer(request, 403, "not_allowed", gettext("You may not do this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django names it
    """404: no such address."""
    return _answer(request, 404, "not_found", gettext("Page not found."))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 -- Django names it
    """403: a form without a valid CSRF token (`CSRF_FAILURE_VIEW`), usually one left open over a sign-out."""
    return _answer(
        request, 403, "form_expired", gettext("This form has expired. Please go back, reload, and try again.")
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """500 for a mistake of ours, 503 or 507 for a failure of the database; needs neither database nor session.

    It never says that nothing was changed unless that is known (`casino.transactions.may_have_committed`).
    """
    told = failure(sys.exception(), may_have_committed=may_have_committed())
    sentence = gettext(told.sentence)
    headers = {"Retry-After": str(RETRY_AFTER_SECONDS)} if told.may_be_sent_again else {}
    if request.path_info.startswith("/api/"):
        return Problem(told.status, told.code, sentence, headers=headers).response(request)
    log_lines.refusal.set(told.code)
    facts = {
        "sentence": sentence,
        "reference": getattr(request, "id", ""),
        "again": _sent_again(request) if told.may_be_sent_again else [],
        "csrf_token": get_token(request),
    }
    return HttpResponse(render_to_string(ERROR_500_TEMPLATE_NAME, facts), status=told.status, headers=headers)


def _sent_again(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a command's form, to be sent again with their key; empty where there is no key, or a secret."""
    if "key" not in request.POST or any(_SECRET.search(name) for name in request.POST):
        return []
    return [(name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values]

"""Error handlers: a problem for the API, a page for people. `casino/urls.py` and the settings name them."""

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_lazy
from django.views.defaults import ERROR_500_TEMPLATE_NAME

from casino.api.problems import Problem

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_REFUSED = gettext_lazy("Refused")
_HEADINGS: dict[int, "StrOrPromise"] = {
    HTTPStatus.BAD_REQUEST: gettext_lazy("Not understood"),
    HTTPStatus.FORBIDDEN: gettext_lazy("Not allowed"),
    HTTPStatus.NOT_FOUND: gettext_lazy("Not found"),
}


def _answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    if request.path_info.startswith("/api/"):
        return Problem(status, code, sentence).response(request)
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
    sentence = gettext(
        "This address is for HTTPS alone. What you have sent was readable on the way: replace the token."
    )
    return _answer(request, 403, "https_required", sentence)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django names it
    """403 raised outside our own views."""
    return _answer(request, 403, "not_allowed", gettext("You may not do this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 -- Django names it
    """404: no such address."""
    return _answer(request, 404, "not_found", gettext("There is no such page."))


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 -- Django names it
    """403: a form without a valid CSRF token (`CSRF_FAILURE_VIEW`), usually one left open over a sign-out."""
    return _answer(
        request, 403, "form_expired", gettext("This form has expired. Please go back, reload, and try again.")
    )


def our_mistake(request: HttpRequest) -> HttpResponse:
    """500: shows only the request's id; needs neither database nor session."""
    sentence = gettext("Something went wrong on our side. Nothing was changed.")
    if request.path_info.startswith("/api/"):
        return Problem(500, "our_mistake", sentence).response(request)
    facts = {"sentence": sentence, "reference": getattr(request, "id", "")}
    return HttpResponse(render_to_string(ERROR_500_TEMPLATE_NAME, facts), status=500)

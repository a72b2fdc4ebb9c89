"""Refusals as RFC 9457 problems, in the reader's language: `type title status detail code facts errors request_id`.

`code` is for machines, `detail` is the sentence for people, `errors` point into the body (`/tips/0/seat`) or name a
query parameter.  Bad input never causes a 500; our own bugs do, and are not handled here.
"""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.request import Request

from casino import log_lines, wording
from casino.api.rendering import render
from casino.errors import Busy, Malformed, Refusal

log = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"

TITLES: dict[int, Any] = {
    400: _("The request cannot be read"),
    401: _("Not signed in"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Not available in this format"),
    408: _("Too slow"),
    409: _("Somebody else was faster"),
    413: _("Too large"),
    415: _("Unknown format"),
    422: _("Refused by the rules"),
    429: _("Too many attempts"),
    500: _("Our mistake"),
    503: _("Not available at the moment"),
    507: _("No room left"),
}

# Our names for DRF's codes; the others keep their name.
_CODES = {"permission_denied": "not_allowed", "parse_error": "malformed", "invalid": "malformed", "error": "malformed"}


class BadQuery(Malformed):
    """A query parameter that cannot be read; the problem's `errors` name it."""

    def __init__(self, parameter: str, message: str, **facts: object) -> None:
        super().__init__("bad_query", message, parameter=parameter, **facts)
        self.parameter = parameter


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem; `errors` are mappings with `pointer` or `parameter`, `code` and `detail`."""

    status: int
    code: str
    detail: str
    facts: Mapping[str, object] = field(default_factory=dict)
    errors: tuple[Mapping[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self, request: HttpRequest) -> HttpResponse:
        """The problem as an HTTP response; call it while the reader's language is active."""
        log_lines.refusal.set(self.code)
        body = {
            "type": f"urn:problem:{self.code}",
            "title": str(TITLES.get(self.status, HTTPStatus(self.status).phrase)),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "facts": self.facts,
            "errors": self.errors,
            "request_id": getattr(request, "id", ""),
        }
        headers = {"Content-Language": get_language() or "en", **self.headers}
        return HttpResponse(render(body), status=self.status, content_type=CONTENT_TYPE, headers=headers)


def answer_problem(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's exception handler. None (a 500) for exceptions that the user cannot correct."""
    request: Request = context["request"]
    problem = _from_refusal(exc) or _from_framework(exc)
    return problem.response(request._request) if problem else None  # noqa: SLF001 -- DRF's name for it


def _from_refusal(exc: Exception) -> Problem | None:
    if not isinstance(exc, Refusal):
        return None
    detail = wording.sentence(exc)
    errors: tuple[Mapping[str, str], ...] = ()
    if isinstance(exc, BadQuery):
        errors = ({"parameter": exc.parameter, "code": exc.code, "detail": detail},)
    return Problem(exc.status, exc.code, detail, exc.facts, errors, _refusal_headers(exc))


def _refusal_headers(refusal: Refusal) -> dict[str, str]:
    if isinstance(refusal, Busy):
        return {"Retry-After": "1"}
    if refusal.status == HTTPStatus.TOO_MANY_REQUESTS:
        return {"Retry-After": str(refusal.facts.get("seconds", 60))}
    if refusal.status == HTTPStatus.UNAUTHORIZED:
        return {"WWW-Authenticate": "Token"}
    return {}


def _from_framework(exc: Exception) -> Problem | None:
    match exc:
        case exceptions.APIException():
            return _from_drf(exc)
        case Http404():
            return Problem(404, "not_found", gettext("Not found."))
        case PermissionDenied():
            return Problem(403, "not_allowed", gettext("You may not do this."))
        case RequestDataTooBig():
            return Problem(413, "too_large", gettext("The body is too large."))
        case DataError():
            # A value that fits JSON and not its column. Logged, since a field should have refused it.
            log.warning("value refused by the database", exc_info=exc)
            return Problem(400, "malformed", gettext("A value does not fit its field."))
    return None


def _from_drf(exc: exceptions.APIException) -> Problem:
    if isinstance(exc, exceptions.ValidationError):
        errors = tuple(_errors(exc.detail, ""))
        detail = errors[0]["detail"] if len(errors) == 1 else gettext("Some fields are not correct.")
        return Problem(400, "malformed", detail, errors=errors)
    code = exc.get_codes()
    code = code if isinstance(code, str) else exc.default_code
    return Problem(exc.status_code, _CODES.get(code, code), str(exc.detail), headers=_headers(exc))


def _headers(exc: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = f"{wait:.0f}"
    return headers


def _errors(detail: object, pointer: str) -> Iterator[Mapping[str, str]]:
    """DRF's nested errors as a flat list with JSON pointers."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            yield from _errors(inner, pointer + step)
    elif isinstance(detail, list | tuple):
        for place, inner in enumerate(detail):
            yield from _errors(inner, pointer if isinstance(inner, exceptions.ErrorDetail) else f"{pointer}/{place}")
    else:
        yield {"pointer": pointer, "code": getattr(detail, "code", "invalid"), "detail": str(detail)}

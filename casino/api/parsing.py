"""Strict JSON bodies: values that the database cannot store are refused with 400, so they never cause a 500."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework.parsers import BaseParser

from casino.errors import N_, Malformed

LARGEST = 2**63 - 1  # PostgreSQL's bigint
_LONG_NUMBER = re.compile(rb"\d{19}")


def _integer(digits: str) -> int:
    # Compared as text first: Python itself refuses to read thousands of digits.
    if len(digits) > 20 or abs(number := int(digits)) > LARGEST:
        raise Malformed("number_too_large", N_("A number in the body is too large."))
    return number


def _no_constant(name: str) -> NoReturn:
    raise Malformed("malformed", N_("The body is not valid JSON."), constant=name)


def _only_text(value: object) -> None:
    """Refuse text that JSON allows and a text column does not: NUL, and half of a surrogate pair."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= char <= "\udfff" for char in value):
            raise Malformed("malformed_text", N_("A text in the body contains characters that cannot be stored."))
    elif isinstance(value, dict):
        for key, inner in value.items():
            _only_text(key)
            _only_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _only_text(inner)


def read(raw: bytes) -> object:
    """The JSON value in `raw`. Refuses malformed JSON, NaN, numbers beyond bigint, characters no text column holds."""
    hooks: dict[str, Any] = {"parse_int": _integer} if _LONG_NUMBER.search(raw) else {}
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_no_constant, **hooks)
        if b"\\u" in raw:  # the only way such characters pass the decoder
            _only_text(value)
    except RecursionError as error:
        raise Malformed("malformed", N_("The body is nested too deeply.")) from error
    except ValueError as error:
        raise Malformed("malformed", N_("The body is not valid JSON.")) from error
    return value


class StrictJSONParser(BaseParser):
    """The API's only parser."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        # DRF bypasses Django's own limit, which is checked in `request.body` alone.
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise RequestDataTooBig
        return read(raw)

"""Every address of the resolver, and addresses with their arguments filled in."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver

ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
REGEX = re.compile(r"\(\?P<\w+>[^()]*(?:\([^()]*\)[^()]*)*\)")
UUID = "00000000-0000-4000-8000-000000000000"


def every(patterns: Any = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every pattern as text, with its view."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLPattern):
            yield before + str(pattern.pattern), pattern
        else:
            yield from every(pattern.url_patterns, before + str(pattern.pattern))


def filled(address: str, given: str) -> str:
    """The address with the value as each of its arguments."""

    def value(found: re.Match[str]) -> str:
        return UUID if found[1] == "uuid" else given

    plain = ARGUMENT.sub(value, REGEX.sub("tables", address).replace("([^/]+)", given).replace("\\", ""))
    return "/" + plain.replace("^", "").strip("$").replace("/?$", "/").replace("\\Z", "")

"""JSON as the API writes it: compact, UTF-8, times in RFC 3339 with offset.

It replaces DRF's renderer, since an answer is also stored and repeated byte for byte.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from enum import Enum
from typing import TypeAlias
from uuid import UUID

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.timezone import get_current_timezone, is_aware, localtime

Json: TypeAlias = Mapping[str, "Json"] | Sequence["Json"] | str | int | float | bool | datetime | date | Enum | None


def moment(at: datetime) -> str:
    """RFC 3339 with the house's offset, to the millisecond at most: `2026-11-21T02:14:08.120+01:00`."""
    assert is_aware(at), at
    return localtime(at).isoformat(timespec="milliseconds" if at.microsecond else "seconds")


def clock() -> Callable[[datetime], str]:
    """`moment` for many times of one answer: looks the current zone up once, which is the expensive part."""
    zone = get_current_timezone()

    def write(at: datetime) -> str:
        return at.astimezone(zone).isoformat(timespec="milliseconds" if at.microsecond else "seconds")

    return write


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, Promise | UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain, allow_nan=False).encode
_encode_canonical = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), sort_keys=True, default=_plain).encode


def render(answer: object) -> str:
    """`answer` as JSON text; raises TypeError for values without a JSON form."""
    return _encode(answer)


def canonical(body: object) -> bytes:
    """A JSON value as bytes that do not depend on the order of keys or on spacing."""
    return _encode_canonical(body).encode("ascii")

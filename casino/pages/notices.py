"""Where a notice waits between a command and the page that shows it, and what takes the command back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage

from casino.pages.forms import new_key


@dataclass(frozen=True, slots=True)
class Undo:
    """The command that takes another back: its address, and the values of its form."""

    address: str
    values: Mapping[str, object] = field(default_factory=dict)
    key: str = field(default_factory=new_key, compare=False)
    """The Idempotency-Key of the form that a notice shows."""

    def __str__(self) -> str:
        """As a notice keeps it."""
        return f"{self.address}?{urlencode(self.values)}"

    @classmethod
    def of(cls, message: Message) -> "Undo | None":
        """What takes back the command that a notice tells of; None where nothing does."""
        address, found, values = str(message.extra_tags or "").partition("?")
        return cls(address, dict(parse_qsl(values, keep_blank_values=True))) if found else None


class NoticeCookie(CookieStorage):
    """Django's signed cookie under our name: a notice may tell a secret once, which the database must not keep."""

    cookie_name = settings.MESSAGE_COOKIE_NAME

    def __iter__(self) -> Iterator[Any]:
        """The notices, each with its `undo`."""
        for message in super().__iter__():
            message.undo = Undo.of(message)  # type: ignore[attr-defined]
            yield message

"""Strict reading of terms that people and other systems send as JSON.

Fields are read by name and all others are refused, so that a misspelt cap is not a missing cap.  A refusal
(`bad_terms`, 400) has the field's JSON pointer (RFC 6901) and says what was expected.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NoReturn, Self, TypeVar

from accounting.money import BASIS_POINTS, MOST_CENTS
from casino.errors import N_, Malformed

Choice = TypeVar("Choice", bound=StrEnum)


class Fields:
    """A reader of one JSON object.  Use it as a context manager: its exit refuses the fields that were not read."""

    def __init__(self, data: object, pointer: str = "") -> None:
        if not isinstance(data, Mapping):
            refuse(pointer, N_("an object"), data)
        self._data = {str(name): value for name, value in data.items()}
        self._pointer = pointer
        self._read: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_args: object) -> None:
        unknown = sorted(self._data.keys() - self._read)
        if failed is None and unknown:
            known = ", ".join(sorted(self._read))
            refuse(self._at(unknown[0]), N_("one of these fields: %(known)s"), self._data[unknown[0]], known=known)

    def has(self, name: str) -> bool:
        """Whether the field is there and not null; counts as reading it."""
        self._read.add(name)
        return self._data.get(name) is not None

    def cents(self, name: str, *, least: int = 0, default: int | None = None) -> int:
        """An amount in cents, at least `least`; `default=None` makes the field required."""
        return self._integer(name, least, MOST_CENTS, default)

    def cents_or_none(self, name: str, *, least: int = 1) -> int | None:
        """An amount in cents, or None if the field is absent or null."""
        return self.cents(name, least=least) if self.has(name) else None

    def basis_points(self, name: str, *, default: int | None = None) -> int:
        """A rate from 1 to 10,000 basis points."""
        return self._integer(name, 1, BASIS_POINTS, default)

    def count(self, name: str, *, least: int, most: int, default: int | None = None) -> int:
        """A whole number that is neither money nor rate."""
        return self._integer(name, least, most, default)

    def flag(self, name: str, *, default: bool) -> bool:
        value = self._take(name, default)
        if not isinstance(value, bool):
            refuse(self._at(name), N_("true or false"), value)
        return value

    def choice(self, name: str, kind: Iterable[Choice], *, default: Choice | None = None) -> Choice:
        """One of the words `kind`, such as an enumeration."""
        value = self._take(name, default)
        word = next((word for word in kind if word == value), None)
        if word is None:
            refuse(self._at(name), N_("one of these words: %(known)s"), value, known=", ".join(kind))
        return word

    def text(self, name: str) -> str:
        """A text, which the caller checks."""
        value = self._take(name, None)
        if not isinstance(value, str):
            refuse(self._at(name), N_("a text"), value)
        return value

    def nested(self, name: str) -> "Fields":
        return Fields(self._take(name, None), self._at(name))

    def listed(self, name: str) -> tuple["Fields", ...]:
        """A list with at least one object."""
        value = self._take(name, None)
        if not isinstance(value, Sequence) or isinstance(value, str | bytes) or not value:
            refuse(self._at(name), N_("a list with at least one object"), value)
        return tuple(Fields(item, f"{self._at(name)}/{i}") for i, item in enumerate(value))

    def refuse(self, name: str, expected: str) -> NoReturn:
        """Refuse a value that is well-formed but does not fit the other fields."""
        refuse(self._at(name), expected, self._data.get(name))

    def _integer(self, name: str, least: int, most: int, default: int | None) -> int:
        value = self._take(name, default)
        # JSON true is an int to Python, but no amount.
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            refuse(self._at(name), N_("a whole number from %(least)s to %(most)s"), value, least=least, most=most)
        return value

    def _take(self, name: str, default: object) -> object:
        self._read.add(name)
        value = self._data.get(name)
        if value is not None:
            return value
        if default is None:
            refuse(self._at(name), N_("a value"), None)
        return default

    def _at(self, name: str) -> str:
        return f"{self._pointer}/{name.replace('~', '~0').replace('/', '~1')}"


def refuse(pointer: str, expected: str, given: object, **facts: object) -> NoReturn:
    """Raise `bad_terms` for one field; `expected` is an English template filled by the facts."""
    message = expected % facts if facts and "%(" in expected else expected
    raise Malformed(
        "bad_terms",
        N_("Field %(field)s: expected %(expected)s, got %(given)r."),
        field=pointer or "/",
        expected=message,
        given=given if isinstance(given, int | str | bool | None) else type(given).__name__,
        **facts,
    )

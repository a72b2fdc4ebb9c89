"""Strict reading of terms that people and other systems send as JSON.

Every field is asked for by name; whatever nobody asked for is refused, so that a misspelt cap is not a missing cap.  A
refusal (`bad_terms`, 400) points to the field by its JSON pointer (RFC 6901) and says what would have been right.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NoReturn, Self, TypeVar

from accounting.money import BASIS_POINTS, MOST_CENTS
from casino.errors import Malformed, _

Choice = TypeVar("Choice", bound=StrEnum)


class Fields:
    """One JSON object being read.  Use it as a context: leaving it refuses the fields that were never asked for."""

    def __init__(self, data: object, pointer: str = "") -> None:
        if not isinstance(data, Mapping):
            refuse(pointer, _("an object"), data)
        self._data = {str(name): value for name, value in data.items()}
        self._pointer = pointer
        self._asked: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_args: object) -> None:
        unknown = sorted(self._data.keys() - self._asked)
        if failed is None and unknown:
            known = ", ".join(sorted(self._asked))
            refuse(self._at(unknown[0]), _("one of these fields: %(known)s"), self._data[unknown[0]], known=known)

    def has(self, name: str) -> bool:
        """Whether the field is there and not null; the field counts as asked for."""
        self._asked.add(name)
        return self._data.get(name) is not None

    def cents(self, name: str, *, least: int = 0, default: int | None = None) -> int:
        """An amount; `default=None` makes the field required."""
        return self._integer(name, least, MOST_CENTS, default)

    def cents_or_none(self, name: str, *, least: int = 1) -> int | None:
        """An amount, or None where the field is absent or null."""
        return self.cents(name, least=least) if self.has(name) else None

    def basis_points(self, name: str, *, default: int | None = None) -> int:
        """A rate above nothing, at most the whole."""
        return self._integer(name, 1, BASIS_POINTS, default)

    def count(self, name: str, *, least: int, most: int, default: int | None = None) -> int:
        """A whole number of things, neither money nor rate."""
        return self._integer(name, least, most, default)

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            refuse(self._at(name), _("true or false"), value)
        return value

    def choice(self, name: str, kind: type[Choice], *, default: Choice | None = None) -> Choice:
        """One of the words of an enumeration."""
        value = self._take(name, default)
        word = next((word for word in kind if word == value), None)
        if word is None:
            refuse(self._at(name), _("one of these words: %(known)s"), value, known=", ".join(kind))
        return word

    def text(self, name: str) -> str:
        """A word; what it may be is the caller's to say."""
        value = self._take(name, None)
        if not isinstance(value, str):
            refuse(self._at(name), _("a text"), value)
        return value

    def nested(self, name: str) -> "Fields":
        """A nested object."""
        return Fields(self._take(name, None), self._at(name))

    def listed(self, name: str) -> tuple["Fields", ...]:
        """A list of at least one object."""
        value = self._take(name, None)
        if not isinstance(value, Sequence) or isinstance(value, str | bytes) or not value:
            refuse(self._at(name), _("a list with at least one object"), value)
        return tuple(Fields(item, f"{self._at(name)}/{i}") for i, item in enumerate(value))

    def refuse(self, name: str, expected: str) -> NoReturn:
        """Refuse a value that is well-formed in itself and wrong beside the others."""
        refuse(self._at(name), expected, self._data.get(name))

    def _integer(self, name: str, least: int, most: int, default: int | None) -> int:
        value = self._take(name, default)
        # JSON true is an int to Python; to a person it is no amount.
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            refuse(self._at(name), _("a whole number from %(least)s to %(most)s"), value, least=least, most=most)
        return value

    def _take(self, name: str, default: object) -> object:
        self._asked.add(name)
        value = self._data.get(name)
        if value is not None:
            return value
        if default is None:
            refuse(self._at(name), _("a value"), None)
        return default

    def _at(self, name: str) -> str:
        return f"{self._pointer}/{name.replace('~', '~0').replace('/', '~1')}"


def refuse(pointer: str, expected: str, given: object, **facts: object) -> NoReturn:
    """Raise the refusal of one field; `expected` is an English template that the facts fill."""
    message = expected % facts if facts and "%(" in expected else expected
    raise Malformed(
        "bad_terms",
        _("Field %(field)s: expected %(expected)s, got %(given)r."),
        field=pointer or "/",
        expected=message,
        given=given if isinstance(given, int | str | bool | None) else type(given).__name__,
        **facts,
    )

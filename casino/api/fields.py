"""Fields of request bodies. DRF's own are lenient ("12", 12.0 and true pass as 12); money is not.

A body is a `Body`: it refuses unknown fields, since a misspelt amount must not be dropped silently.
"""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino import reasons
from casino.api.parsing import LARGEST
from casino.models import User

MOST_CENTS = 100_000_000_000
"""One thousand million of the currency: the largest single amount that the API accepts."""

_INSTANT = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")


class Body(serializers.Serializer[Any]):
    """A request body that refuses unknown fields. Declare only fields; house rules belong in services."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Expected a JSON object."),
        "unknown": _("Field not found."),
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if isinstance(data, Mapping) and (unknown := data.keys() - self.fields.keys()):
            raise ValidationError(
                {
                    str(name): ValidationError(self.error_messages["unknown"], code="unknown_field").detail
                    for name in sorted(unknown, key=str)
                }
            )
        values: dict[str, Any] = super().to_internal_value(data)
        return values

    def of_actor(self, values: dict[str, Any], actor: User) -> dict[str, Any]:
        """The values, where a field (`of_actor`) depends on who sends them."""
        for name, field in self._of_actor.items():
            values[name] = field.of_actor(values[name], actor)
        return values

    @cached_property
    def _of_actor(self) -> dict[str, Any]:
        return {str(field.source): field for field in self.fields.values() if hasattr(field, "of_actor")}


class EachOnce(serializers.ListSerializer[Any]):
    """A list of things told apart by one of their fields; refuses a second of the same instead of dropping one."""

    default_error_messages: ClassVar[dict[str, Any]] = {"twice": _("This appears twice.")}

    def __init__(self, child: Body, by: str, **options: Any) -> None:
        super().__init__(child=child, **options)
        self._by = by

    def to_internal_value(self, data: Any) -> Sequence[Mapping[str, Any]]:
        found: Sequence[Mapping[str, Any]] = super().to_internal_value(data)
        seen: set[Hashable] = set()
        child: Any = self.child
        source = child.fields[self._by].source
        for place, one in enumerate(found):
            if one[source] in seen:
                message = ValidationError(self.error_messages["twice"], code="twice").detail
                raise ValidationError({str(place): {self._by: message}})
            seen.add(one[source])
        return found


class IntField(serializers.IntegerField):
    """A JSON integer: no text, no fraction, no boolean."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Expected a whole number.")}

    def __init__(self, *, min_value: int = -LARGEST, max_value: int = LARGEST, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        number: int = data
        return number


class CentsField(IntField):
    """An amount in cents, from 0 to a thousand million of the currency. Services check for whole chips."""

    def __init__(self, *, min_value: int = 0, max_value: int = MOST_CENTS, **options: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **options)


class IdField(IntField):
    """The id of a row; `guest` in the body becomes `guest_id` in the values, the services' name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, **options)

    def bind(self, field_name: str, parent: Any) -> None:
        if field_name:  # an id in a list has none
            self.source = self.source or f"{field_name}_id"
        super().bind(field_name, parent)


class VersionField(IntField):
    """The version the client saw; services refuse to act without it unless `accounting.act_without_version` is held."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, **(options or {"default": None}))


class FlagField(serializers.BooleanField):
    """A JSON boolean: no text, no number."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": _("Expected true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid")
        flag: bool = data
        return flag


class TextField(serializers.CharField):
    """A JSON string."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class PasswordField(TextField):
    """A password: not trimmed, never in an answer."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=256, trim_whitespace=False, write_only=True, **options)


class ReasonField(TextField):
    """A reason of at least three characters, since a dot explains nothing to an auditor."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=reasons.SHORTEST, max_length=reasons.LONGEST, **options)


class InstantField(serializers.DateTimeField):
    """A time as RFC 3339: `2026-11-21T02:14:08+01:00`. The offset is required, since hours repeat without it."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Expected a time such as 2026-11-21T02:14:08+01:00, with its UTC offset."),
    }

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str) or not _INSTANT.fullmatch(value):
            self.fail("invalid")
        try:
            at = datetime.fromisoformat(value.upper())
            at.astimezone(UTC)  # raises OverflowError at the first and the last day of the calendar
        except (ValueError, OverflowError):
            self.fail("invalid")
        return at


class UuidField(serializers.UUIDField):
    """A UUID as text in its usual form, with hyphens."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str) or not _UUID.fullmatch(data):
            self.fail("invalid", value=data)
        return UUID(data)


@extend_schema_field({"type": "object"})
class ObjectField(serializers.Field[Any, Any, Any, Any]):
    """A JSON object whose contents the service validates; it holds no null, since what is absent is left out."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": _("Expected a JSON object."),
        "null_within": _("%(at)s is null: leave it out, or give it a value."),
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        if (at := next(_nulls(data), None)) is not None:
            raise ValidationError(self.error_messages["null_within"] % {"at": at}, code="null_within")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


def _nulls(value: Any, at: str = "") -> Iterator[str]:
    """The JSON pointer of each null in a value."""
    if value is None:
        yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from _nulls(part, f"{at}/{name}")

"""Serializers: answers and the OpenAPI description come from the same class::

    class ShiftSerializer(Serializer):
        \"\"\"When a dealer is meant to be here.\"\"\"

        id = serializers.IntegerField()
        dealer = RelatedId()                                     # the row's `dealer_id`
        code = serializers.CharField(source="table.code")        # null where there is no table
        breaks = BreakSerializer(many=True)                      # a list of rows, or a related manager
        left = serializers.IntegerField(help_text="In minutes.")

        def get_left(self, row: Shift) -> int:                   # computed
            return minutes_left(row)

    ShiftSerializer.json(row)  # a dict; `casino.api.rendering` writes times and enums

A field reads the attribute of its name or its `source`.  DRF's own way from row to JSON copies every field for every
answer and is some ten times slower; a hand is answered with after each action.

Where a model or a dataclass types the fields already, `takes` names them, and only those are declared that say more
or something else; they stand where they are named, or else behind::

    class ShiftSerializer(Serializer):
        \"\"\"When a dealer is meant to be here.\"\"\"

        takes = Takes(Shift, "id dealer begins_at left")
        left = serializers.IntegerField(help_text="In minutes.")
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from inspect import getattr_static
from operator import attrgetter
from types import NoneType
from typing import Any, ClassVar, Final, TypeAlias, get_args
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from rest_framework import serializers

from casino.api.rendering import Json
from casino.selectors.decisions import Duties

Read: TypeAlias = Callable[[Any], Json]
Field: TypeAlias = "serializers.Field[Any, Any, Any, Any]"

_FIELDS: Final[Mapping[type, "type[Field]"]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    UUID: serializers.UUIDField,
    models.BooleanField: serializers.BooleanField,
    models.IntegerField: serializers.IntegerField,
    models.CharField: serializers.CharField,
    models.TextField: serializers.CharField,
    models.DateTimeField: serializers.DateTimeField,
    models.DateField: serializers.DateField,
    models.UUIDField: serializers.UUIDField,
}
"""What stands for a value, and for a column; a class has the field of the nearest one above it."""


class RelatedId(serializers.IntegerField):
    """The id of a related row: field `table` reads `table_id`."""

    def bind(self, field_name: str, parent: Any) -> None:
        self.source = self.source or f"{field_name}_id"
        super().bind(field_name, parent)


class Seen(serializers.CharField):
    """What a decision on the row names as `seen`: a digest of the row as it is shown."""

    def __init__(self, duties: Duties[Any], *, source: str | None = None) -> None:
        self.duties = duties
        super().__init__(help_text="Name it when you decide on this: it stands for what you saw.", source=source)


@dataclass(frozen=True, slots=True)
class Takes:
    """The names of an answer's fields: those that the serializer does not declare are as the row's class types them.

    They are derived once, with the serializer's class, and a name that the row's class lacks is an error there.
    """

    row: type
    names: str

    def among(self, declared: Mapping[str, Field]) -> dict[str, Field]:
        """The fields that are named here, and behind them those that are only declared."""
        named = {name: declared.get(name) or _field_of(self.row, name) for name in self.names.split()}
        return named | {name: field for name, field in declared.items() if name not in named}


class Serializer(serializers.Serializer[Any]):
    """Base of all answers; see the module."""

    takes: ClassVar[Takes | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if taken := vars(cls).get("takes"):
            cls._declared_fields = taken.among(cls._declared_fields)

    @classmethod
    def json(cls, row: Any) -> Json:
        """The JSON of `row`; None and mappings are returned unchanged."""
        if row is None or isinstance(row, Mapping):
            return row
        return {name: read(row) for name, read in _readers(cls)}


@cache
def _readers(cls: type[Serializer]) -> list[tuple[str, Read]]:
    """A reader for each field, built once for each class."""
    serializer = cls()
    return [(name, _reader(serializer, name, field)) for name, field in serializer.fields.items()]


def _reader(serializer: Serializer, name: str, field: Any) -> Read:
    if isinstance(field, Seen):
        seen, row_of = field.duties.seen, attrgetter(field.source or name)
        return seen if field.source == name else lambda row: seen(row_of(row))
    computed = f"get_{name}"
    if hasattr(type(serializer), computed) and not hasattr(Serializer, computed):  # `get_value` and others are DRF's
        value: Read = getattr(serializer, computed)
    else:
        value = _through(field.source) if "." in field.source else attrgetter(field.source)
    child = getattr(field, "child", None)
    if isinstance(child, Serializer):
        return _each(value, type(child))
    if isinstance(field, Serializer):
        nested = type(field)
        return lambda row: nested.json(value(row))
    return value


def _through(source: str) -> Read:
    """A reader of `table.code` that returns None if the table is None."""
    *before, last = map(attrgetter, source.split("."))

    def value(row: Any) -> Any:
        for step in before:
            if (row := step(row)) is None:
                return None
        return last(row)

    return value


def _each(value: Read, nested: type[Serializer]) -> Read:
    def rows(row: Any) -> Json:
        found: Any = value(row)
        if found is None:
            return None
        return [nested.json(one) for one in (found.all() if hasattr(found, "all") else found)]

    return rows


def _field_of(row: type, name: str) -> Field:
    """The field of that name, as the model or the dataclass types it."""
    if issubclass(row, models.Model):
        with suppress(FieldDoesNotExist):
            return _of_column(row._meta.get_field(name))
    typed = {one.name: one.type for one in fields(row)} if is_dataclass(row) else {}
    if f"{name}_id" in typed:
        return RelatedId(allow_null=NoneType in get_args(typed[f"{name}_id"]))
    return _of_type(typed[name] if name in typed else getattr_static(row, name).fget.__annotations__["return"])


def _of_column(column: Any) -> Field:
    if column.choices:
        return serializers.ChoiceField(column.choices, allow_null=column.null)
    if isinstance(column, models.ForeignKey):
        return RelatedId(allow_null=column.null)
    if isinstance(column, ArrayField):
        return serializers.ListField(child=_of_column(column.base_field), allow_null=column.null)
    return _made(type(column), allow_null=column.null)


def _of_type(typed: Any, *, allow_null: bool = False) -> Field:
    if NoneType in (among := get_args(typed)):
        [one] = [one for one in among if one is not NoneType]
        return _of_type(one, allow_null=True)
    if among and among[1:] in ((), (...,)):  # a list, or a tuple of any length
        return serializers.ListField(child=_of_type(among[0]), allow_null=allow_null)
    if issubclass(typed, Enum):
        return serializers.ChoiceField([one.value for one in typed], allow_null=allow_null)
    return _made(typed, allow_null=allow_null)


def _made(of: type, *, allow_null: bool) -> Field:
    return next(_FIELDS[base] for base in of.__mro__ if base in _FIELDS)(allow_null=allow_null)

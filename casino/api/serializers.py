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
"""

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any

from rest_framework import serializers

from casino.api.rendering import Json
from casino.selectors.decisions import Duties

Read = Callable[[Any], Json]


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


class Serializer(serializers.Serializer[Any]):
    """Base of all answers; see the module."""

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

"""Ids in addresses: `<id:pk>`. A number that no row can have gives 404 instead of a database error."""

from django.urls import register_converter

ID = "[1-9][0-9]{0,17}"
"""Also for a viewset's `lookup_value_regex`. Eighteen digits fit a bigint."""


class IdConverter:
    """`<id:pk>` in a path; import this module where it is used."""

    regex = ID

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(IdConverter, "id")

"""A list typed as a grid: one row for each item, one small input for each of its columns.

`RowsField` gives the filled rows as mappings of column to number, or to several numbers apart by spaces.  A row without
its first column is left out, so a row is removed by emptying it; `rows.js` adds, removes and numbers rows.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

SPARE: Final = 3
"""Empty rows below the filled ones, for browsers without a script."""

MOST_ROWS: Final = 250
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Column:
    """One input of each row; `is_list`: it takes several numbers."""

    name: str
    label: Any
    is_list: bool = False

    def read(self, words: Sequence[str]) -> int | tuple[int, ...]:
        """The number, 0 for none; or all numbers."""
        return tuple(map(int, words)) if self.is_list else int(words[0]) if words else 0

    def input(self, grid: str, number: int, value: object) -> SafeString:
        """The input of a grid's row, counted from 0."""
        attributes = {"aria-label": f"{self.label} {number + 1}", "maxlength": 60 if self.is_list else 9}
        if not self.is_list:
            attributes["inputmode"] = "numeric"
        return forms.TextInput().render(f"{grid}-{number}-{self.name}", value, attributes)


Typed = Mapping[str, str]


class RowsWidget(forms.Widget):
    """The grid; `name-3-minutes` is what is sent of the fourth row."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self.columns = list(columns)

    def value_from_datadict(self, data: Any, files: MultiValueDict[str, Any], name: str) -> list[Typed]:
        """The typed rows in order, empty ones left out."""
        pattern = re.compile(rf"{re.escape(name)}-(\d{{1,4}})-")
        numbers = sorted({int(found[1]) for key in data if (found := pattern.match(key))})
        rows = [
            {column.name: str(data.get(f"{name}-{number}-{column.name}", "")).strip() for column in self.columns}
            for number in numbers
        ]
        return [row for row in rows if any(row.values())]

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """The grid with what is there or was typed, and some empty rows."""
        given: list[Mapping[str, object]] = [*(value or []), *({} for _number in range(SPARE))]
        rows = [
            [column.input(name, number, row.get(column.name)) for column in self.columns]
            for number, row in enumerate(given)
        ]
        return render_to_string("tournaments/_rows.html", {"name": name, "columns": self.columns, "rows": rows})


class RowsField(forms.Field):
    """Filled rows, each number read; a list is a tuple."""

    def __init__(self, *, columns: Sequence[Column], **options: Any) -> None:
        self.columns = list(columns)
        super().__init__(widget=RowsWidget(columns), **options)

    def to_python(self, value: Sequence[Typed] | None) -> list[dict[str, Any]]:
        """Refuse what is no number, with the row's place."""
        rows = list(value or [])
        if len(rows) > MOST_ROWS:
            raise ValidationError(_("No more than %(most)s rows are allowed.") % {"most": MOST_ROWS}, code="too_many")
        found: list[dict[str, Any]] = []
        for place, row in enumerate(rows, 1):
            numbers = {column.name: row[column.name].split() for column in self.columns}
            wrong = any(not _NUMBER.fullmatch(word) for words in numbers.values() for word in words)
            if wrong or any(len(numbers[one.name]) > 1 and not one.is_list for one in self.columns):
                raise ValidationError(_("Row %(place)s: enter whole numbers.") % {"place": place}, code="unreadable")
            if numbers[self.columns[0].name]:
                found.append({one.name: one.read(numbers[one.name]) for one in self.columns})
        return found

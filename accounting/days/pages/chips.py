"""Chips typed by denomination: a grid with the house's chips, how many of each, and what they are worth together.

`ChipsField` gives what the services take: `{"10000": 3, "500": 1}`, or None where nothing was typed. `chips.js` shows
sums while typing; the grid also works without it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

_PIECES: Final = re.compile(r"[0-9]{1,6}")
Typed = Mapping[str, str]


class ChipsWidget(forms.Widget):
    """One small input for each denomination, the largest first; `name_10000` in what is sent."""

    def __init__(self, denominations_cents: Sequence[int]) -> None:
        super().__init__()
        self.denominations_cents = sorted(denominations_cents, reverse=True)

    def value_from_datadict(self, data: Any, files: MultiValueDict[str, Any], name: str) -> Typed:
        """What was typed, by denomination."""
        typed = {str(cents): str(data.get(f"{name}_{cents}", "")).strip() for cents in self.denominations_cents}
        return {cents: text for cents, text in typed.items() if text}

    def value_omitted_from_data(self, data: Any, files: MultiValueDict[str, Any], name: str) -> bool:
        """Whether no chip was typed."""
        return not self.value_from_datadict(data, files, name)

    def id_for_label(self, id_: str) -> str:
        """The first input: a tap on the label begins the count."""
        return f"{id_}_{self.denominations_cents[0]}"

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """The grid, with what was typed."""
        given: Mapping[str, object] = value or {}
        field_id = (attrs or {}).get("id", f"id_{name}")
        rows = [
            {"cents": cents, "name": f"{name}_{cents}", "id": f"{field_id}_{cents}", "typed": given.get(str(cents), "")}
            for cents in self.denominations_cents
        ]
        return render_to_string("pages/_chips.html", {"rows": rows, "readonly": "readonly" in self.attrs})


class ChipsField(forms.Field):
    """Chips by denomination; `{}` only where a 0 was typed."""

    def __init__(self, *, denominations_cents: Sequence[int], **options: Any) -> None:
        super().__init__(widget=ChipsWidget(denominations_cents), **options)

    def to_python(self, value: Typed | None) -> dict[str, int] | None:
        """Pieces by denomination; None where nothing was typed."""
        if not value:
            return None
        if not all(_PIECES.fullmatch(text) for text in value.values()):
            raise ValidationError(_("Enter how many chips of each value there are, in digits."), code="unreadable")
        return {cents: int(text) for cents, text in value.items()}

    def validate(self, value: dict[str, int] | None) -> None:
        """An empty box is typed as 0; an empty form may be a forgotten count."""
        if value is None and self.required:
            raise ValidationError(_("Count the chips. Where there are none, enter 0."), code="required")

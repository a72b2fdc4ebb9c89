"""Chips in the admin: how many of which."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin

from accounting import chips
from casino import wording


def chips_column(field: str, label: Any) -> Callable[[Any, Any], str]:
    """A read-only field that shows chips as `5 × 100.00, 20 × 5.00`; its name is `*_pieces`."""

    def column(_admin: Any, row: Any) -> str:
        stored = getattr(row, field)
        if not stored:
            return "–"
        return ", ".join(f"{pieces} × {wording.money(cents)}" for cents, pieces in chips.load(stored).items())

    column.__name__ = f"{field}_pieces"
    return admin.display(description=label, empty_value="–")(column)

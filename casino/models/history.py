"""The history of a row: its values at each change, who changed it, when by the house's clock, and why."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import models
from simple_history.models import HistoricalRecords as LibraryRecords

from casino import house_time

LONGEST_KEPT = 100

_reason: ContextVar[str] = ContextVar("reason of a change", default="")


@contextmanager
def because(reason: str) -> Iterator[None]:
    """Rows that are saved meanwhile keep `reason` in their history (its first 100 characters)."""
    token = _reason.set(reason[:LONGEST_KEPT])
    try:
        yield
    finally:
        _reason.reset(token)


class HistoricalRecords(LibraryRecords):  # type: ignore[misc]
    """The library's records, with the house's time instead of the machine's."""

    def create_historical_record(self, instance: models.Model, history_type: str, using: str | None = None) -> None:
        instance._history_date = house_time.now()  # type: ignore[attr-defined]  # noqa: SLF001
        if reason := _reason.get():
            instance._change_reason = reason  # type: ignore[attr-defined]  # noqa: SLF001 -- the library reads it
        super().create_historical_record(instance, history_type, using)

"""The history of a row: its values at each change, who changed it, when by the house's clock, and why."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from django.db import models
from simple_history.manager import HistoryManager as LibraryManager
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


class _HistoryManager(LibraryManager):  # type: ignore[misc]
    """The library's manager, whose class is made once: the library makes another at each look at a history."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: Any, class_name: str | None = None) -> Any:
        return super().from_queryset(queryset_class, class_name)


class HistoricalRecords(LibraryRecords):  # type: ignore[misc]
    """The library's records, with the house's time instead of the machine's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, history_manager=_HistoryManager, **kwargs)

    def create_historical_record(self, instance: models.Model, history_type: str, using: str | None = None) -> None:
        instance._history_date = house_time.now()  # type: ignore[attr-defined]  # noqa: SLF001
        if reason := _reason.get():
            instance._change_reason = reason  # type: ignore[attr-defined]  # noqa: SLF001 -- the library reads it
        super().create_historical_record(instance, history_type, using)

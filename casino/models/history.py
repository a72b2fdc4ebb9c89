"""The history of a row: its values at each change, the user, and the time by the house's clock."""

from django.db import models
from simple_history.models import HistoricalRecords as LibraryRecords

from casino import house_time


class HistoricalRecords(LibraryRecords):  # type: ignore[misc]
    """The library's records, with the house's time instead of the machine's."""

    def create_historical_record(self, instance: models.Model, history_type: str, using: str | None = None) -> None:
        instance._history_date = house_time.now()  # type: ignore[attr-defined]  # noqa: SLF001
        super().create_historical_record(instance, history_type, using)

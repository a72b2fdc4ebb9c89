"""The house's clock: what services take for now."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from casino import house_time
from tests import builders

NEW_YEAR = datetime(2019, 12, 31, 23, 30, tzinfo=UTC)


def test_it_is_the_machines():
    before = datetime.now(UTC)
    assert before <= house_time.now() <= datetime.now(UTC)


def test_a_caller_shows_another_and_it_is_given_back_whatever_happens():
    def break_off() -> None:
        with house_time.shown_by(lambda: NEW_YEAR):
            assert house_time.now() == NEW_YEAR
            assert house_time.today(ZoneInfo("Europe/Berlin")).isoformat() == "2020-01-01"
            with timezone.override("Europe/Berlin"):
                assert house_time.local_now().hour == 0
            raise InterruptedError

    with pytest.raises(InterruptedError):
        break_off()
    assert house_time.now() > NEW_YEAR


def test_nobody_else_sees_it():
    with house_time.shown_by(lambda: NEW_YEAR), ThreadPoolExecutor(1) as other:
        assert other.submit(house_time.now).result() > NEW_YEAR


@pytest.mark.django_db
def test_what_is_kept_of_a_row_is_dated_by_it():
    with house_time.shown_by(lambda: NEW_YEAR):
        guest = builders.evening().guest("Gerd")
    guest.name = "Gerda"
    guest.save()
    newest, oldest = guest.history.all()
    assert (oldest.history_date, oldest.name) == (NEW_YEAR, "Gerd")
    assert newest.history_date > NEW_YEAR

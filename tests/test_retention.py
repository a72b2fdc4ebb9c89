"""Every column that may hold something about a person has a kind, a law, a period and a fate, or a reason for none."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module

import pytest
from django.apps import apps
from django.db import models

from casino import retention
from casino.retention import Fate
from casino.services import answers, job_files

HOLD_TEXT = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.GenericIPAddressField,
    models.DateField,
    models.BinaryField,
)


def columns() -> Iterator[str]:
    """Every column of every model that holds a text, JSON, an address, bytes or a date, as `table.column`."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            if isinstance(field, HOLD_TEXT) and not isinstance(field, models.DateTimeField):
                yield f"{model._meta.db_table}.{field.column}"


def test_no_column_is_forgotten() -> None:
    undecided = [
        column
        for column in columns()
        if retention.decided(column) is None
        and not any(fnmatchcase(column, pattern) for pattern in retention.NOT_PERSONAL)
    ]
    assert undecided == []


@pytest.mark.parametrize("pattern", [*retention.COLUMNS, *retention.NOT_PERSONAL])
def test_no_decision_is_about_a_column_that_is_not_there(pattern: str) -> None:
    assert any(fnmatchcase(column, pattern) for column in columns())


def test_every_kind_is_there_and_has_a_law() -> None:
    assert {kind for kind, _fate in retention.COLUMNS.values()} == set(retention.KINDS)
    assert all(kind.basis for kind in retention.KINDS.values())


def test_the_door_empties_what_the_register_says() -> None:
    door = import_module("tables.migrations.0006_erasing_guests")
    assert sorted(door.SCRUBBED) == retention.of_fate(columns(), Fate.SCRUBBED)
    assert sorted(door.ABOUT) == retention.of_fate(columns(), Fate.ABOUT)
    covered = {f"{table}.{column}" for table, names in door.COVERED.items() for column in names}
    assert covered <= set(retention.of_fate(columns(), Fate.COVERED))


def test_the_periods_are_those_of_the_code_that_deletes() -> None:
    assert retention.KINDS["answers"].days == answers.KEPT.days
    assert retention.KINDS["files"].days == job_files.KEPT.days
    assert retention.KINDS["sign_ins"].days >= retention.SIGN_INS_LEAST_DAYS

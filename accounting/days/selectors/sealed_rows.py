"""The rows that a seal covers beside the books (`casino.protection`), and their digests.

A row's text is a JSON list of its columns as PostgreSQL writes them, times as seconds since 1970, so that neither
session nor time zone matters.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, models

from accounting.ledger.selectors import chains
from casino import protection, retention
from casino.protection import Sealed
from casino.retention import Fate

MARK = 4
"""Bytes of a row's digest that are kept of each."""


_EMPTIED = (Fate.ERASED, Fate.SCRUBBED, Fate.ABOUT, Fate.AGED)
_PEOPLE = "casino_user"
_OF_PEOPLE = ("casino_", "otp_", "knox_")


@dataclass(frozen=True, slots=True)
class Part:
    """Columns of a table that are sealed together: those of the insert, or, `is_final`, those that come later."""

    table: str
    is_final: bool
    columns: tuple[str, ...]
    condition: str = "true"


@dataclass(frozen=True, slots=True)
class Found:
    """Rows of a part that came since, as `accounting.models.SealedRows` has them."""

    count: int
    keys: str
    waiting: str
    last_key: int
    digest: bytes
    marks: bytes


# The set of keys that are looked at is a few ranges, so an index on the key is used.
_SINCE = """
WITH looked_at AS MATERIALIZED (
    SELECT row.{key}::bigint AS key, COALESCE({condition}, false) AS is_final, {digest} AS digest
      FROM unnest(%(waiting)s::int8multirange + int8multirange(int8range(%(last_key)s + 1, NULL))) AS keys
      JOIN {table} row ON row.{key} >= lower(keys) AND row.{key} < COALESCE(upper(keys), 9223372036854775807)
), found AS (
    SELECT count(*) FILTER (WHERE is_final) AS count, GREATEST(max(key), %(last_key)s) AS last_key,
           COALESCE(range_agg(int8range(key, key + 1)) FILTER (WHERE is_final), '{{}}'::int8multirange) AS keys,
           COALESCE(range_agg(int8range(key, key + 1)) FILTER (WHERE NOT is_final), '{{}}'::int8multirange) AS open,
           sha256(COALESCE(string_agg(digest, ''::bytea ORDER BY key) FILTER (WHERE is_final), ''::bytea)) AS digest,
           COALESCE(string_agg(substr(digest, 1, %(mark)s), ''::bytea ORDER BY key) FILTER (WHERE is_final), ''::bytea)
               AS marks
      FROM looked_at
)
SELECT count, keys::text, (open + (int8multirange(int8range(%(last_key)s + 1, last_key + 1)) - keys))::text, last_key,
       digest, marks
  FROM found
"""


@cache
def parts() -> tuple[Part, ...]:
    """Every part that is sealed, by table."""
    found: list[Part] = []
    for table, model in sorted(models_by_table().items()):
        how = protection.of(table)
        if isinstance(how, Sealed):
            names = [name for name in columns_of(model) if name not in how.left_out and not _is_erased(table, name)]
            found.append(Part(table, is_final=False, columns=tuple(name for name in names if name not in how.later)))
            if how.final:
                later = tuple(name for name in names if name in how.later)
                found.append(Part(table, is_final=True, columns=later, condition=how.final))
    return tuple(found)


@cache
def models_by_table() -> dict[str, type[models.Model]]:
    """All models by their tables."""
    return {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}


def _is_erased(table: str, column: str) -> bool:
    """Whether an erasure empties this column of its own, so that no digest may cover it."""
    return any(
        fnmatchcase(f"{table}.{column}", pattern) and fate in _EMPTIED
        for pattern, (_kind, fate) in retention.COLUMNS.items()
        if not pattern.endswith(".*")
    )


def columns_of(model: type[models.Model]) -> list[str]:
    """The names of a model's columns."""
    return [str(field.column) for field in model._meta.local_concrete_fields]


def absent() -> list[str]:
    """The tables of a copy that was made without the people's rows (docs/operations.md); a house has people."""
    tables = models_by_table()
    if tables[_PEOPLE]._default_manager.exists():
        return []
    return sorted(table for table in tables if table.startswith(_OF_PEOPLE))


def since(part: Part, waiting: str, last_key: int) -> Found:
    """The rows of a part above `last_key` or among those that were waited for; PostgreSQL computes."""
    statement = _SINCE.format(
        table=part.table, key=_key(part.table), condition=part.condition, digest=_digest(part.table, part.columns)
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"waiting": waiting, "last_key": last_key, "mark": MARK})
        count, keys, left, last, digest, marks = cursor.fetchone()
    return Found(count, keys, left, last, bytes(digest), bytes(marks))


def digests(table: str, columns: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """All rows of a table, in the order of their keys, with the digests that PostgreSQL computes."""
    key = _key(table)
    return chains.stream(f"SELECT row.{key}, {_digest(table, columns)} FROM {table} row ORDER BY row.{key}")  # noqa: S608 -- names of our own models


def texts(table: str, columns: Sequence[str]) -> Iterator[tuple[int, bytes]]:
    """The same with the rows' texts, for computing the digests without PostgreSQL."""
    key, written = _key(table), ", ".join(_text(table, column) for column in columns)
    for number, *values in chains.stream(f"SELECT row.{key}, {written} FROM {table} row ORDER BY row.{key}"):  # noqa: S608 -- names of our own models
        yield number, json.dumps(values, ensure_ascii=False).encode()


def outside(table: str, last_key: int, seen: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The keys up to `last_key` that are in none of these ranges."""
    ranges = "{" + ",".join(f"[{first},{after})" for first, after in seen) + "}"
    key = _key(table)
    statement = f"SELECT {key} FROM {table} WHERE {key} <= %s AND NOT {key}::bigint <@ %s::int8multirange ORDER BY 1"  # noqa: S608 -- names of our own models
    return (number for (number,) in chains.stream(statement, [last_key, ranges]))


def keys_of(written: str) -> list[tuple[int, int]]:
    """A multirange as PostgreSQL writes it, as pairs: the first key and the one after the last."""
    return [
        (int(first), int(after))
        for first, _comma, after in (one.partition(",") for one in written.strip("{}").replace("),", ")|").split("|"))
        for first, after in [(first.lstrip("["), after.rstrip(")"))]
        if first
    ]


def _key(table: str) -> str:
    return str(_column(table, None).column)


def _digest(table: str, columns: Sequence[str]) -> str:
    written = ", ".join(_text(table, column) for column in columns)
    return f"sha256(convert_to(json_build_array({written})::text, 'UTF8'))"


def _text(table: str, column: str) -> str:
    """SQL for a column of `row` as text, whatever the session's settings are."""
    if isinstance(_column(table, column), models.DateField):  # a time, too
        return f'extract(epoch FROM row."{column}")::text'
    return f'row."{column}"::text'


def _column(table: str, column: str | None) -> "models.Field[Any, Any]":
    meta = models_by_table()[table]._meta
    field = meta.pk if column is None else next(one for one in meta.local_concrete_fields if one.column == column)
    assert field is not None, "a model has a key"
    return field

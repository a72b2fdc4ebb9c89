"""What a migration does to a house that goes on working: what it locks for long, and what breaks the version before.

A migration is applied to the tables of the last release, and the catalogues of PostgreSQL are compared; so it does not
matter which operation, trigger or statement did it.  A brief ACCESS EXCLUSIVE lock is fine, as for a column with a
constant default: `migrate` waits for it half a second at most.  Nothing that lasts as long as a large table is long may
happen under a lock, and what the version before works with must stay (docs/upgrading.md).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.migrations import Migration
from django.db.migrations.state import ProjectState

LARGE = frozenset({
    "accounting_assessment", "accounting_entry", "accounting_tablehour", "accounting_transfer", "accounting_wager",
    "casino_storedanswer", "tables_down", "tables_hand", "tables_handaction", "tables_qualification", "tables_round",
    "tables_sitting",
})  # fmt: skip
"""The tables that grow with every hand, round, guest or command; a test compares them with the played evening."""

FILES = """
SELECT class.relname, coalesce(owner.relname, class.relname), class.oid, pg_relation_filenode(class.oid)
  FROM pg_class class LEFT JOIN pg_index ON indexrelid = class.oid LEFT JOIN pg_class owner ON owner.oid = indrelid
 WHERE class.relkind IN ('r', 'i') AND class.relnamespace = 'public'::regnamespace
"""
CONSTRAINTS = """
SELECT conname, relname, pg_constraint.oid, contype, convalidated, pg_get_constraintdef(pg_constraint.oid),
       array(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey))
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
 WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace
"""
COLUMNS = """
SELECT relname, attname::text, attnotnull,
       attnotnull AND NOT atthasdef AND attidentity = '' AND attgenerated = '' AS must_be_said, atthasdef
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
"""
WRITTEN = """
SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables
 WHERE schemaname = 'public' AND n_tup_ins + n_tup_upd + n_tup_del > 0
"""
INDEX = re.compile(r"\s*CREATE\s+(UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)", re.IGNORECASE)


@dataclass(frozen=True)
class Schema:
    """The catalogues at one moment: files by relation, constraints by number, columns by table and name."""

    files: Mapping[int, tuple[str, str, int]]
    constraints: Mapping[int, tuple[str, str, str, bool, str, list[str]]]
    columns: Mapping[tuple[str, str], tuple[bool, bool, bool]]

    @classmethod
    def read(cls) -> "Schema":
        return cls(
            {oid: (name, table, file) for name, table, oid, file in _rows(FILES)},
            {oid: (name, table, *rest) for name, table, oid, *rest in _rows(CONSTRAINTS)},
            {(table, column): tuple(rest) for table, column, *rest in _rows(COLUMNS)},
        )

    def tables(self) -> set[str]:
        return {table for _name, table, _file in self.files.values()}


def applied(migration: Migration, state: ProjectState, released: ProjectState) -> tuple[ProjectState, list[str]]:
    """Apply a migration; the state after it, and what it did to a house that the version `released` still serves."""
    before = Schema.read()
    built: list[str] = []
    with transaction.atomic() if migration.atomic else nullcontext():
        written = dict(_rows(WRITTEN))
        with connection.execute_wrapper(_noting(built)), connection.schema_editor(atomic=False) as editor:
            state = migration.apply(state, editor)
        now = dict(_rows(WRITTEN))
    after = Schema.read()
    large = LARGE & before.tables()
    found = [
        *_files(before, after, large, is_atomic=migration.atomic),
        *_checked(before, after, large),
        *_required(before, after, large),
        *_unseen(after, released),
    ]
    if migration.atomic:
        found += (
            f"{table}: {rows - written.get(table, 0)} rows are written in one transaction; write them in steps"
            for table, rows in now.items()
            if table in large and rows > written.get(table, 0)
        )
    else:
        found += (f"an index is built without CONCURRENTLY: {statement}" for statement in built)
    return state, [f"{migration}: {one}" for one in found]


def _files(before: Schema, after: Schema, large: frozenset[str], *, is_atomic: bool) -> Iterator[str]:
    """Tables and indexes that were written again, and indexes that were built, while nobody could write.

    A column that becomes wider gets its indexes under new numbers, with the files that were there.
    """
    there = {file for _name, _table, file in before.files.values()}
    for oid, (name, table, file) in sorted(after.files.items()):
        if table not in large or file in there:
            continue
        if oid in before.files:
            yield f"{table}: {name} is written again"
        elif is_atomic:
            yield f"{table}: the index {name} is built under a lock; build it CONCURRENTLY, in a migration by itself"


def _checked(before: Schema, after: Schema, large: frozenset[str]) -> Iterator[str]:
    """Constraints for which every row was read under a lock.  A foreign key of a new, empty column reads none."""
    for oid, (name, table, kind, is_valid, _text, columns) in sorted(after.constraints.items()):
        was = before.constraints.get(oid)
        is_of_new = kind == "f" and all((table, column) not in before.columns for column in columns)
        has_default = any(after.columns[table, column][2] for column in columns)
        if table in large and is_valid and was is None and not (is_of_new and not has_default):
            yield f"{table}: {name} reads every row under a lock; add it NOT VALID, validate it in a later migration"


def _required(before: Schema, after: Schema, large: frozenset[str]) -> Iterator[str]:
    """Columns that may no longer be empty, where no valid constraint had said so already."""
    for (table, column), (must, *_rest) in sorted(after.columns.items()):
        was = before.columns.get((table, column))
        known = any(
            (of, text) == (table, f"CHECK (({column} IS NOT NULL))") and is_valid
            for _name, of, _kind, is_valid, text, _columns in before.constraints.values()
        )
        if table in large and must and was is not None and not was[0] and not known:
            yield f"{table}: SET NOT NULL of {column} reads every row under a lock; validate a constraint first"


def _unseen(after: Schema, released: ProjectState) -> Iterator[str]:
    """What the released version reads or writes, and would not find or could not write any more."""
    for table, columns in sorted(columns_of(released).items()):
        there = {column: rest for (of, column), rest in after.columns.items() if of == table}
        if not there:
            yield f"{table}: the version before still works with this table"
            continue
        for column, may_be_empty in columns.items():
            if column not in there:
                yield f"{table}: the version before still works with the column {column}"
            elif may_be_empty and there[column][0]:
                yield f"{table}: the version before may still leave {column} empty"
        yield from (
            f"{table}: the version before does not know {column}, which has no default in the database"
            for column, (_must, must_be_said, _default) in sorted(there.items())
            if column not in columns and must_be_said
        )


def columns_of(state: ProjectState) -> dict[str, dict[str, bool]]:
    """The tables and columns of a version, and whether it may leave them empty."""
    found: dict[str, dict[str, bool]] = {}
    for model in state.apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy:
            columns = {field.column: field.null for field in model._meta.local_concrete_fields}
            found.setdefault(model._meta.db_table, {}).update(columns)
    return found


def _noting(built: list[str]) -> Callable[..., Any]:
    """Note each index of a large table that is not built CONCURRENTLY."""

    def execute(call: Callable[..., Any], sql: object, params: Any, many: Any, context: Any) -> Any:
        statement = str(sql)
        if INDEX.match(statement) and any(f'"{table}"' in statement or f" {table} " in statement for table in LARGE):
            built.append(statement)
        return call(sql, params, many, context)

    return execute


def _rows(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()

"""Queries in PostgreSQL's binary format, which is faster for very many rows."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from psycopg import Cursor


def fetched(statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """All rows of a statement, on Django's connection and in its transaction; times aware, `bytea` as bytes."""
    connection.ensure_connection()
    with Cursor(connection.connection) as cursor:  # Django's own cursors read text only
        cursor.execute(statement, values, binary=True)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

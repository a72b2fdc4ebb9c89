"""Bulk rows: PostgreSQL makes them in one connection and takes them in by COPY in another.

Only for the bench's own throw-away database: triggers are off meanwhile, so only constraints are checked, and nothing
is chained.  Services create the first rows; this module multiplies them.
"""

from collections.abc import Iterable, Mapping

import psycopg
from psycopg import sql

from casino.embedded.postgres import Cluster


def columns(server: Cluster, table: str) -> list[str]:
    """The columns of a table, in order."""
    with psycopg.connect(server.url()) as connection:
        rows = connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position",
            [table],
        )
        return [str(row[0]) for row in rows]


def fill(server: Cluster, table: str, names: Iterable[str], select: str) -> None:
    """Copy the rows of `select` into `table`'s columns `names`."""
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names))
    )
    with psycopg.connect(server.url()) as source, psycopg.connect(server.url()) as target:
        target.execute("SET session_replication_role = replica")
        rows = source.cursor().copy(sql.SQL("COPY ({}) TO STDOUT").format(sql.SQL(select)))
        with rows as made, target.cursor().copy(into) as taken:
            for block in made:
                taken.write(block)


def clones(server: Cluster, table: str, *, where: str, copies: range, changes: Mapping[str, str]) -> None:
    """Copy the rows of `table` that match `where`, once for every number `n` in `copies`.

    `changes` are SQL expressions by column, over the row (`model`) and `n`.
    """
    names = columns(server, table)
    values = ", ".join(changes.get(name, f"model.{name}") for name in names)
    fill(
        server,
        table,
        names,
        f"SELECT {values} FROM generate_series({copies.start}, {copies.stop - 1}) AS n, {table} AS model WHERE {where}",  # noqa: S608 -- of our own
    )

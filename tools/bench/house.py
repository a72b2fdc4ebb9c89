"""The bench's own servers: a throw-away PostgreSQL that syncs to disk as in production, and the web server.

Their data lies in a temporary folder, so the bench neither needs nor touches a running installation.
"""

import contextlib
import copy
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections
from psycopg import sql

from casino import environment
from casino.embedded import parts
from casino.embedded.binaries import postgres_folder
from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from casino.management.commands.up import free_port, web_answers
from tools.bench import bare

WEB_WORKERS = 2
"""The number of workers that `casino.embedded.parts.web` starts."""


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """An empty, durable PostgreSQL with all tables, and this process's connection pointed at it."""
    folder = Path(tempfile.mkdtemp(prefix="casino-bench-"))
    server = Cluster(folder)
    try:
        server.start()
        os.environ |= {"CASINO_DATA": str(folder), "DATABASE_URL": server.url()}
        environment.static_folder().mkdir()
        address = environment.database(server.url())
        connections["default"].close()
        connections["default"].settings_dict.update(
            {name: address[name] for name in ("HOST", "PORT", "USER", "PASSWORD", "NAME")}
        )
        settings.DATABASE_OWNER = None  # the bench fills tables as their owner
        settings.SECRET_KEY = environment.secret_key()  # as the web server has it, in the same folder
        call_command("migrate", interactive=False, verbosity=0)
        run(server, bare.TABLE)
        yield server
    finally:
        connections.close_all()
        server.remove()
        shutil.rmtree(folder, ignore_errors=True)


def twin(server: Cluster, database: str) -> Cluster:
    """A copy of the (still empty) database on the same server."""
    connections["default"].close()
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(database), sql.Identifier(server.database))
        )
    other = copy.copy(server)
    other.database = database
    return other


@contextlib.contextmanager
def web() -> Iterator[int]:
    """The web server as `up` starts it, on the bench's addresses; gives its port."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tools.bench.settings"
    port = free_port(0)
    server = parts.web(port)
    try:
        if not until(lambda: server.has_ended() or web_answers(port), 60) or server.has_ended():
            raise CommandError("The web server did not answer.")
        yield port
    finally:
        server.stop()


def run(server: Cluster, *statements: str) -> None:
    """Execute statements as the owner of the database, each in its own transaction."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def read(server: Cluster, statement: str) -> str:
    """The text that a statement gives."""
    with psycopg.connect(server.url()) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    return str(row[0])


def program(name: str) -> Path:
    """The path of pgbench or psql of the running server's version."""
    return postgres_folder() / name

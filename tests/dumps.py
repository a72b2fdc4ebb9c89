"""Where `pg_dump` and `psql` are, and how they reach a database of the tests' server."""

from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.db import connection

from casino.embedded import binaries
from casino.embedded.processes import StartError


def programs() -> Path:
    """The folder of both; the test is skipped where they are missing or older than the server."""
    try:
        folder = binaries.postgres_folder()
    except StartError:
        pytest.skip("no PostgreSQL on this machine")
    if not (folder / "pg_dump").exists() or not (folder / "psql").exists():
        pytest.skip("this PostgreSQL comes without pg_dump and psql")
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        if binaries.postgres_major(folder) < int(cursor.fetchone()[0]) // 10_000:
            pytest.skip("this pg_dump is older than the server")
    return folder


def url(name: str) -> str:
    """The address of the database with this name, as the owner."""
    place = connection.settings_dict
    people = quote(place["USER"]) + (f":{quote(place['PASSWORD'])}" if place["PASSWORD"] else "")
    where = {"host": place["HOST"]} | ({"port": place["PORT"]} if place["PORT"] else {})
    return f"postgresql://{people}@/{name}?{urlencode(where)}"

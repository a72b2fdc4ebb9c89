"""An auditor takes a dump home: without the people's rows, without roles, keys and triggers, and it proves there."""

import json
import os
import subprocess
import sys

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from accounting.models import Entry, Seal
from casino import environment
from casino.models import User
from tests import dumps
from tests.forging import sealed_evening

COPY = "dump_of_a_house"


@pytest.fixture
def programs():
    return dumps.programs()


@pytest.fixture
def copy(programs):
    """An empty database beside the house's."""
    with psycopg.connect(dumps.url("postgres"), autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(COPY)))
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(COPY)))
        yield dumps.url(COPY)
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(COPY)))


def dumped(programs, copy):
    """The README's command: only tables and rows, and none of those who work in the house."""
    dump = subprocess.run(
        [
            programs / "pg_dump",
            "--no-owner",
            "--no-acl",
            "--section=pre-data",
            "--section=data",
            "--exclude-table-data=casino_*",
            dumps.url(connection.settings_dict["NAME"]),
        ],
        check=True,
        capture_output=True,
    ).stdout
    restore = [programs / "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", copy]
    subprocess.run(restore, input=dump, check=True, capture_output=True)


def proven(copy, *arguments):
    done = subprocess.run(
        [sys.executable, "manage.py", "prove", "--json", *arguments],
        cwd=environment.ROOT,
        env=os.environ | {"DATABASE_URL": copy, "DJANGO_SETTINGS_MODULE": "casino.settings.testing"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout.splitlines()[-1])


@pytest.mark.release("dumps, restores and proves in several processes")
def test_a_dump_without_the_people_proves_and_a_changed_one_does_not(transactional_db, programs, copy):
    evening = sealed_evening()
    seal = f"{evening.day.date}={Seal.objects.get().digest}"
    dumped(programs, copy)
    status, said = proven(copy, "--seal", seal)
    assert (status, said["ok"], said["entries"], said["copies"]) == (0, True, Entry.objects.count(), {seal: True})
    with psycopg.connect(copy, autocommit=True) as taken_home:
        assert taken_home.execute("SELECT count(*) FROM casino_user").fetchone() == (0,)
        assert User.objects.count() > 4
        taken_home.execute("UPDATE accounting_transfer SET amount_cents = 1 WHERE destination = 'tips/T07'")
    status, said = proven(copy)
    hands = Entry.objects.filter(code="hand").order_by("number").values_list("number", flat=True)
    assert (status, said["ok"]) == (1, False)
    assert [(one["book"], one["number"]) for one in said["broken"][:2]] == [("table/T07", number) for number in hands]

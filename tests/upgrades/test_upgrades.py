"""A house of an earlier version goes on in this one: upgraded, proven, audited, and the next hand is recorded."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test import override_settings
from rest_framework.test import APIClient

from accounting.models import Entry
from casino import environment, house_time
from casino.embedded.postgres import APPLICATION
from casino.selectors import migrations
from casino.services import database, sign_in
from tables.models import Down, Game, Hand, Session
from tests import databases, dumps, shipped_migrations
from tests.upgrades import houses


@pytest.fixture
def programs(django_db_setup: None, django_db_blocker: Any) -> Iterator[Path]:
    with django_db_blocker.unblock():
        yield dumps.programs()


@contextmanager
def restored(version: str, programs: Path) -> Iterator[None]:
    """The house of a version as it was left."""
    with databases.fresh("template0"):
        houses.restore(version, dumps.url(connection.settings_dict["NAME"]), programs)
        yield


@contextmanager
def two_roles() -> Iterator[None]:
    """The house works as the application's role, and migrates as the owner; one role where a server is not ours."""
    if environment.text("DATABASE_URL"):
        yield
        return
    place, owner = connections.settings["default"], connections["default"]
    user, place["USER"] = place["USER"], APPLICATION
    connections["default"] = connections.create_connection("default")
    try:
        with override_settings(DATABASE_OWNER={"USER": user}):
            yield
    finally:
        connections["default"].close()
        connections["default"], place["USER"] = owner, user


def said(command: str, **options: Any) -> str:
    out = StringIO()
    call_command(command, stdout=out, stderr=out, **options)
    return out.getvalue()


def record_a_hand() -> Hand:
    """The next hand at a table whose hands are recorded by their outcome, over the API; sent twice, booked once."""
    playing = Down.objects.filter(ended_at=None, session__state=Session.State.OPEN)
    down = playing.filter(session__game__recording=Game.Recording.SUMMARY).earliest("pk")
    token, _until = sign_in.give_token(actor=down.dealer)
    client, at = APIClient(), f"/api/v1/tables/{down.session.table_id}/"
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}", HTTP_IDEMPOTENCY_KEY=str(uuid4()))
    hand = {"pot_cents": 4_000, "flop_seen": True, "dealt_in": 2, "tip_cents": 100}
    hand["version"] = client.get(at).json()["version"]
    booked, again = (client.post(f"{at}hands/record/", hand, format="json") for _time in range(2))
    assert (booked.status_code, again.status_code) == (201, 201), booked.content
    assert booked.json() == again.json()
    return Hand.objects.get(pk=booked.json()["id"])


@pytest.mark.parametrize("version", [houses.FIRST_RELEASE, houses.BEFORE_IT])
def test_a_house_is_upgraded_proven_and_audited_and_goes_on(version: str, programs: Path) -> None:
    with restored(version, programs), two_roles():
        entries, hands = table_rows("accounting_entry"), table_rows("tables_hand")
        assert said("migrate", verbosity=0) == "", "the schema is that of a new house"
        assert migrations.missing() == 0
        assert (Entry.objects.count(), Hand.objects.count()) == (entries, hands)
        tomorrow = Entry.objects.latest("at").at + timedelta(minutes=1)
        with house_time.shown_by(lambda: tomorrow):
            before = json.loads(said("prove", json=True))
            assert (before["ok"], before["entries"]) == (True, entries)
            audit = json.loads(said("audit", json=True))
            assert (audit["ok"], audit["agree"]) == (True, audit["hands"])
            assert record_a_hand().state == Hand.State.SETTLED
            after = json.loads(said("prove", json=True))
        assert (after["ok"], after["entries"]) == (True, entries + 1)


def table_rows(table: str) -> int:
    """Counted as the owner, before the application has rights."""
    with database.as_owner(), connections["default"].cursor() as cursor:
        cursor.execute(f'SELECT count(*) FROM "{table}"')
        return int(cursor.fetchone()[0])


def test_the_state_before_the_first_release_lacks_what_came_until_then(programs: Path) -> None:
    """So the test above applies migrations; those of the state itself are shipped, and never change."""
    with restored(houses.BEFORE_IT, programs):
        missing = migrations.history().missing
    assert {"accounting.0008_declining_reopenings", "casino.0004_staff_numbers", "tables.0016_float_counts"} <= {
        *missing
    }
    assert "accounting.0006_view_of_plays" not in missing
    shipped = {path.replace("/migrations/", ".").removesuffix(".py") for path in shipped_migrations.shipped()}
    assert shipped >= {"accounting.0001_models", "casino.0003_triggers", "tables.0007_triggers_of_jackpots"}


def test_a_dump_is_understood_by_every_major_version() -> None:
    dump = ["\\restrict key\n", "SET statement_timeout = 0;\n", "SET transaction_timeout = 0;\n", "\\unrestrict key\n"]
    assert houses.portable(dump) == "SET statement_timeout = 0;\n"

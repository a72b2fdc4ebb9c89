"""A house behind PgBouncer, which gives every transaction another session: it serves, books and proves as without."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from tests import pooler
from tests.casino.conftest import administer
from tests.faults.kills import Faults
from tests.patience import PATIENCE_S
from tests.pooler import Pooler
from tests.running_house import RunningHouse, running
from tests.test_settings import CHECK, run

pytestmark = [pytest.mark.services, pytest.mark.release("a house of its own behind each PgBouncer of the machine")]

ROLES = {"": "house_app", "_OWNER": "house_owner"}
WITHOUT_BROKER = {"CELERY_BROKER_URL": "redis://127.0.0.1:1"}  # nobody listens there, and nobody has to
ORDERS = 200
THREE_DAYS = """
from tests.stories import three_days
with three_days.played() as (_room, days):
    print(*(day.state.value for day in days))
"""

LIMITS = """
from django.db import connection, transaction
def tell():
    with connection.cursor() as cursor:
        names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
        cursor.execute("SELECT " + ", ".join(f"current_setting('{name}')" for name in names))
        print(*cursor.fetchone())
tell()
with transaction.atomic():
    tell()
tell()
"""

READY = """
from django.test import Client
answer = Client(HTTP_HOST="localhost").get("/readyz")
print(answer.status_code, answer.content.decode())
"""


@pytest.fixture(params=pooler.programs() or [None], ids=str)
def program(request: pytest.FixtureRequest) -> Path:
    """Each PgBouncer in turn."""
    if request.param is None:
        pytest.skip(f"no pgbouncer on this machine, and none named in {pooler.NAMED}")
    return Path(request.param)


@pytest.fixture(params=["transaction", "preparing"])
def setting(request: pytest.FixtureRequest, program: Path) -> str:
    """What DATABASE_POOLER says."""
    if request.param == "preparing" and not pooler.prepares(program):
        pytest.skip("this PgBouncer does not hand on prepared statements")
    return str(request.param)


@pytest.fixture
def server(house_server: Cluster) -> Cluster:
    """With the application's role and all tables."""
    with psycopg.connect(house_server.url("postgres"), autocommit=True) as administrator:
        administrator.execute("CREATE ROLE house_app LOGIN")
    named = {f"DATABASE{which}_URL": house_server.url("house", role=role) for which, role in ROLES.items()}
    migrated = run(named | WITHOUT_BROKER, "manage.py", "migrate")
    assert migrated.returncode == 0, migrated.stderr
    administer(house_server, migrated.stderr)
    return house_server


def variables(server: Cluster, made: Pooler, setting: str) -> dict[str, str]:
    """The application goes through the pooler, its owner around it."""
    return {
        "DATABASE_URL": made.url("house", "house_app"),
        "DATABASE_OWNER_URL": server.url("house", role="house_owner"),
        "DATABASE_POOLER": setting,
    }


@pytest.fixture
def house(program: Path, setting: str, server: Cluster, tmp_path: Path) -> Iterator[RunningHouse]:
    """Web server, worker, beat and every command of it go through the pooler."""
    with pooler.pooler(program, server, "house_app") as made, running(tmp_path / "data") as house:
        house.environ |= variables(server, made, setting)
        yield house


def test_an_evening_is_served_to_many_clients_at_once(house: RunningHouse) -> None:
    """Windows and tables over HTTP, while worker and beat roll up; then everything is compared, audited and proven."""
    load = Faults(house, seed=11)
    told = [client.told for client in load.clients]
    assert until(lambda: sum(one.acknowledged for one in told) >= ORDERS, PATIENCE_S), (told, house.said()[-3000:])
    verdict = load.verdict()
    assert verdict.holds, (verdict, house.said()[-3000:])
    assert (verdict.unanswered, verdict.codes) == (0, {})


def test_three_days_of_a_house_are_played_audited_and_proven(program: Path, setting: str, server: Cluster) -> None:
    """A story over services: slips, boxes, findings, closes; each transaction has another session."""
    with pooler.pooler(program, server, "house_app") as made:
        named = variables(server, made, setting) | WITHOUT_BROKER
        with made.all_sessions("house"):
            pass  # so that the one client below gets one after the other
        played = run(named, "manage.py", "shell", "--no-imports", "-c", THREE_DAYS)
        assert played.returncode == 0, played.stderr
        assert played.stdout.split() == ["closed"] * 3
        for words in (("rollup",), ("audit",), ("prove",), ("prove", "--independent")):
            done = run(named, "manage.py", *words)
            assert done.returncode == 0, done.stdout + done.stderr


def test_without_the_setting_it_breaks_at_a_statement_that_another_session_prepared(
    program: Path, server: Cluster
) -> None:
    """So the tests above tell something; this PgBouncer drops the connection's options instead of refusing them."""
    with pooler.pooler(program, server, "house_app", kept=0, ignore_startup_parameters="options") as made:
        named = variables(server, made, "") | WITHOUT_BROKER
        told = run(named, *CHECK, "--database", "default").stderr
        with made.all_sessions("house"):
            pass  # so that the one client below gets one after the other
        played = run(named, "manage.py", "shell", "--no-imports", "-c", THREE_DAYS)
    assert "casino.W008" in told
    assert played.returncode == 1
    assert "prepared statement" in played.stderr


def test_limits_are_those_of_the_role_and_lifted_by_other_work(program: Path, setting: str, server: Cluster) -> None:
    """Outside a transaction all have the limits of a request, inside a web server alone."""
    with pooler.pooler(program, server, "house_app") as made:
        named = variables(server, made, setting) | WITHOUT_BROKER
        assert "casino." not in run(named, "manage.py", "check", "--database", "default").stderr
        for first, inside in (("", "2s 0 0"), ("import casino.asgi", "2s 20s 20s")):
            told = run(named, "manage.py", "shell", "--no-imports", "-c", f"{first}\n{LIMITS}")
            assert told.stdout.splitlines() == ["2s 20s 20s", inside, "2s 20s 20s"], told.stderr


def test_a_request_that_gets_no_session_in_time_is_told_to_come_again(program: Path, server: Cluster) -> None:
    """As when the database does not answer: nothing was changed, and nobody hangs for two minutes."""
    with pooler.pooler(program, server, "house_app", query_wait_timeout="1") as made, made.all_sessions("house"):
        named = variables(server, made, "transaction") | WITHOUT_BROKER
        told = run(named, "manage.py", "shell", "--no-imports", "-c", READY)
    assert told.stdout.strip() == "503 no database", told.stderr

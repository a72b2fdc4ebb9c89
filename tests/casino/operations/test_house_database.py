"""A house's own PostgreSQL: an owner who is no superuser migrates, and web, worker and beat are another role."""

import psycopg
import pytest

from casino.embedded.postgres import Cluster
from tests.casino.conftest import administer
from tests.test_settings import CHECK, PRODUCTION, run

pytestmark = [pytest.mark.services, pytest.mark.release("migrates a server of its own, command by command")]


def variables(server: Cluster) -> dict[str, str]:
    """What whoever migrates has in his environment."""
    return PRODUCTION | {
        "DATABASE_URL": server.url("house", role="house_app"),
        "DATABASE_OWNER_URL": server.url("house", role="house_owner"),
    }


def test_a_house_is_set_up_with_two_roles(house_server: Cluster) -> None:
    server = house_server
    named = variables(server)
    refused = run(named, "manage.py", "migrate")
    assert refused.returncode == 1
    assert "Die Rolle house_app gibt es nicht" in refused.stderr, "in the language of the house"
    with psycopg.connect(server.url("postgres"), autocommit=True) as administrator:
        administrator.execute("CREATE ROLE house_app LOGIN")
    untold = run(named, *CHECK, "--database", "default")
    assert "casino.E003" in untold.stderr, "tables are there, and no right to them"

    done = run(named, "manage.py", "migrate")
    assert done.returncode == 0, done.stderr
    open_still = run(named, *CHECK, "--database", "default")
    assert "casino.W003" in open_still.stderr
    assert "advisory locks, limits of house_app" in open_still.stderr, "the owner of the database has closed it"
    administer(server, done.stderr)
    again = run(named, "manage.py", "grants")
    assert (again.returncode, again.stderr) == (0, ""), "nothing is left, and the owner may still do it"

    web = {name: value for name, value in named.items() if name != "DATABASE_OWNER_URL"}
    checked = run(web, *CHECK, "--database", "default")
    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout
    assert run(web, "manage.py", "createhouse", "sb", "Spielbank").returncode == 0
    for words in (("migrate", "casino", "zero"), ("grants",)):  # without their owner nobody changes the tables
        assert run(web, "manage.py", *words).returncode == 1

    owner = web | {"DATABASE_URL": server.url("house", role="house_owner")}
    assert "casino.W002" in run(owner, *CHECK, "--database", "default").stderr
    assert "casino.W001" in run(web | {"DATABASE_URL": server.url("house")}, *CHECK, "--database", "default").stderr

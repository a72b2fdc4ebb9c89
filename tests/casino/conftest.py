"""People, a small command of the tests' own, and the application's own role of the database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, connections
from rest_framework.test import APIClient

from casino import environment
from casino.embedded.postgres import APPLICATION, Cluster
from casino.models import User
from casino.services import sign_in, users

PASSWORD = "a sentence long enough"


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """`person("floor")` makes a user with that role, by the service."""

    def make(*role_names: str, username: str = "", language: str = "en") -> User:
        return users.create(
            username=username or "-".join(role_names) or "nobody",
            password=PASSWORD,
            full_name="",
            role_names=role_names,
            language=language,
        )

    return make


@pytest.fixture
def signed_in() -> Callable[[User], APIClient]:
    """An API client that carries a token of the user."""

    def sign(user: User) -> APIClient:
        token, _expires_at = sign_in.give_token(actor=user)
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        return client

    return sign


@pytest.fixture(scope="session")
def granted(django_db_setup: None, django_db_blocker: Any) -> None:
    """The rights as `migrate` gives them, committed."""
    with django_db_blocker.unblock():
        call_command("grants", role=APPLICATION, verbosity=0)
        connection.close()


def address(role: str) -> dict[str, Any]:
    """How another connection reaches the tests' database as `role`."""
    place = connection.settings_dict
    named = {"host": place["HOST"], "port": place["PORT"], "dbname": place["NAME"], "user": role}
    return {name: value for name, value in named.items() if value}


@pytest.fixture
def application(granted: None, db: None) -> Iterator["psycopg.Connection[Any]"]:
    """A connection as web, worker and beat have it; each statement by itself."""
    if environment.text("DATABASE_URL"):
        pytest.skip("the role of a server that is not ours may need a password")
    with psycopg.connect(**address(APPLICATION), autocommit=True) as line:
        yield line


@pytest.fixture
def as_application(granted: None, transactional_db: None) -> Iterator[None]:
    """The whole test's connection is the application's; afterwards the owner empties the tables."""
    if environment.text("DATABASE_URL"):
        pytest.skip("the role of a server that is not ours may need a password")
    call_command("grants", role=APPLICATION, verbosity=0)  # a copy of a database has not the rights on the database
    owner = connections["default"]
    owner.close()
    working = owner.copy()
    working.settings_dict["USER"] = APPLICATION
    connections["default"] = working
    yield
    working.close()
    connections["default"] = owner


@pytest.fixture
def house_server(tmp_path: Path) -> Iterator[Cluster]:
    """A house's own PostgreSQL as its administrator leaves it: a database and its owner, who may make no roles."""
    with Cluster(tmp_path / "server", durable=False) as cluster:
        with psycopg.connect(cluster.url("postgres"), autocommit=True) as administrator:
            administrator.execute("CREATE ROLE house_owner LOGIN")
            administrator.execute("CREATE DATABASE house OWNER house_owner")
        yield cluster


def administer(server: Cluster, told: str) -> None:
    """Run what `grants` leaves to PostgreSQL's administrator, as it has told it."""
    statements = told.partition("Run in this database as one: ")[2].partition("\n")[0]
    assert statements, told
    with psycopg.connect(server.url("house")) as administrator:
        administrator.execute(statements)  # type: ignore[call-overload]

"""The settings of a house in production and of a bare machine, read in processes of their own, as servers read them."""

import json
import os
import stat
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from casino import environment
from casino.settings import services
from tests.patience import PATIENCE_S

PRODUCTION = {
    "CASINO_ENV": "production",
    "CASINO_HOSTS": "poker.example, tables.example",
    "CASINO_SECRET_KEY": "0123456789-a-key-of-fifty-letters-and-more-of-them-zyx",
    "DATABASE_URL": "postgresql://house:secret%2Fword@db.example:5433/poker?sslmode=verify-full",
    "CELERY_BROKER_URL": "amqps://house:secret@queue.example:5671/poker",
    "CASINO_BREACHED_PASSWORDS": __file__,  # any that can be read
}
CHECK = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
OURS = ("CASINO_", "DATABASE_", "CELERY_BROKER_URL", "DJANGO_")


@cache
def collected() -> "tempfile.TemporaryDirectory[str]":
    """A house's files for browsers, as `collectstatic` leaves them; removed when the tests end."""
    folder = tempfile.TemporaryDirectory(prefix="casino-static-")
    (Path(folder.name) / "staticfiles.json").touch()
    return folder


def cleared(variables: dict[str, str]) -> dict[str, str]:
    """The environment of a process that has these variables of ours, files for browsers, and no others."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return environ | {"DJANGO_SETTINGS_MODULE": "casino.settings", "CASINO_STATIC": collected().name} | variables


def run(variables: dict[str, str], *argv: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *argv],
        env=cleared(variables),
        cwd=environment.ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def setting(variables: dict[str, str], *names: str) -> list[object]:
    """The values of settings in a process with these variables."""
    script = f"import json, casino.settings as s; print(json.dumps([getattr(s, n) for n in {names!r}], default=str))"
    told = run(variables, "-c", script)
    assert told.returncode == 0, told.stderr
    values: list[object] = json.loads(told.stdout)
    return values


def test_a_production_machine_passes_the_deployment_check() -> None:
    checked = run(PRODUCTION, *CHECK)
    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout


@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_a_bare_machine_fails_it() -> None:
    """So the check above tells something: a local machine speaks plain HTTP."""
    checked = run({}, *CHECK)
    assert checked.returncode == 1
    assert "security.W008" in checked.stderr


@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_one_role_as_owner_and_application_fails_it() -> None:
    """The guards of the books hold against whoever owns nothing (`grants.py` of each package)."""
    owner = PRODUCTION["DATABASE_URL"].replace("db.example:5433", "db-for-migrations.example:5432")
    checked = run(PRODUCTION | {"DATABASE_OWNER_URL": owner}, *CHECK)
    assert checked.returncode == 1
    assert "casino.W004" in checked.stderr
    other = owner.replace("house:", "owner:")
    assert run(PRODUCTION | {"DATABASE_OWNER_URL": other}, *CHECK).returncode == 0


@pytest.mark.parametrize("missing", ["CASINO_HOSTS", "CASINO_SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL"])
@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_production_names_what_it_misses(missing: str) -> None:
    """It never falls back to a key, a database or a broker of its own."""
    variables = {name: value for name, value in PRODUCTION.items() if name != missing}
    refused = run(variables, "manage.py", "check")
    assert refused.returncode != 0
    assert f"{missing} " in refused.stderr
    assert "ImproperlyConfigured" in refused.stderr
    assert json.loads(refused.stderr)["level"] == "CRITICAL", "one record of the log, and nothing else"


def test_a_misspelt_production_is_refused() -> None:
    """Else the house would run as a machine of its own, without TLS and with a key that it made itself."""
    refused = run(PRODUCTION | {"CASINO_ENV": "Production"}, "manage.py", "check")
    assert refused.returncode != 0
    assert "CASINO_ENV is local or production, not Production" in refused.stderr


def test_production_in_debug_is_refused() -> None:
    refused = run(PRODUCTION | {"CASINO_DEBUG": "1"}, "manage.py", "check")
    assert refused.returncode != 0
    assert "CASINO_DEBUG shows source and settings" in refused.stderr


def test_cookies_are_kept_for_this_host_alone_and_the_documentation_for_who_is_signed_in() -> None:
    names = [name for name in dir(settings) if name.endswith("_COOKIE_NAME")]
    assert len(names) >= 6
    assert [one for one in setting(PRODUCTION, *names) if not one.startswith("__Host-")] == []
    [api] = setting(PRODUCTION, "SPECTACULAR_SETTINGS")
    assert api["SERVE_PERMISSIONS"] == ["rest_framework.permissions.IsAuthenticated"]


@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_a_production_machine_never_plays_the_demo() -> None:
    """`up` would make people whose passwords everybody knows."""
    refused = run(PRODUCTION, "manage.py", "up")
    assert refused.returncode == 1
    assert "In production run granian" in refused.stderr


@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_production_serves_named_hosts_only_and_nothing_in_debug() -> None:
    hosts, origins, debug = setting(PRODUCTION, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DEBUG")
    assert hosts == ["poker.example", "tables.example"]
    assert origins == ["https://poker.example", "https://tables.example"]
    assert debug is False


@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_a_proxy_is_believed_only_when_the_house_says_that_there_is_one() -> None:
    assert setting(PRODUCTION, "SECURE_PROXY_SSL_HEADER") == [None]
    behind = setting(PRODUCTION | {"CASINO_BEHIND_PROXY": "1"}, "SECURE_PROXY_SSL_HEADER")
    assert behind == [["HTTP_X_FORWARDED_PROTO", "https"]]


def test_the_database_is_read_from_its_url() -> None:
    (databases,) = setting(PRODUCTION, "DATABASES")
    assert isinstance(databases, dict)
    default = databases["default"]
    assert default["OPTIONS"] == {
        "sslmode": "verify-full",
        "options": "-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=2000",
        "server_side_binding": True,
        "prepare_threshold": 2,
    }
    del default["OPTIONS"]
    assert default == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "poker",
        "USER": "house",
        "PASSWORD": "secret/word",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }


@pytest.mark.django_db
def test_a_statement_that_a_connection_repeats_is_planned_once() -> None:
    with connection.cursor() as cursor:
        for number in range(4):
            cursor.execute("SELECT 42 + %s", [number])
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT 42 + %'")
        assert cursor.fetchone() == (1,)


@pytest.mark.release("more processes; the check itself is tested in the gate")
def test_the_owner_is_known_only_where_somebody_migrates() -> None:
    """On a bare machine both are ours; a house's servers need not know how the owner signs in."""
    assert setting(PRODUCTION, "DATABASE_OWNER") == [None]
    assert setting({"DATABASE_URL": PRODUCTION["DATABASE_URL"]}, "DATABASE_OWNER") == [None]
    named = PRODUCTION | {"DATABASE_OWNER_URL": "postgresql://owner:other@db.example/poker"}
    (owner,) = setting(named, "DATABASE_OWNER")
    assert isinstance(owner, dict)
    assert (owner["USER"], owner["PASSWORD"], owner["NAME"]) == ("owner", "other", "poker")
    bare, own = setting({}, "DATABASES", "DATABASE_OWNER")
    assert isinstance(bare, dict)
    assert isinstance(own, dict)
    assert (bare["default"]["USER"], own["USER"]) == ("casino_app", "casino")
    assert (bare["default"]["HOST"], bare["default"]["NAME"]) == (own["HOST"], own["NAME"])


def test_the_owner_is_told_by_the_variable_and_in_a_house_by_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", PRODUCTION["DATABASE_URL"])
    monkeypatch.delenv("DATABASE_OWNER_URL", raising=False)
    assert services.owner() is None
    monkeypatch.delenv("DATABASE_URL")
    assert (services.owner() or {})["USER"] == "casino"
    monkeypatch.setattr(environment, "PRODUCTION", True)
    assert services.owner() is None
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://owner:other@db.example/poker")
    assert (services.owner() or {})["USER"] == "owner"


def test_nothing_is_written_by_way_of_a_replica() -> None:
    options = services.read_only({"OPTIONS": {"options": "-c lock_timeout=2000"}})["OPTIONS"]
    assert options["options"] == "-c lock_timeout=2000 -c default_transaction_read_only=on"
    assert options["connect_timeout"] == str(services.REPLICA_TIMEOUT_S)


@pytest.mark.parametrize(
    "url", ["http://mail.example", "mail.example:587", "smtp://", "smtp:mail.example", "imaps://m"]
)
def test_what_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CASINO_MAIL_URL"):
        services.mail_server(url)


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("", ("localhost", 587, "", "", False)),
        ("smtp://house:se%2Fcret@mail.example", ("mail.example", 587, "house", "se/cret", False)),
        ("smtps://mail.example", ("mail.example", 465, "", "", True)),
        ("smtps://mail.example:4650", ("mail.example", 4650, "", "", True)),
    ],
)
def test_a_mail_server_is_read_from_its_url(url: str, read: tuple[object, ...]) -> None:
    assert services.mail_server(url) == read


def test_a_socket_folder_can_be_the_host() -> None:
    assert environment.database("postgresql://casino@/casino?host=%2Fvar%2Frun")["HOST"] == "/var/run"
    assert environment.database("postgresql://%2Fvar%2Frun/casino")["HOST"] == "/var/run"


def test_another_database_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        environment.database("sqlite:///house.db")


def test_unacknowledged_tasks_come_back_from_redis_and_amqp_needs_no_help() -> None:
    assert services.transport_options("redis://localhost/0")["visibility_timeout"] == 4 * 3600
    assert services.transport_options("redis+socket:///v.sock?virtual_host=0")["unacked_restore_interval"] == 5
    assert services.transport_options("amqp://localhost//") == {"max_retries": 0, "connect_timeout": 3.0}


def test_requests_have_time_limits_and_workers_have_none() -> None:
    """The web server sets them before its first connection; the rebuild of a year may take longer than a request."""
    database = {"OPTIONS": {"options": "-c lock_timeout=2000"}}
    services.bound_requests(database)
    limits = "-c statement_timeout=20000 -c idle_in_transaction_session_timeout=20000"
    assert database["OPTIONS"]["options"] == f"-c lock_timeout=2000 {limits}"
    assert "timeout=20000" not in services.databases()["default"]["OPTIONS"]["options"]


POOLED = "postgresql://house@pool.example:6432/poker"


class TestAPooler:
    @pytest.fixture(autouse=True)
    def house(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", POOLED)
        monkeypatch.setenv("DATABASE_REPLICA_URL", POOLED)

    @pytest.mark.parametrize(("said", "after"), [("transaction", None), ("preparing", 2)])
    def test_hands_on_no_options_and_prepares_only_where_it_is_said_to(
        self, said: str, after: int | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DATABASE_POOLER", said)
        for place in services.databases().values():
            assert place["ENGINE"] == "casino.pooled"
            assert (place["OPTIONS"]["prepare_threshold"], "options" in place["OPTIONS"]) == (after, False)

    def test_a_request_has_the_limits_of_the_role_and_other_work_lifts_them(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DATABASE_POOLER", "transaction")
        place = services.databases()["default"]
        assert place["LIFTED_MS"] == {"statement_timeout": 0, "idle_in_transaction_session_timeout": 0}
        services.bound_requests(place)
        assert (place["LIFTED_MS"], "options" in place["OPTIONS"]) == ({}, False)

    def test_the_owner_goes_around_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_POOLER", "transaction")
        monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://owner@db.example/poker")
        owner = services.owner() or {}
        assert "lock_timeout=2000" in owner["OPTIONS"]["options"]
        assert not services.is_pooled(owner)

    @pytest.mark.parametrize(
        ("said", "url", "sentence"),
        [
            ("session", POOLED, "DATABASE_POOLER is transaction or preparing, not session"),
            ("transaction", f"{POOLED}?options=-c%20work_mem%3D1MB", "give them to the role"),
            ("transaction", "", "DATABASE_POOLER needs DATABASE_URL"),
        ],
    )
    def test_what_cannot_hold_behind_it_is_refused(
        self, said: str, url: str, sentence: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("DATABASE_POOLER", said)
        monkeypatch.setenv("DATABASE_URL", url)
        with pytest.raises(ImproperlyConfigured, match=sentence):
            services.databases()


def test_a_bare_machine_makes_its_own_key_once_and_keeps_it_to_itself(tmp_path: Path) -> None:
    first = setting({"CASINO_DATA": str(tmp_path / "data")}, "SECRET_KEY")
    second = setting({"CASINO_DATA": str(tmp_path / "data")}, "SECRET_KEY")
    other = setting({"CASINO_DATA": str(tmp_path / "other")}, "SECRET_KEY")
    assert first == second
    assert first != other
    assert len(str(first[0])) >= 64
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]


def test_the_key_can_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from a file\n", encoding="ascii")
    variables = {name: value for name, value in PRODUCTION.items() if name != "CASINO_SECRET_KEY"}
    assert setting(variables | {"CASINO_SECRET_KEY_FILE": str(tmp_path / "key")}, "SECRET_KEY") == ["from a file"]


def test_history_is_never_reverted_by_hand() -> None:
    """A correction is a new fact through a service."""
    assert setting({}, "SIMPLE_HISTORY_REVERT_DISABLED") == [True]


def test_times_are_utc_in_every_process() -> None:
    assert setting({}, "TIME_ZONE", "USE_TZ", "CELERY_TIMEZONE") == ["UTC", True, "UTC"]

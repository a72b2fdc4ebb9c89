"""The settings of a house in production and of a bare machine, read in processes of their own, as servers read them."""

import json
import os
import re
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
    "CASINO_BEHIND_PROXY": "0",
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


@pytest.mark.parametrize("missing", [one.name for one in environment.VARIABLES if one.is_required])
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


SECRETS = [one for one in environment.VARIABLES if one.is_secret]
URLS = [one for one in environment.VARIABLES if one.password]


class TestASecret:
    """Containers and service managers lay secrets out as files; a URL with one in it somebody would have to compose."""

    @pytest.fixture(autouse=True)
    def nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in [name for name in os.environ if name.startswith(OURS)]:
            monkeypatch.delenv(name)

    def test_what_signs_or_opens_is_one(self) -> None:
        told = re.compile("secret|password|token|key|url", re.IGNORECASE)
        others = {
            "CASINO_BAN_FILE_URL",
            "CASINO_COPIES_RECIPIENTS",
            "CASINO_PASSWORD_WORDS",
            "CASINO_BREACHED_PASSWORDS",
        }
        named = {one.name for one in environment.VARIABLES if told.search(one.name)}
        assert {one.name for one in SECRETS} == named - others
        assert {one.password for one in URLS} == {name for name in named if name.endswith("_PASSWORD")}

    @pytest.mark.parametrize("declared", SECRETS, ids=lambda one: one.name)
    def test_each_can_lie_in_a_file(
        self, declared: environment.Variable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "secret").write_text("smtp://Grüße\n", encoding="utf-8")
        monkeypatch.setenv(declared.file, str(tmp_path / "secret"))
        assert environment.text(declared.name) == "smtp://Grüße"

    @pytest.mark.parametrize(
        ("held", "said"),
        [(None, "cannot be read (No such file or directory)"), (b" \n", "is empty"), (b"\xe4", "no text")],
    )
    def test_a_file_that_gives_none_is_refused_by_name(
        self, held: bytes | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if held is not None:
            (tmp_path / "secret").write_bytes(held)
        monkeypatch.setenv("CASINO_METRICS_TOKEN_FILE", str(tmp_path / "secret"))
        with pytest.raises(ImproperlyConfigured, match=rf"secret \(CASINO_METRICS_TOKEN_FILE\) .*{re.escape(said)}"):
            environment.text("CASINO_METRICS_TOKEN")

    def test_two_for_one_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CASINO_METRICS_TOKEN", "one")
        monkeypatch.setenv("CASINO_METRICS_TOKEN_FILE", __file__)
        with pytest.raises(
            ImproperlyConfigured, match="CASINO_METRICS_TOKEN and CASINO_METRICS_TOKEN_FILE are both set"
        ):
            environment.text("CASINO_METRICS_TOKEN")
        monkeypatch.setenv("DATABASE_URL", "postgresql://house:one@db/poker")
        monkeypatch.setenv("DATABASE_PASSWORD", "two")
        with pytest.raises(ImproperlyConfigured, match="DATABASE_URL has a password, and DATABASE_PASSWORD is set"):
            environment.text("DATABASE_URL")

    @pytest.mark.parametrize("declared", URLS, ids=lambda one: one.name)
    @pytest.mark.parametrize(
        ("url", "whole"),
        [
            (
                "postgresql://house@db.example:5433/poker?sslmode=require",
                "postgresql://house:%40%2F%3A%20@db.example:5433/",
            ),
            ("redis://queue.example/0", "redis://:%40%2F%3A%20@queue.example/0"),
        ],
    )
    def test_the_password_of_a_url_stands_apart(
        self, declared: environment.Variable, url: str, whole: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "password").write_text("@/: \n", encoding="ascii")
        monkeypatch.setenv(declared.name, url)
        assert environment.text(declared.name) == url
        monkeypatch.setenv(f"{declared.password}_FILE", str(tmp_path / "password"))
        assert environment.text(declared.name).startswith(whole.replace("%20", ""))

    def test_a_process_says_in_one_line_of_its_log_what_it_cannot_read(self) -> None:
        without = {name: value for name, value in PRODUCTION.items() if name != "CASINO_SECRET_KEY"}
        refused = run(without | {"CASINO_SECRET_KEY_FILE": "/proc/casino/gone"}, "manage.py", "check")
        assert refused.returncode != 0
        said = json.loads(refused.stderr)
        assert "/proc/casino/gone (CASINO_SECRET_KEY_FILE) cannot be read" in str(said)

    def test_celery_gives_the_broker_its_password(self) -> None:
        """It believes its own variable, which has none, before our settings, but for reading and writing apart."""
        apart = {"CELERY_BROKER_URL": "redis://queue.example/0", "CELERY_BROKER_PASSWORD": "secret"}
        both = "app.connection_for_read().password, app.connection_for_write().password"
        told = run(PRODUCTION | apart, "-c", f"from casino.celery import app; print({both})")
        assert told.stdout.split() == ["secret", "secret"], told.stderr


def test_a_misspelt_switch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would mean no."""
    monkeypatch.setenv("CASINO_BEHIND_PROXY", "ja")
    with pytest.raises(ImproperlyConfigured, match="CASINO_BEHIND_PROXY is 1 or 0, not ja"):
        environment.switch("CASINO_BEHIND_PROXY")
    monkeypatch.setenv("CASINO_BEHIND_PROXY", "Yes")
    assert environment.switch("CASINO_BEHIND_PROXY") is True


def test_history_is_never_reverted_by_hand() -> None:
    """A correction is a new fact through a service."""
    assert setting({}, "SIMPLE_HISTORY_REVERT_DISABLED") == [True]


def test_times_are_utc_in_every_process() -> None:
    assert setting({}, "TIME_ZONE", "USE_TZ", "CELERY_TIMEZONE") == ["UTC", True, "UTC"]

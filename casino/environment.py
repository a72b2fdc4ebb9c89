"""What the machine says: environment variables, the data folder, the secret key.

`VARIABLES` declares every variable that an operator may set; only these can be read.  No Django settings are needed to
read this module; the settings read it.
"""

import os
import secrets
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent
VERSION: Final[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
"""Of this product, by semver (docs/upgrading.md)."""
ENGINES = {"postgres": "django.db.backends.postgresql", "postgresql": "django.db.backends.postgresql"}


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the environment.

    `otherwise` describes what applies without it, where that is no value.  Production requires a variable that
    `is_required`; elsewhere the default applies.
    """

    name: str
    meaning: str
    default: str = ""
    otherwise: str = ""
    is_required: bool = False
    is_secret: bool = False

    @property
    def file(self) -> str:
        """The variable that names a file with this secret, which is read instead."""
        return f"{self.name}_FILE" if self.is_secret else ""

    @property
    def password(self) -> str:
        """The variable with the password that this URL lacks."""
        return f"{self.name.removesuffix('_URL')}_PASSWORD" if self.is_secret and self.name.endswith("_URL") else ""


VARIABLES = (
    Variable(
        "CASINO_ENV",
        "`local`: one machine that runs everything from this checkout. `production`: HTTPS only, secure cookies, "
        "servers by URL, no embedded ones",
        default="local",
    ),
    Variable(
        "DATABASE_URL",
        "`postgresql://user:password@host/name`, as the application's role; options after `?` are libpq's",
        otherwise="an embedded PostgreSQL in the data folder",
        is_required=True,
        is_secret=True,
    ),
    Variable("DATABASE_PASSWORD", "the password of `DATABASE_URL`, where that has none", is_secret=True),
    Variable(
        "DATABASE_OWNER_URL",
        "the same database as the owner of its tables; only where migrations run",
        otherwise="the embedded server's owner; with `DATABASE_URL`: the role named there",
        is_secret=True,
    ),
    Variable("DATABASE_OWNER_PASSWORD", "the password of `DATABASE_OWNER_URL`, where that has none", is_secret=True),
    Variable(
        "DATABASE_REPLICA_URL",
        "a server that follows the database (streaming replication); reports, audit and proof read there",
        otherwise="the database itself",
        is_secret=True,
    ),
    Variable(
        "DATABASE_REPLICA_PASSWORD", "the password of `DATABASE_REPLICA_URL`, where that has none", is_secret=True
    ),
    Variable(
        "DATABASE_POOLER",
        "`transaction`: a pooler stands before the database and gives each transaction another session; `preparing`: "
        "one that also prepares statements in each (PgBouncer from 1.22 on with `max_prepared_statements`)",
        otherwise="nothing stands before it",
    ),
    Variable(
        "CELERY_BROKER_URL",
        "`redis://…` or `amqp://…`",
        otherwise="an embedded Valkey in the data folder",
        is_required=True,
        is_secret=True,
    ),
    Variable("CELERY_BROKER_PASSWORD", "the password of `CELERY_BROKER_URL`, where that has none", is_secret=True),
    Variable(
        "CASINO_SECRET_KEY",
        "signs sessions and forms; changing it signs everybody out",
        otherwise="a key made once and kept in the data folder",
        is_required=True,
        is_secret=True,
    ),
    Variable(
        "CASINO_HOSTS",
        "host names of the site, separated by commas; a request for any other is refused, but for what probes a server",
        default="localhost,127.0.0.1,[::1]",
        is_required=True,
    ),
    Variable(
        "CASINO_BEHIND_PROXY",
        "`1`: a proxy ends TLS and sets `X-Forwarded-Proto`, which is believed only then, so that only the proxy may "
        "reach the server; `0`: none does",
        otherwise="`0`",
        is_required=True,
    ),
    Variable(
        "CASINO_HSTS_SECONDS",
        "how long browsers insist on HTTPS for the site and its subdomains; in production only",
        default="31536000",
    ),
    Variable(
        "CASINO_DATA",
        "the data folder: embedded servers, the key, the schedule of background work",
        otherwise="`.state/` in the checkout",
    ),
    Variable(
        "CASINO_COPIES",
        "where copies of the database are kept, for `backup` and for monitoring; another disk survives this one",
        otherwise="`copies/` in the data folder",
    ),
    Variable(
        "CASINO_COPIES_RECIPIENTS",
        "for whom copies are encrypted: public keys (`age1…`), separated by commas",
        otherwise="a pair made once and kept in the data folder, which its owner moves elsewhere",
    ),
    Variable(
        "CASINO_COPIES_URL",
        "`postgresql://…`, a role that may replicate, of the server that `manage.py backup` copies",
        otherwise="the embedded PostgreSQL",
        is_secret=True,
    ),
    Variable("CASINO_COPIES_PASSWORD", "the password of `CASINO_COPIES_URL`, where that has none", is_secret=True),
    Variable(
        "CASINO_STATIC",
        "where `collectstatic` puts the files that browsers fetch",
        otherwise="`static/` in the data folder",
    ),
    Variable(
        "CASINO_WEB_THREADS",
        "how many requests each process of the web server works on at a time; each has a connection to the database",
        default="24",
    ),
    Variable(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "who takes traces: the address of an OpenTelemetry collector, `http://collector:4318` (OTLP over HTTP); needs "
        "the extra `traces`, whose own variables (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS` …) hold too",
        otherwise="there are no traces",
    ),
    Variable("CASINO_LOG_LEVEL", "from which level on lines are logged: `DEBUG` to `CRITICAL`", default="WARNING"),
    Variable(
        "CASINO_METRICS_TOKEN",
        "what a monitoring system sends to `/metrics`, as `Authorization: Bearer …`",
        otherwise="on a local machine anybody reads `/metrics`, in production nobody",
        is_secret=True,
    ),
    Variable(
        "CASINO_PROOF_HOUR",
        "the hour (UTC, 0 to 23) at which beat has the books proven each day; `none`: it does not",
        default="5",
    ),
    Variable(
        "CASINO_DEBUG", "`1`: Django's pages about errors, with source and settings; never in a house", otherwise="no"
    ),
    Variable(
        "CASINO_MAIL_URL",
        "the mail server that sends reports: `smtp://user:password@host:587`, or `smtps://…` with TLS at once",
        otherwise="no report is sent by e-mail",
        is_secret=True,
    ),
    Variable("CASINO_MAIL_PASSWORD", "the password of `CASINO_MAIL_URL`, where that has none", is_secret=True),
    Variable("CASINO_MAIL_FROM", "the address that reports are sent from", default="casino@localhost"),
    Variable(
        "CASINO_BAN_FILE_URL",
        "where the national ban file (OASIS) is asked, over HTTPS; `manage.py banfile` serves one for practice",
        otherwise="it is not asked",
    ),
    Variable("CASINO_BAN_FILE_USER", "as whom the ban file is asked (HTTP Basic)", otherwise="without signing in"),
    Variable("CASINO_BAN_FILE_SECRET", "the password of that user", is_secret=True),
    Variable(
        "CASINO_BAN_FILE_CA",
        "file with the authority that signs the ban file's certificate",
        otherwise="the system's authorities",
    ),
    Variable(
        "CASINO_INCOMPATIBLE_ROLES",
        "pairs of roles that nobody has together, like `cage+floor,auditor+manager`; `none`: all go together",
        otherwise="`INCOMPATIBLE` in `casino/roles.py`",
    ),
    Variable(
        "CASINO_SECOND_FACTOR",
        "roles that sign in with a code of their telephone besides the password, like `cage,manager`; `none`: none",
        otherwise="in production those that move money (`MONEY` in `casino/roles.py`), elsewhere no role",
    ),
    Variable(
        "CASINO_PASSWORD_WORDS",
        "words of this house that make no password, separated by commas: its name, its code, its town",
        otherwise="those of every house alone (`WORDS` in `casino/passwords.py`)",
    ),
    Variable(
        "CASINO_BREACHED_PASSWORDS",
        "file with the SHA-1 of breached passwords, ordered, in the format of Pwned Passwords; they are refused",
        otherwise="only the most common passwords are refused",
    ),
    Variable(
        "PG_BINDIR",
        "folder with the programs of the embedded PostgreSQL",
        otherwise="those of the installed wheel, else the system's newest",
    ),
    Variable(
        "CASINO_DEMOTE",
        "`setuid`: started by root, the embedded PostgreSQL changes to `nobody`",
        otherwise="a user namespace, where the machine permits one",
    ),
)
_YES, _NO = frozenset({"1", "true", "yes", "on"}), frozenset({"", "0", "false", "no", "off"})
_DECLARED = {one.name: one for one in VARIABLES}


def text(name: str) -> str:
    """The variable `name`, stripped; its default when absent or empty; a URL with its password.

    Raises ImproperlyConfigured when production requires it, or its file gives none.  KeyError: it is not declared.
    """
    declared = _DECLARED[name]
    if value := _given(declared):
        return _with_password(declared, value) if declared.password else value
    if not (declared.is_required and PRODUCTION):
        return declared.default
    wanted = " or ".join(filter(None, (name, declared.file)))
    raise ImproperlyConfigured(f"{wanted} must be set when CASINO_ENV=production")


def _given(declared: Variable) -> str:
    value = os.environ.get(declared.name, "").strip()
    named = os.environ.get(declared.file, "").strip() if declared.is_secret else ""
    if value and named:
        raise ImproperlyConfigured(f"{declared.name} and {declared.file} are both set: only one can hold")
    return _secret(Path(named), declared.file) if named else value


def _secret(file: Path, variable: str) -> str:
    """What the file holds, as a container or a service manager lays it out: one text, perhaps with a line's end."""
    try:
        held = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{file} ({variable}) cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ImproperlyConfigured(f"{file} ({variable}) holds no text") from error
    if not held:
        raise ImproperlyConfigured(f"{file} ({variable}) is empty")
    return held


def _with_password(declared: Variable, url: str) -> str:
    """The URL with the password that stands apart from it, so that nobody has to write one into a URL."""
    password = text(declared.password)
    if not password:
        return url
    parts = urlsplit(url)
    if parts.password is not None:
        raise ImproperlyConfigured(f"{declared.name} has a password, and {declared.password} is set: only one can hold")
    user, _at, place = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{place}").geturl()


def words(name: str) -> list[str]:
    """A comma-separated variable as a list without blanks."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def switch(name: str) -> bool:
    """A yes/no variable: 1, true, yes, on; 0, false, no, off.  A misspelt one is refused, since it would mean no."""
    given = text(name).lower()
    if given not in _YES | _NO:
        raise ImproperlyConfigured(f"{name} is 1 or 0, not {given}")
    return given in _YES


def seconds(name: str) -> int:
    """A whole number of seconds."""
    try:
        return int(text(name))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number of seconds") from error


def count(name: str) -> int:
    """A whole number of things, at least one."""
    given = text(name)
    if not given.isdecimal() or int(given) < 1:
        raise ImproperlyConfigured(f"{name} must be a whole number, at least 1")
    return int(given)


def hour(name: str) -> int | None:
    """An hour of the day; None where the variable says `none`."""
    given = text(name)
    if given == "none":
        return None
    if given not in map(str, range(24)):
        raise ImproperlyConfigured(f"{name} must be an hour from 0 to 23, or none")
    return int(given)


def _is_production() -> bool:
    """Raises ImproperlyConfigured for a misspelt word, which would start a house unprotected."""
    kind = text("CASINO_ENV")
    if kind not in {"local", "production"}:
        raise ImproperlyConfigured(f"CASINO_ENV is local or production, not {kind}")
    return kind == "production"


PRODUCTION = _is_production()


def data_folder() -> Path:
    """Where a bare machine keeps its clusters, key and schedules: CASINO_DATA, else `.state/` in the checkout."""
    return Path(text("CASINO_DATA") or ROOT / ".state").expanduser().resolve()


def secret_key() -> str:
    """CASINO_SECRET_KEY, else (on a local machine) one made once, kept 0600."""
    return text("CASINO_SECRET_KEY") or _own_key(data_folder() / "secret_key")


def _own_key(path: Path) -> str:
    """Read the key in `path`; make it first when absent. Of two starts at once the second finds the link taken."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as out:
            out.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def database(url: str, variable: str = "DATABASE_URL") -> dict[str, object]:
    """`postgresql://user:password@host:port/name?option=value` as Django's connection settings.

    A host that begins with a slash (percent-encoded) is a socket folder. Query values become libpq OPTIONS.
    """
    parts = urlsplit(url)
    if parts.scheme not in ENGINES:
        raise ImproperlyConfigured(f"{variable} must begin with postgresql://")
    options: dict[str, object] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    return {
        "ENGINE": ENGINES[parts.scheme],
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
    }


def takes_copies() -> bool:
    """Whether copies are this product's to take: of an embedded server, and of one that CASINO_COPIES_URL names."""
    return bool(text("CASINO_COPIES_URL")) or not text("DATABASE_URL")


def sees_copies() -> bool:
    """Whether this process knows where the copies are: it takes them, or is told their folder to watch it."""
    return takes_copies() or bool(text("CASINO_COPIES"))


def copies_folder() -> Path:
    """The folder of the copies."""
    return Path(text("CASINO_COPIES") or data_folder() / "copies")


def static_folder() -> Path:
    """Where `collectstatic` lays the files that browsers fetch: CASINO_STATIC, else a folder of the data folder."""
    return Path(text("CASINO_STATIC") or data_folder() / "static").expanduser().resolve()

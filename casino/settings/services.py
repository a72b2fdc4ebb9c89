"""PostgreSQL and Celery's broker: by URL, or the embedded servers of a bare machine."""

from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from casino import environment
from casino.embedded.postgres import APPLICATION, Cluster
from casino.embedded.valkey import Valkey

# A command waits this long for another's lock, then the guest at the table hears `busy`.
LOCK_TIMEOUT_MS = 2000

# A request of a browser or a client is over before; what hangs gives its locks back (`casino.asgi`).
WEB_TIMEOUTS_MS = {"statement_timeout": 20_000, "idle_in_transaction_session_timeout": 20_000}

# A replica that has stopped answering: a report is late by this much, once in half a minute (`casino.replica`).
REPLICA_TIMEOUT_S = 2

# A broker that has stopped answering: longer than the second for which a worker waits for its next task.
BROKER_TIMEOUT_S = 3.0

# Other processes may take longer.  They say so, since the application's role has the limits of a request itself, for
# sessions that come through a pooler (`casino.services.database_rights`).
UNLIMITED_MS = dict.fromkeys(WEB_TIMEOUTS_MS, 0)
ROLE_LIMITS_MS = {"lock_timeout": LOCK_TIMEOUT_MS, **WEB_TIMEOUTS_MS}

# PostgreSQL plans a statement once that a connection repeats: planning what a hand needs to know of its table costs six
# times as much as running it.  For this the server must bind the parameters.  Django's default is the client, for
# queries that group by an expression with parameters inside another (its ticket 34255), and no preparing, for poolers
# that give each transaction another session: DATABASE_POOLER says whether there is one.
BOUND_BY_SERVER = {"server_side_binding": True}
PREPARED_AFTER = 2

TRANSACTION, PREPARING = "transaction", "preparing"


def databases() -> dict[str, dict[str, Any]]:
    """The one database, under the application's own role (`casino.grants`), and a replica of it (`casino.replica`).

    A connection lives as long as its process: opening one costs more than a whole request.
    """
    lasting = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
    own = environment.text("DATABASE_URL") or Cluster(environment.data_folder()).url(role=APPLICATION)
    found = {"default": _reached(own, "DATABASE_URL") | lasting}
    if url := environment.text("DATABASE_REPLICA_URL"):
        found["replica"] = read_only(_reached(url, "DATABASE_REPLICA_URL")) | lasting
    return found


def owner() -> dict[str, Any] | None:
    """The same database under the owner of its tables, who migrates; None where nobody has told who that is.

    In a house only the environment of `migrate` names this user: a web server cannot lose what it does not know.
    """
    if url := environment.text("DATABASE_OWNER_URL"):
        return _place(url, "DATABASE_OWNER_URL")
    if environment.PRODUCTION or environment.text("DATABASE_URL"):
        return None
    return _place(Cluster(environment.data_folder()).url(), "DATABASE_URL")


def _reached(url: str, variable: str) -> dict[str, Any]:
    """The place at a URL, reached directly or through the pooler that DATABASE_POOLER speaks of."""
    pooler = environment.text("DATABASE_POOLER")
    if pooler not in ("", TRANSACTION, PREPARING):
        raise ImproperlyConfigured(f"DATABASE_POOLER is {TRANSACTION} or {PREPARING}, not {pooler}")
    if pooler and not environment.text("DATABASE_URL"):
        raise ImproperlyConfigured("DATABASE_POOLER needs DATABASE_URL: nothing stands before the embedded PostgreSQL")
    return pooled(url, variable, prepares=pooler == PREPARING) if pooler else _place(url, variable)


def _place(url: str, variable: str) -> dict[str, Any]:
    place: dict[str, Any] = environment.database(url, variable)
    given = place["OPTIONS"].get("options", "")
    place["OPTIONS"]["options"] = _written(UNLIMITED_MS)
    _add(place, given, f"-c lock_timeout={LOCK_TIMEOUT_MS}")
    place["OPTIONS"] |= {**BOUND_BY_SERVER, "prepare_threshold": PREPARED_AFTER}
    return place


def pooled(url: str, variable: str, *, prepares: bool) -> dict[str, Any]:
    """The place behind a pooler that gives each transaction another session, so that none can have options.

    Its limits are those of the role.  `casino.pooled` lifts LIFTED_MS for each transaction, and keeps no cursor longer.
    `prepares`: the pooler prepares in each session what was prepared in another one.
    """
    place: dict[str, Any] = environment.database(url, variable)
    if place["OPTIONS"].get("options"):
        raise ImproperlyConfigured(
            f"{variable} has options for a session, which no pooler hands on: give them to the role (ALTER ROLE … SET)"
        )
    place |= {"ENGINE": "casino.pooled", "LIFTED_MS": UNLIMITED_MS}
    place["OPTIONS"] |= {**BOUND_BY_SERVER, "prepare_threshold": PREPARED_AFTER if prepares else None}
    return place


def is_pooled(place: dict[str, Any]) -> bool:
    """Whether a pooler stands before this place."""
    return "LIFTED_MS" in place


def read_only(place: dict[str, Any]) -> dict[str, Any]:
    """The same server for reading: a caller that waits for it in vain asks the database itself."""
    if not is_pooled(place):  # a standby refuses to write in any case
        _add(place, "-c default_transaction_read_only=on")
    place["OPTIONS"].setdefault("connect_timeout", str(REPLICA_TIMEOUT_S))
    return place


def bound_requests(place: dict[str, Any]) -> None:
    """Give the connections of a web server their time limits, before the first is opened."""
    if is_pooled(place):
        place["LIFTED_MS"] = {}
    else:
        _add(place, _written(WEB_TIMEOUTS_MS))


def _add(place: dict[str, Any], *options: str) -> None:
    """The last one of the same name holds."""
    place["OPTIONS"]["options"] = " ".join(filter(None, (place["OPTIONS"].get("options"), *options)))


def _written(limits_ms: dict[str, int]) -> str:
    return " ".join(f"-c {name}={milliseconds}" for name, milliseconds in limits_ms.items())


def mail_server(url: str) -> tuple[str, int, str, str, bool]:
    """Host, port, user, password, and whether TLS begins with the first byte (`smtps`), of a mail server's URL."""
    parts = urlsplit(url)
    if url and (parts.scheme not in ("smtp", "smtps") or not parts.hostname):
        raise ImproperlyConfigured("CASINO_MAIL_URL is written smtp://user:password@host:587")
    is_tls = parts.scheme == "smtps"
    return (
        parts.hostname or "localhost",
        parts.port or (465 if is_tls else 587),
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        is_tls,
    )


def broker_url() -> str:
    """CELERY_BROKER_URL (redis://, amqp://), else the embedded Valkey's socket."""
    return environment.text("CELERY_BROKER_URL") or Valkey(environment.data_folder()).url()


def transport_options(url: str) -> dict[str, float]:
    """How often a sender tries a broker that is away, and how a Redis-like one gives back the tasks of a dead worker.

    A sender tries once, and waits for seconds at most: the commit of a request must not wait for the broker, and beat
    sends what is due again.  Visibility is above any task's length (audits run in pieces under a minute), so that no
    task runs twice at a time; the sweep looks every 5 s instead of about every 100 s.  AMQP gives back the tasks of a
    dead worker by itself.
    """
    once = {"max_retries": 0}
    if not url.startswith(("redis", "unix", "valkey")):
        return {**once, "connect_timeout": BROKER_TIMEOUT_S}
    return {
        **once,
        "socket_timeout": BROKER_TIMEOUT_S,
        "socket_connect_timeout": BROKER_TIMEOUT_S,
        "visibility_timeout": 4 * 3600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
    }

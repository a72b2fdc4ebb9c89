"""PostgreSQL and Celery's broker: by URL, or the embedded servers of a bare machine."""

from typing import Any

from casino import environment
from casino.embedded.postgres import Cluster
from casino.embedded.valkey import Valkey

# A command waits this long for another's lock, then the guest at the table hears `busy` (DESIGN.md §6).
LOCK_TIMEOUT_MS = 3000


def databases() -> dict[str, dict[str, Any]]:
    """The one database. A connection lives as long as its process: opening one costs more than a whole request."""
    url = environment.required("DATABASE_URL") if environment.PRODUCTION else environment.text("DATABASE_URL")
    default: dict[str, Any] = environment.database(url or Cluster(environment.data_folder()).url())
    given = default["OPTIONS"].get("options", "")
    default["OPTIONS"]["options"] = f"{given} -c lock_timeout={LOCK_TIMEOUT_MS}".strip()
    default |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}
    return {"default": default}


def broker_url() -> str:
    """CELERY_BROKER_URL (redis://, amqp://), else the embedded Valkey's socket."""
    if environment.PRODUCTION:
        return environment.required("CELERY_BROKER_URL")
    return environment.text("CELERY_BROKER_URL") or Valkey(environment.data_folder()).url()


def transport_options(url: str) -> dict[str, int]:
    """How a Redis-like broker gives back the tasks of a dead worker; AMQP does so by itself.

    Visibility is above any task's length (audits run in pieces under a minute), so that no task runs twice at a time;
    the sweep looks every 5 s instead of about every 100 s.
    """
    if not url.startswith(("redis", "unix", "valkey")):
        return {}
    return {"visibility_timeout": 4 * 3600, "unacked_restore_interval": 5, "unacked_restore_throttle": 1}

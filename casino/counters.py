"""Counters of this web server: requests, their time, and refusals by code; `/metrics` shows them.

The processes of a web server add them up in files of memory (`PROMETHEUS_MULTIPROC_DIR`, set by `casino.web`); a single
process keeps them to itself.  No label grows with the house: routes, methods and codes are those of the code.
"""

import os
from functools import lru_cache
from http import HTTPMethod

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
UNKNOWN = "none"
_METHODS = frozenset(HTTPMethod)
_OWN = CollectorRegistry()
_REQUESTS = Counter(
    "casino_requests", "Requests that were answered", ("route", "method", "status"), registry=_OWN
)  # fmt: skip
_REFUSALS = Counter(
    "casino_refusals", "Requests that were refused, by the code of the refusal", ("code",), registry=_OWN
)
_SECONDS = Histogram(
    "casino_request_seconds",
    "From a request's arrival in the application to its answer",
    ("surface", "method"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
    registry=_OWN,
)
# A child of a metric is found by its labels under a lock: found once, it is kept.
_requests = lru_cache(maxsize=None)(_REQUESTS.labels)
_refusals = lru_cache(maxsize=None)(_REFUSALS.labels)
_seconds = lru_cache(maxsize=None)(_SECONDS.labels)


def count(*, route: str, method: str, status: int, seconds: float, refusal: str) -> None:
    """Count one answer; `route` as the resolver writes it, `refusal` its code or empty."""
    method = method if method in _METHODS else UNKNOWN
    _requests(route or UNKNOWN, method, f"{status // 100}xx").inc()
    _seconds(_surface(route), method).observe(seconds)
    if refusal:
        _refusals(refusal).inc()


def _surface(route: str) -> str:
    """The part of the product that answers: the API, the back office, a page."""
    first = route.partition("/")[0]
    return first if first in {"api", "admin"} else "page"


def registry() -> CollectorRegistry:
    """The counters of all processes of this web server."""
    if FOLDER not in os.environ:
        return _OWN
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared

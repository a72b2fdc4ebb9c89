"""`/metrics`: the counters of this web server and the gauges of the house, in OpenMetrics.

For a monitoring system that sends `CASINO_METRICS_TOKEN`; a local machine without a token answers anybody, production
nobody.  Without its database it still answers, with what the processes know themselves.
"""

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector, CollectorRegistry

from casino import counters
from casino.selectors import condition


class _Gauges(Collector):
    """The values of all gauges that are known now."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        meanings = condition.meanings()
        for name, value in condition.values().items():
            yield GaugeMetricFamily(name, meanings[name], value=value)


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """The counters and gauges; 401 without the token."""
    if not _may_read(request):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    gauges = CollectorRegistry()
    gauges.register(_Gauges())
    text = _without_end(_text(counters.registry())) + _text(gauges)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    if not settings.METRICS_TOKEN:
        return not settings.PRODUCTION
    return constant_time_compare(request.META.get("HTTP_AUTHORIZATION", ""), f"Bearer {settings.METRICS_TOKEN}")


def _text(registry: CollectorRegistry) -> bytes:
    written: bytes = generate_latest(registry)  # type: ignore[no-untyped-call]
    return written


def _without_end(text: bytes) -> bytes:
    """OpenMetrics ends with one line that says so."""
    return text.removesuffix(b"# EOF\n")

"""Traces for OpenTelemetry: what a request, a task or a job did, and how long each statement took.

Off unless a variable names who takes them; then nothing of OpenTelemetry is imported, and a request does nothing more.
What a span says stands in `casino.traces.spans`, which alone needs the packages.
"""

from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec

from django.core.exceptions import ImproperlyConfigured

from casino import environment

MIDDLEWARE = "casino.traces.spans.request"
TASK = "casino.traces.spans:TracedTask"


def are_wanted() -> bool:
    """Whether somebody takes them."""
    return bool(environment.text("OTEL_EXPORTER_OTLP_ENDPOINT"))


def require() -> None:
    """Raise ImproperlyConfigured where traces are wanted, and what sends them is not installed."""
    if not are_wanted():
        return
    try:
        found = find_spec("opentelemetry.exporter.otlp.proto.http")
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the extra `traces` is not installed: install "
            "requirements-traces.lock.txt, or remove the variable."
        )


def begin() -> None:
    """Send spans of this process, and of those that it forks, if they are wanted."""
    if are_wanted():
        from casino.traces import spans  # noqa: PLC0415 -- it needs the packages

        spans.tracer()


def job(number: int, kind: str) -> AbstractContextManager[object]:
    """Within this block the statements are those of a job, in the trace of the request that asked for it."""
    if not are_wanted():
        return nullcontext()
    from casino.traces import spans  # noqa: PLC0415

    return spans.job(number, kind)

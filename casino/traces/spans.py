"""Spans of requests, tasks, jobs and statements, sent by OTLP over HTTP.  Only imported where they are wanted.

A span has the facts that are named here and no others: the route instead of the address, a statement without its
values, of an error its kind and the database's code.  The ready-made instrumentations say more
(docs/decisions/traces.md).
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from http import HTTPMethod, HTTPStatus
from typing import Any, TypeAlias, cast

from celery.contrib.django.task import DjangoTask
from django.db import Error as DatabaseLayerError
from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer

from casino import failures, log_lines

Door: TypeAlias = Callable[[HttpRequest], HttpResponseBase]

_IS_TRACE_ID = re.compile(r"(?=.*[1-9a-f])([0-9a-f]{16}|[0-9a-f]{32})")


class RequestIds:
    """Ids of traces that follow from the id of the request, so that a job, hours later, goes on with its trace.

    A client's or a proxy's id of 32 hexadecimal digits is the trace's own, and one of 16, as we make them, with zeros
    before it: who has a line of the log finds the trace.
    """

    def __init__(self) -> None:
        self._random = RandomIdGenerator()

    def generate_span_id(self) -> int:
        return int(self._random.generate_span_id())

    def generate_trace_id(self) -> int:
        """Called for the first span of a trace."""
        given = log_lines.request_id.get()
        return trace_id(given) if given != "-" else int(self._random.generate_trace_id())

    def is_trace_id_random(self) -> bool:
        """A client may have chosen it."""
        return False


def trace_id(request_id: str) -> int:
    """The trace of the request with this id."""
    if _IS_TRACE_ID.fullmatch(request_id):
        return int(request_id, 16)
    return int.from_bytes(hashlib.sha256(request_id.encode()).digest()[:16])


@cache
def tracer() -> Tracer:
    """Sends what ended, in the background, as the SDK's own variables say (OTEL_TRACES_SAMPLER and its like)."""
    resource = Resource.create({"service.name": "casino"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(id_generator=cast("Any", RequestIds()), resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("casino")


@contextmanager
def _first(name: str, kind: SpanKind, facts: Mapping[str, str | int]) -> Iterator[Span]:
    """The first span of a trace, and one for each statement within."""
    with ExitStack() as followed, _span(name, kind, facts, Context()) as span:
        for connection in connections.all():
            if statement not in connection.execute_wrappers:  # else a job within its task
                followed.enter_context(connection.execute_wrapper(statement))
        yield span


@contextmanager
def _span(name: str, kind: SpanKind, facts: Mapping[str, str | int], within: Context | None = None) -> Iterator[Span]:
    """A span within the current one.  An error's text may quote a row: its kind alone is kept."""
    with tracer().start_as_current_span(
        name, within, kind, facts, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except Exception as error:
            span.set_status(StatusCode.ERROR)
            span.set_attribute("error.type", type(error).__name__)
            if isinstance(error, DatabaseLayerError) and (code := failures.sqlstate(error)):
                span.set_attribute("db.response.status_code", code)
            raise


def request(door: Door) -> Door:
    """Middleware: a span for the request; `casino.middleware.request_id` comes before."""

    def follow(request: HttpRequest) -> HttpResponseBase:
        method = request.method if request.method in set(HTTPMethod) else "_OTHER"
        facts = {"http.request.method": str(method), "request_id": log_lines.request_id.get()}
        with _first(str(method), SpanKind.SERVER, facts) as span:
            response = door(request)
            if request.resolver_match is not None:
                route = f"/{request.resolver_match.route}"
                span.update_name(f"{method} {route}")
                span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", response.status_code)
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                span.set_status(StatusCode.ERROR)
            if response.status_code >= HTTPStatus.BAD_REQUEST and (code := log_lines.refusal.get()):
                span.set_attribute("refusal", code)
            return response

    return follow


class TracedTask(DjangoTask):  # type: ignore[type-arg]
    """A task of Celery, each run of which is a trace."""

    abstract = True

    def __call__(self, *args: Any, **named: Any) -> Any:
        with _first(self.name, SpanKind.CONSUMER, {"task": self.name}):
            return super().__call__(*args, **named)


@contextmanager
def job(number: int, kind: str) -> Iterator[None]:
    """A job, within `log_lines.of_job`: it begins at the top of the trace of its request."""
    facts: dict[str, str | int] = {"job_id": number, "request_id": log_lines.request_id.get()}
    with _first(f"job {kind}", SpanKind.CONSUMER, facts):
        yield


def statement(execute: Callable[..., Any], sql: object, *how: object) -> Any:
    """A wrapper of Django's around each statement.  What is put together of pieces may have values among them."""
    if not isinstance(sql, str):
        return execute(sql, *how)
    verb = next(iter(sql.split(maxsplit=1)), "").upper()
    with _span(verb, SpanKind.CLIENT, {"db.system.name": "postgresql", "db.query.text": sql}):
        return execute(sql, *how)

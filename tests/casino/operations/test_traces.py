"""Traces reach a real receiver: request, statements and job are one trace, and nothing in it names anybody."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from celery import Celery
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from accounting import tasks
from casino import log_lines, traces
from casino.embedded.processes import until
from casino.embedded.valkey import Valkey
from casino.models import Job
from casino.services import jobs, sign_in
from tests import builders, databases
from tests.api_client import Api
from tests.builders import Evening
from tests.casino.operations.test_lines_of_processes import opened
from tests.casino.test_worker import folder
from tests.patience import PATIENCE_S
from tests.test_settings import PRODUCTION, run

__all__ = ["folder"]

NAME, CARD, SECRET = "Xaver Quellwasser", "K-4711-0815", "a-secret-of-mine"
built, evening = databases.shared(builders.evening)


@dataclass
class Receiver:
    """What takes OTLP over HTTP, as a collector does; its spans by name, with their attributes."""

    address: str
    spans: list[Any] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)

    def named(self, words: str) -> list[Any]:
        return [one for one in list(self.spans) if one.name == words]

    def within(self, parent: Any) -> list[Any]:
        return [one for one in list(self.spans) if one.parent_span_id == parent.span_id]


def facts(span: Any) -> dict[str, object]:
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    pytest.importorskip("opentelemetry.sdk", reason="the extra `traces` is not installed")
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.raw.append(body)
            for one in ExportTraceServiceRequest.FromString(body).resource_spans:
                found.spans += [span for scope in one.scope_spans for span in scope.spans]
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        found = Receiver(f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        yield found
        server.shutdown()


@pytest.fixture
def sent(receiver: Receiver, monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[Any]:
    """This process sends its spans; called, it has sent all of them."""
    from casino.traces import spans

    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address)
    place = settings.MIDDLEWARE.index("casino.middleware.request_id") + 1
    followed = [*settings.MIDDLEWARE[:place], traces.MIDDLEWARE, *settings.MIDDLEWARE[place:]]
    monkeypatch.setattr(settings, "MIDDLEWARE", followed)
    spans.tracer.cache_clear()
    processor: Any = getattr(spans.tracer(), "span_processor")  # noqa: B009 -- the SDK's own, beyond the interface
    yield processor.force_flush
    processor.shutdown()
    assert spans.statement not in connection.execute_wrappers
    spans.tracer.cache_clear()


LOADED = """
import sys, django
django.setup()
import casino.asgi, casino.celery, casino.tasks
casino.celery.app.finalize()
print([name for name in sys.modules if name.startswith(("opentelemetry", "casino.traces.spans"))])
"""


def test_nothing_of_it_is_loaded_where_nobody_takes_traces() -> None:
    loaded = run(PRODUCTION | {"CASINO_BEHIND_PROXY": "1", "OTEL_EXPORTER_OTLP_ENDPOINT": ""}, "-c", LOADED)
    assert (loaded.returncode, loaded.stdout) == (0, "[]\n"), loaded.stderr
    assert traces.MIDDLEWARE not in settings.MIDDLEWARE


def test_without_the_packages_a_process_ends_with_the_sentence_that_names_them() -> None:
    without = f"import sys; sys.modules['opentelemetry'] = None\n{LOADED}"
    asked = {"CASINO_BEHIND_PROXY": "1", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}
    refused = run(PRODUCTION | asked, "-c", without)
    assert refused.returncode == 1
    record = json.loads(refused.stderr)
    assert "OTEL_EXPORTER_OTLP_ENDPOINT is set, but" in record["message"]
    assert "extra `traces`" in record["message"]
    assert "exception" not in record


def test_the_trace_of_a_request_follows_from_its_id() -> None:
    pytest.importorskip("opentelemetry.sdk", reason="the extra `traces` is not installed")
    from casino.traces.spans import RequestIds, trace_id

    assert trace_id("4bf92f3577b34da6a3ce929d0e0e4736") == 0x4BF92F3577B34DA6A3CE929D0E0E4736
    assert trace_id("a3ce929d0e0e4736") == 0xA3CE929D0E0E4736
    others = ["0000000000000000", "a-night-1", "A3CE929D0E0E4736", "a3ce929d0e0e47"]
    assert len({trace_id(one) for one in others}) == len(others)
    assert all(0 < trace_id(one) < 2**128 for one in others)
    ids = RequestIds()
    assert ids.generate_trace_id() != ids.generate_trace_id()
    with log_lines.of_job(7, asked_by="a3ce929d0e0e4736"):
        assert ids.generate_trace_id() == 0xA3CE929D0E0E4736


def about_a_guest(evening: Evening) -> str:
    """Somebody is registered, looked for and asked about; the id of the request that asks for a job."""
    floor, manager = Api(evening.floor), Api(evening.manager)
    guest = floor.post("guests/", {"house": evening.house.pk, "name": NAME, "number": CARD}).json()
    assert floor.post("guests/", {"house": evening.house.pk, "name": NAME, "number": CARD}).status_code == 422
    assert floor.get("guests/", house=evening.house.pk, search=NAME).status_code == 200
    floor.client.get(f"/{NAME}/{CARD}/", headers={"User-Agent": SECRET, "Authorization": f"Token {SECRET}"})
    floor.client.generic("XAVER", "/api/v1/guests/")
    asked = manager.post(f"guests/{guest['id']}/subject-access/")
    assert asked.status_code == 202
    assert jobs.run_next()
    assert Job.objects.get().state == "done"
    return str(asked["X-Request-ID"])


def test_a_request_its_statements_and_its_job_are_one_trace(receiver: Receiver, sent: Any, evening: Evening) -> None:
    request_id = about_a_guest(evening)
    sent()
    [request] = receiver.named("POST /api/v1/guests/<guest:pk>/subject-access/")
    [job] = receiver.named("job subject_access")
    assert request.trace_id.hex() == f"{int(request_id, 16):032x}" == job.trace_id.hex()
    assert (request.parent_span_id, job.parent_span_id) == (b"", b"")
    assert facts(request)["http.response.status_code"] == 202
    assert facts(request)["request_id"] == facts(job)["request_id"] == request_id
    assert facts(job)["job_id"] == Job.objects.get().pk
    for parent in (request, job):
        statements = receiver.within(parent)
        assert {one.trace_id for one in statements} == {parent.trace_id}
        assert "INSERT" in {one.name for one in statements}
        assert all(str(facts(one)["db.query.text"]).split()[0].upper() == one.name for one in statements)
    assert 'INSERT INTO "casino_job"' in " ".join(str(facts(one)["db.query.text"]) for one in receiver.within(request))


def test_no_span_says_who(receiver: Receiver, sent: Any, evening: Evening) -> None:
    """Neither rows nor values nor what was typed: not in a statement, an address, a header or an error."""
    about_a_guest(evening)
    sent()
    statements = [one for one in receiver.spans if "db.query.text" in facts(one)]
    assert len(statements) > 30
    words = {*NAME.split(), CARD, SECRET, "XAVER", evening.floor.username, evening.manager.username}
    assert [word for word in words if any(word.encode() in body for body in receiver.raw)] == []
    assert receiver.named("_OTHER /api/v1/guests/")
    assert {key for one in receiver.spans for key in facts(one)} == {
        "db.query.text", "db.response.status_code", "db.system.name", "error.type", "http.request.method",
        "http.response.status_code", "http.route", "job_id", "refusal", "request_id",
    }  # fmt: skip


def test_of_an_error_a_span_has_the_kind_and_the_code(receiver: Receiver, sent: Any) -> None:
    """The database quotes the row that it refuses."""
    from casino.traces import spans

    with pytest.raises(DatabaseError), spans.job(7, "export"), transaction.atomic():
        connection.cursor().execute("INSERT INTO casino_user (username, full_name) VALUES ('x', %s)", [NAME])
    sent()
    failed = [one for one in receiver.spans if one.status.code == 2]  # an error
    assert sorted(one.name for one in failed) == ["INSERT", "job export"]
    assert {(facts(one)["error.type"], facts(one)["db.response.status_code"]) for one in failed} == {
        ("IntegrityError", "23502")
    }
    assert [one for one in failed if one.events or one.status.message] == []
    assert not any(NAME.encode() in body for body in receiver.raw)


def test_a_task_is_a_trace_of_its_own(receiver: Receiver, sent: Any) -> None:
    app = Celery(task_cls=traces.TASK, set_as_current=False)
    app.task(name=tasks.roll_up.name)(tasks.roll_up.run)()
    sent()
    [task] = receiver.named("accounting.tasks.roll_up")
    assert "SELECT" in {one.name for one in receiver.within(task)}


@pytest.mark.services
@pytest.mark.release("starts web server, worker and beat")
@pytest.mark.django_db(transaction=True)
def test_the_forked_processes_of_a_house_send_one_trace(receiver: Receiver, folder: Path) -> None:
    """Granian and Celery fork what answers and works; the request's id alone goes with the job."""
    token, _until = sign_in.give_token(actor=builders.user("manager"))
    asked = {"OTEL_EXPORTER_OTLP_ENDPOINT": receiver.address, "OTEL_BSP_SCHEDULE_DELAY": "100"}
    with Valkey(folder) as broker, opened(folder, broker.url(), asked) as house:
        headers = {"Authorization": f"Token {token}", "Content-Type": "application/json", "Host": "poker.example"}
        headers |= {"Idempotency-Key": str(uuid4()), "X-Forwarded-Proto": "https"}
        with urllib.request.urlopen(
            urllib.request.Request(f"http://127.0.0.1:{house.port}/api/v1/jobs/", b'{"kind": "rebuild"}', headers),
            timeout=PATIENCE_S,
        ) as answer:
            trace = int(answer.headers["X-Request-ID"], 16).to_bytes(16)
        assert until(lambda: receiver.named("job rebuild") != [], PATIENCE_S, pause=0.1)
        assert until(lambda: receiver.named("POST /api/v1/jobs/") != [], PATIENCE_S, pause=0.1)
        assert until(lambda: receiver.named("casino.tasks.run_jobs") != [], PATIENCE_S, pause=0.1)
        [request], [job] = receiver.named("POST /api/v1/jobs/"), receiver.named("job rebuild")
        assert (request.trace_id, job.trace_id) == (trace, trace)
        assert {one.name for one in receiver.within(request)} >= {"SELECT", "INSERT"}
        assert receiver.within(job)
        assert {line["level"] for name in house.processes for line in house.records(name)} == {"INFO"}

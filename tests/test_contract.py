"""The API keeps to its description: schemathesis sends what the description allows, and what it forbids.

It asks the application in this process, with the middleware of production, on a copy of a house in which everything has
happened. Every run and every machine asks the same: what is asked is counted, not timed. Another `CONTRACT_SEED` asks
something else, and `CONTRACT_EXAMPLES` more or less of it.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from itertools import count, cycle, islice
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
import yaml
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, IntegerField
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.openapi.checks import RejectedPositiveData
from schemathesis.transport.wsgi import WSGITransport

from accounting.models import House
from casino import throttle
from casino.models import User
from casino.roles import Role
from casino.services import sign_in
from tables.models import StakeStep
from tests import databases, matrix
from tests.api_rows import NAMED, ROWS, first_part, latest
from tests.browser.test_every_page import staged
from tests.described import KEPT, nameless
from tests.matrix import LETTERS

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "10"))
"""Invented requests of each operation, besides those at the limits of its description (some eighty)."""
STORIES = 10 * EXAMPLES
SEED = int(os.environ.get("CONTRACT_SEED", "20261123"))  # tomorrow's run finds what today's found
CHECKS: dict[str, Any] = {
    # Whether the house's rules allow what is well-formed is theirs to say (422). Of the 400s: `is_described_wrongly`.
    "positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422", "429"]},
    # Not by 5xx, which the library would let pass.
    "negative_data_rejection": {"expected-statuses": ["400", "401", "403", "404", "405", "406", "409", "415", "422"]},
    # It wants two people of whom one owns what the other must not see; here roles say who sees what (test_matrix.py).
    "object_level_authorization": {"enabled": False},
}
"""What differs from the library's own. Every other check is on but `max_response_time`: no test measures time."""

OF_THE_DESCRIPTION = {"malformed", "bad_query", "bad_text", "malformed_text", "number_too_large"}
"""Codes of 400 for what the description forbids. Any other 400 is a service's, for what spans fields or needs rows."""

OF_SEVERAL_FIELDS = {"twice", "shares"}
"""Codes within `malformed` for what spans several fields or items of a body."""

VERSIONS: dict[str, Any] = {
    "practice-hands": Func(F("actions"), function="jsonb_array_length", output_field=IntegerField()),
    "tournament-hands": "tournament__version",
    "waits": "waiting_list__version",
}
"""Where the version stands that a command names, if not in the row itself."""

UNSTAFFED = {Role.INTEGRATOR, Role.COUNCIL}
"""Roles that nobody in the staged house has."""

MOST_IDS = 40


@pytest.fixture
def house(transactional_db: None) -> Iterator[House]:
    """A copy of the staged house."""
    with databases.fresh(staged()):
        yield House.objects.get()


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests keep their thread's connection, as with Django's own test client, and probes ask for no socket.

    The library gives what concerns sockets also to an application in this process, where a probe has no session.
    """
    send = WSGITransport.send

    def without_sockets(self: Any, case: Any, **options: Any) -> Any:
        for name in ("max_redirects", "verify", "cert", "proxies"):
            options.pop(name, None)
        return send(self, case, **options)

    monkeypatch.setattr(WSGITransport, "send", without_sockets)
    monkeypatch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", lambda _connection: None)


class Application:
    """The application; with `is_undone` each answer leaves the house as it was: one closed day would end it all."""

    def __init__(self, *, is_undone: bool) -> None:
        self._application, self._is_undone = WSGIHandler(), is_undone
        self._connections: dict[int, Any] = {}

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        with databases.rolled_back() if self._is_undone else ExitStack():
            response = self._application(environ, start_response)
            body = b"".join(response)
            response.close()
            if self._is_undone:
                with connection.cursor() as cursor:
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # as the commit would
            self._connections[id(connection.connection)] = connection.connection
        return [body]

    def close(self) -> None:
        """Close the connections of all threads that asked."""
        for used in self._connections.values():
            if used is not connection.connection:
                used.close()


class People:
    """Who asks: in turn each of those whose roles open the operation, and once in eight times one who is refused.

    What is asked does not depend on who asks, so each request is sent once.
    """

    def __init__(self) -> None:
        known = {LETTERS[role]: User.objects.get(username=role) for role in Role if role not in UNSTAFFED}
        self.turns: dict[tuple[str, str], Iterator[User]] = {}
        for operation, letters in matrix.of_the_api().items():
            let_in = [person for letter, person in known.items() if letter in letters or "o" in letters]
            others = [person for person in known.values() if person not in let_in]
            self.turns[operation] = cycle([*islice(cycle(let_in), 8 - len(others[:1])), *others[:1]])
        self._tokens = {person: sign_in.give_token(actor=person)[0] for person in known.values()}
        self._owners = {token: person for person, token in self._tokens.items()}

    def token(self, operation: Any) -> str:
        """The token of whoever is next; a call that ends a token has one of its own."""
        person = next(self.turns[nameless(operation.path), operation.method])
        if not operation.path.endswith("/auth/logout/"):
            return self._tokens[person]
        token = sign_in.give_token(actor=person)[0]
        self._owners[token] = person
        return token

    def owner(self, case: Any) -> User | None:
        """Whose token stands in the request; the library also asks without one, and with an invented one."""
        return self._owners.get(str(case.headers.get("Authorization", "")).removeprefix("Token "))


class SignedIn:
    """Puts somebody's token on each request."""

    people: People

    def get(self, case: Any, context: Any) -> str:
        return self.people.token(context.operation)

    def set(self, case: Any, data: str, context: Any) -> None:
        case.headers["Authorization"] = f"Token {data}"


class Deeper:
    """Makes of a well-formed request what no description can say, so that it comes past the first check.

    A whole number has no fraction: JSON Schema counts 12.0 among the integers, the API does not.  Three of four have
    the row's version as it is now, a new Idempotency-Key, the person's password, and no invented cursor.
    """

    def __init__(self, people: People) -> None:
        self.people, self.number = people, count(1)

    def __call__(self, context: Any, case: Any, kwargs: Any) -> None:
        if case.meta is None or case.meta.generation.mode.is_negative:
            return
        if isinstance(case.body, dict | list):
            case.body = without_fractions(case.body)
        if next(self.number) % 4 == 0:
            return
        case.query.pop("cursor", None)
        if "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = str(uuid4())
        if isinstance(case.body, dict):
            if "password" in case.body and (person := self.people.owner(case)):
                case.body["password"] = f"demo-{person.username}"
            if "version" in case.body:
                case.body["version"] = self._version(case) or case.body["version"]

    def _version(self, case: Any) -> int | None:
        part = first_part(case.path)
        rows = ROWS[part].objects.filter(pk=case.path_parameters["id"])
        found: int | None = rows.values_list(VERSIONS.get(part, "version"), flat=True).first()
        return found


def without_fractions(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_fractions(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_fractions(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def is_described_wrongly(response: Any) -> bool:
    """Whether the description should have forbidden what a 400 refuses; it cannot know which cursors were given out."""
    problem = response.json()
    if any(error.get("parameter") == "cursor" or error["code"] in OF_SEVERAL_FIELDS for error in problem["errors"]):
        return False
    return problem["code"] in OF_THE_DESCRIPTION


@contextmanager
def hooks(people: People) -> Iterator[None]:
    """What the library asks before it sends, and before it complains."""
    deeper = Deeper(people)

    @schemathesis.hook
    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        deeper(context, case, kwargs)

    @schemathesis.hook
    def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
        return not isinstance(failure, RejectedPositiveData) or is_described_wrongly(response)

    try:
        yield
    finally:
        schemathesis.hooks.unregister(before_call)
        schemathesis.hooks.unregister(filter_failure)


def configured(*, in_stories: bool) -> SchemathesisConfig:
    """The checks and phases; ids are mostly those of rows that are there.

    Stories are the library's chains of requests, in which one uses what another made.
    """
    ids = {name: latest(name, MOST_IDS) or [1] for name in ROWS}
    ids |= {"steps": list(StakeStep.objects.values_list("pk", flat=True)) or [1]}
    ids |= {"versions": [1, 2, 3], "seats": list(range(1, 10))}
    named = {f"{place}.{name}": rows for name, rows in NAMED.items() for place in ("body", "query")}
    named |= {"path.step": "steps", "path.version": "versions", "path.seat": "seats"}
    phases = {"examples": not in_stories, "coverage": not in_stories, "fuzzing": not in_stories, "stateful": in_stories}
    return SchemathesisConfig.from_dict(
        {
            "seed": SEED,
            "continue-on-failure": True,
            "dictionaries": {name: {"values": values} for name, values in ids.items()},
            "parameters": {name: often(rows) for name, rows in named.items()},
            "operations": [
                {"include-path-regex": f"^/api/v1/{name}/", "parameters": {"path.id": often(name)}} for name in ROWS
            ],
            "checks": CHECKS,
            "phases": {name: {"enabled": is_on} for name, is_on in phases.items()},
            "generation": {
                "database": "none",
                "allow-x00": False,  # no text column holds NUL, and no schema says so
                "max-examples": STORIES if in_stories else EXAMPLES,
            },
        }
    )


def often(dictionary: str) -> dict[str, object]:
    return {"dictionary": dictionary, "probability": 0.8}


class Report:
    """What was asked, what was answered, and what was wrong."""

    def __init__(self) -> None:
        self.answers: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.wrong: dict[tuple[str, str], str] = {}

    def read(self, event: Any) -> None:
        if isinstance(event, events.NonFatalError | events.FatalError):
            label = str(getattr(event, "label", ""))
            self.wrong.setdefault((label, type(event).__name__), f"{event.info}")
        if not isinstance(event, events.ScenarioFinished):
            return
        recorder = event.recorder
        for name, made in recorder.interactions.items():
            if made.response is not None:
                self.answers[recorder.cases[name].value.operation.label][made.response.status_code] += 1
        for name, checks in recorder.checks.items():
            for check in checks:
                if check.status is Status.FAILURE and check.failure_info is not None:
                    self._note(check, recorder.interactions[name].response)

    def _note(self, check: Any, answer: Any) -> None:
        failure, body = check.failure_info.failure, answer.content[:600].decode(errors="replace") if answer else ""
        shown = f"{failure.message}\n{check.failure_info.code_sample}\n{body}"
        self.wrong.setdefault((failure.operation, f"{check.name}: {failure.title}"), shown)

    @property
    def succeeded(self) -> set[str]:
        """The operations that were let through and did something."""
        return {label for label, answers in self.answers.items() if min(answers) < 300}

    @property
    def statuses(self) -> Counter[int]:
        return sum(self.answers.values(), Counter())

    def __str__(self) -> str:
        asked = f"{self.statuses.total()} requests of {len(self.answers)} operations"
        return f"{asked}, {len(self.succeeded)} of them with success; {dict(sorted(self.statuses.items()))}"


@pytest.mark.release("thousands of requests, more than two minutes")
@pytest.mark.usefixtures("house", "in_process")
def test_the_api_keeps_to_its_description(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    # Guessed passwords would lock the person out for the rest of the time; test_throttle.py has the waits.
    monkeypatch.setattr(throttle, "wait", lambda *_misses, **_where: timedelta(0))
    described, report, people = yaml.safe_load(KEPT.read_text(encoding="utf-8")), Report(), People()
    with hooks(people):
        for in_stories in (False, True):
            application = Application(is_undone=not in_stories)
            schema = schemathesis.openapi.from_dict(described, config=configured(in_stories=in_stories))
            schema.app = application
            schema.auth(refresh_interval=None)(type("SignedInHere", (SignedIn,), {"people": people}))
            for event in from_schema(schema).execute():
                report.read(event)
            application.close()
    print(report)
    assert [str(record.exc_info) for record in caplog.records if record.name == "django.request"] == []
    assert report.wrong == {}, "\n\n".join(f"{key}\n{shown}" for key, shown in sorted(report.wrong.items()))
    operations = sum(map(len, described["paths"].values()))
    assert len(report.answers) == operations
    assert len(report.succeeded) > 280, "it did not come past the first check"
    assert report.statuses.keys() >= {200, 201, 204, 400, 401, 403, 404, 409, 422}

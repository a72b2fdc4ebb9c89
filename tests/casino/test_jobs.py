"""Long work: asked once, done once, seen by whom it concerns, never lost with a broker or a worker."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from celery import Celery
from django.db import transaction
from django.db.models.functions import Now
from kombu.exceptions import OperationalError
from rest_framework.test import APIClient

from casino import tasks
from casino.errors import Refusal
from casino.models import Job, User
from casino.services import jobs
from casino.settings import services
from tests import racing

pytestmark = pytest.mark.django_db

Person = Callable[..., User]
SignedIn = Callable[[User], APIClient]


def count_up(params: Mapping[str, Any], actor: User, progress: jobs.Progress) -> dict[str, Any]:
    for step in range(3):
        progress(step + 1, 3)
    return {"for": actor.username, **params}


def refuse(params: Mapping[str, Any], actor: User, progress: jobs.Progress) -> dict[str, Any]:
    raise Refusal("language_unknown", "The language %(language)s is not available.", language="fr")


def stumble(params: Mapping[str, Any], actor: User, progress: jobs.Progress) -> dict[str, Any]:
    raise ZeroDivisionError("ours")


COUNT = jobs.JobKind(permission="accounting.run_jobs", read=lambda params, _actor: dict(params), work=count_up)
BRIEF = jobs.JobKind(permission="accounting.run_jobs", work=count_up, silent=timedelta(minutes=2))
REFUSE = jobs.JobKind(permission="accounting.run_jobs", work=refuse)
STUMBLE = jobs.JobKind(permission="accounting.run_jobs", work=stumble)


KINDS = ("brief", "count", "refuse", "stumble")


@pytest.fixture(autouse=True)
def kinds(settings: Any) -> None:
    settings.JOB_KINDS = {name: f"tests.casino.test_jobs.{name.upper()}" for name in KINDS}


def ask(client: APIClient, body: object, key: str) -> Any:
    return client.post("/api/v1/jobs/", body, HTTP_IDEMPOTENCY_KEY=key)


def test_asked_done_and_seen(person: Person, signed_in: SignedIn) -> None:
    client = signed_in(person("manager"))
    asked = ask(client, {"kind": "count", "by": "day"}, "k")
    assert asked.status_code == 202
    job_id = asked.json()["id"]
    tasks.run_jobs()
    seen = client.get(f"/api/v1/jobs/{job_id}/").json()
    assert seen["state"] == "done"
    assert seen["result"] == {"for": "manager", "by": "day"}
    assert (seen["done"], seen["total"]) == (3, 3)
    assert seen["finished_at"] is not None
    assert set(seen) == set(asked.json())


def test_who_asks_never_talks_to_the_broker(
    person: Person, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """The broker may hang: the row alone is the request."""
    sent = Mock()
    monkeypatch.setattr(Celery, "send_task", sent)
    client = signed_in(person("manager"))
    with django_capture_on_commit_callbacks(execute=True) as called:
        assert ask(client, {"kind": "count"}, "k").status_code == 202
    assert (sent.called, called) == (False, [])


def test_the_oldest_is_done_first_and_all_in_one_turn(person: Person) -> None:
    manager = person("manager")
    asked = [jobs.ask(kind="count", params={"n": number}, actor=manager) for number in range(3)]
    assert jobs.run_next()
    assert list(Job.objects.order_by("pk").values_list("state", flat=True)) == ["done", "queued", "queued"]
    jobs.run_waiting()
    done = Job.objects.order_by("started_at", "pk")
    assert [(job.pk, job.state, job.attempts) for job in done] == [(job.pk, "done", 1) for job in asked]


def test_a_turn_is_over_before_the_time_limit_of_a_task(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task of Celery ends after CELERY_TASK_TIME_LIMIT, whatever it does: the next tick begins the next job."""
    manager = person("manager")
    for number in range(2):
        jobs.ask(kind="count", params={"n": number}, actor=manager)
    monkeypatch.setattr(jobs, "monotonic", Mock(side_effect=[0.0, 1.0, *[jobs.TURN_S] * 20]))
    jobs.run_waiting()
    assert list(Job.objects.order_by("pk").values_list("state", flat=True)) == ["done", "queued"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_do_the_same_job(person: Person) -> None:
    """Each holds the row that it takes; the other one takes the next, or goes home."""
    taken = jobs.ask(kind="count", params={}, actor=person("manager"))
    with transaction.atomic():
        Job.objects.select_for_update().get(pk=taken.pk)
        assert racing.at_once(jobs.run_next) == [False], "it is taken this moment"
    assert sorted(racing.at_once(*[jobs.run_next] * 3)) == [False, False, True]
    taken.refresh_from_db()
    assert (taken.state, taken.attempts) == ("done", 1)


def test_same_work_is_not_begun_twice(person: Person) -> None:
    manager = person("manager")
    first = jobs.ask(kind="count", params={"by": "day"}, actor=manager)
    assert jobs.ask(kind="count", params={"by": "day"}, actor=manager) == first
    assert jobs.ask(kind="count", params={"by": "hour"}, actor=manager) != first
    assert jobs.run_next()
    assert jobs.ask(kind="count", params={"by": "day"}, actor=manager) != first, "what is done may be asked for again"


@pytest.mark.parametrize(
    ("language", "told"), [("en", "The language fr is not available."), ("de", "Die Sprache fr gibt es nicht.")]
)
def test_a_refusal_is_the_jobs_error_in_the_askers_language(person: Person, language: str, told: str) -> None:
    job = jobs.ask(kind="refuse", params={}, actor=person("manager", language=language))
    tasks.run_jobs()
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", f"language_unknown: {told}")


def test_our_mistake_is_written_down_and_raised(person: Person) -> None:
    job = jobs.ask(kind="stumble", params={}, actor=person("manager"))
    with pytest.raises(ZeroDivisionError):
        assert jobs.run_next()
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "ZeroDivisionError: ours")


@pytest.mark.parametrize(
    ("body", "code", "status"),
    [
        ({"kind": "dig"}, "job_kind_unknown", 400),
        ({"kind": 7}, "malformed", 400),
        ({}, "malformed", 400),
        ([], "malformed", 400),
        ({"kind": "refuse", "by": "day"}, "unknown_field", 400),
    ],
)
def test_bad_requests_make_no_job(person: Person, signed_in: SignedIn, body: object, code: str, status: int) -> None:
    response = ask(signed_in(person("manager")), body, "k")
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not Job.objects.exists()


def test_only_those_it_concerns(person: Person, signed_in: SignedIn) -> None:
    manager, dealer = person("manager"), person("dealer")
    refused = ask(signed_in(dealer), {"kind": "count"}, "k")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    job = jobs.ask(kind="count", params={}, actor=manager)
    assert signed_in(dealer).get(f"/api/v1/jobs/{job.pk}/").status_code == 404
    assert signed_in(person("integrator")).get(f"/api/v1/jobs/{job.pk}/").status_code == 200


class TestSweep:
    def lost(self, person: Person, state: str, silent: timedelta, attempts: int = 1) -> Job:
        job = jobs.ask(kind="count", params={}, actor=person("manager"))
        Job.objects.filter(pk=job.pk).update(state=state, attempts=attempts, beat_at=Now() - silent)
        return job

    def test_what_lost_its_worker_is_done_again(self, person: Person) -> None:
        job = self.lost(person, "running", timedelta(hours=1))
        assert not jobs.run_next(), "it is not queued"
        assert jobs.sweep() == 1
        assert jobs.run_next()
        job.refresh_from_db()
        assert (job.state, job.attempts) == ("done", 2)

    @pytest.mark.parametrize(("state", "silent"), [("queued", timedelta(days=5)), ("running", timedelta(minutes=5))])
    def test_what_is_alive_is_left_alone(self, person: Person, state: str, silent: timedelta) -> None:
        self.lost(person, state, silent)
        assert jobs.sweep() == 0

    @pytest.mark.parametrize(
        ("kind", "silent", "swept"),
        [
            ("brief", timedelta(minutes=1, seconds=50), 0),
            ("brief", timedelta(minutes=2, seconds=10), 1),
            ("count", timedelta(minutes=19), 0),
            ("count", timedelta(minutes=21), 1),
            ("no longer known", timedelta(minutes=19), 0),
            ("no longer known", timedelta(minutes=21), 1),
        ],
    )
    def test_how_long_a_job_may_be_silent_is_its_kinds_to_say(
        self, person: Person, kind: str, silent: timedelta, swept: int
    ) -> None:
        job = self.lost(person, "running", silent)
        Job.objects.filter(pk=job.pk).update(kind=kind)
        assert jobs.sweep() == swept

    @pytest.mark.parametrize(
        ("language", "told"),
        [
            ("en", "The job was interrupted 3 times and is not tried again."),
            ("de", "Der Auftrag wurde 3-mal unterbrochen und wird nicht mehr versucht."),
        ],
    )
    def test_what_kills_its_worker_is_given_up(self, person: Person, language: str, told: str) -> None:
        job = self.lost(person, "running", timedelta(hours=1), attempts=jobs.ATTEMPTS)
        User.objects.filter(pk=job.requested_by_id).update(language=language)
        assert jobs.sweep() == 1
        job.refresh_from_db()
        assert (job.state, job.error) == ("failed", told)


@pytest.mark.django_db(transaction=True)
class TestSomebodyWhoLostTheRole:
    """An export they asked for as a manager is not theirs as a dealer."""

    @pytest.fixture
    def demoted(self, person: Person) -> User:
        manager = person("manager")
        jobs.ask(kind="count", params={}, actor=manager)
        assert jobs.run_next()
        jobs.ask(kind="count", params={"n": 2}, actor=manager)
        User.objects.filter(pk=manager.pk).update(roles=["dealer"])
        return User.objects.get(pk=manager.pk)

    def test_sees_neither_the_job_nor_its_file(self, demoted: User, signed_in: SignedIn) -> None:
        client = signed_in(demoted)
        for job in Job.objects.all():
            for address in (f"/api/v1/jobs/{job.pk}/", f"/api/v1/jobs/{job.pk}/file/"):
                assert client.get(address).status_code == 404
        assert jobs.latest(actor=demoted, most=10) == []

    def test_has_nothing_done_any_more(self, demoted: User) -> None:
        waiting = Job.objects.get(state="queued")
        assert jobs.run_next()
        waiting.refresh_from_db()
        assert (waiting.state, waiting.result) == ("failed", None)
        assert "not_allowed" in waiting.error


@pytest.mark.parametrize("url", ["redis+socket://{}/nobody.sock?virtual_host=0", "amqp://localhost:9//"])
def test_a_broker_that_is_away_is_tried_once(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit that asks for helpers goes on without them."""

    def wait(_seconds: float) -> None:
        raise AssertionError("the sender waits for the broker")

    monkeypatch.setattr("kombu.utils.functional.sleep", wait)
    app = Celery(broker=url.format(tmp_path), set_as_current=False)
    app.conf.broker_transport_options = services.transport_options(url)
    with pytest.raises(OperationalError):
        app.send_task("tables.tasks.audit_pieces", args=[1], retry=False)


def test_every_kind_of_the_house_is_there(settings: Any) -> None:
    from casino.settings import JOB_KINDS

    settings.JOB_KINDS = JOB_KINDS
    assert {name: jobs.kind_named(name).permission for name in JOB_KINDS} == {
        "audit": "accounting.run_audit",
        "books": "accounting.run_audit",
        "book_rows": "accounting.run_audit",
        "export": "accounting.view_reports",
        "rebuild": "accounting.run_jobs",
        "report_mail": "accounting.view_reports",
        "rule_replay": "tables.edit_rules",
        "subject_access": "tables.erase_guest",
    }

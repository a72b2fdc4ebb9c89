"""Jobs: long work requested by a view, done by a worker, tracked by its row.

The row is the queue: a request for a job commits its row and never talks to the broker.  Every two seconds beat
tells the workers to look (`run_waiting`), and one of them takes the oldest row that is queued.  So a broker that hangs,
or loses its messages, delays jobs and loses none.  `settings.JOB_KINDS` has the kinds as dotted names of a `JobKind`,
since this package knows no app.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from casino import log_lines, membership, roles, traces
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.models import Job, JobFile, User
from casino.models.jobs import JobState
from casino.services import job_files
from casino.services.job_files import File
from casino.transactions import use_case

log = logging.getLogger(__name__)

ATTEMPTS = 3
TURN_S = 60.0  # a worker begins no further job after this: Celery limits the time of a task
SILENT = timedelta(minutes=20)  # a running job whose worker died; longer than Celery's time limit of any task
LATEST_SWEEP = timedelta(minutes=1)  # the interval of beat's sweep, so a shorter `silent` would have no effect
TELL_EVERY_S = 1.0

# Written at most every ten seconds, since beat asks every two.
_LIFE = """
    INSERT INTO casino_pulse AS pulse (id, at) VALUES (1, now())
    ON CONFLICT (id) DO UPDATE SET at = now() WHERE pulse.at < now() - interval '10 s'
"""

Params = Mapping[str, Any]
Progress = Callable[[int, int], None]


def no_params(params: Params, actor: User) -> Params:
    """The `read` of kinds without parameters, about every house; refuses any (`unknown_field`)."""
    membership.require_every(actor)
    if params:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=sorted(params))
    return params


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A kind of long work. `work(params, actor, progress)` returns the JSON result or a file, outside any transaction.

    `work` calls use cases that are safe to repeat, since a job whose worker died is done again.  `read` refuses bad
    parameters (`Malformed`) when the job is requested, and returns them; a job about one house names its code
    (`house`).  After `silent` without progress the worker counts as dead and the job done again: kinds that report
    progress often may set minutes, kinds that report none need the default.  A kind that `has_use_case` is requested
    by that alone, which may ask for more, such as the password.
    """

    permission: str
    work: Callable[[Params, User, Progress], Mapping[str, Any] | File]
    read: Callable[[Params, User], Params] = field(default=no_params)
    silent: timedelta = SILENT
    has_use_case: bool = False

    def __post_init__(self) -> None:
        assert self.silent >= LATEST_SWEEP, self.silent


def kind_named(name: str) -> JobKind:
    """The kind of this name; refuses `job_kind_unknown`."""
    dotted = settings.JOB_KINDS.get(name)
    if dotted is None:
        raise _unknown()
    kind = import_string(dotted)
    assert isinstance(kind, JobKind), dotted
    return kind


def _unknown() -> Malformed:
    known = [name for name, dotted in settings.JOB_KINDS.items() if not import_string(dotted).has_use_case]
    return Malformed("job_kind_unknown", N_("Unknown kind of job. Known kinds: %(known)s."), known=sorted(known))


@use_case(None)
def ask(*, kind: str, params: Params, actor: User) -> Job:
    """Request a job. If the same work is queued or running already, its job is returned.

    Refuses an unknown kind and one that has a use case of its own, bad parameters, and users without the kind's
    permission.
    """
    if kind_named(kind).has_use_case:
        raise _unknown()
    return asked(kind=kind, params=params, actor=actor)


def asked(*, kind: str, params: Params, actor: User) -> Job:
    """Request a job as `ask` does.  An inner step, for use cases that request one kind."""
    wanted = kind_named(kind)
    roles.require(actor, wanted.permission)
    read = wanted.read(params, actor)
    dedupe_key = hashlib.sha256(repr((kind, sorted(read.items()))).encode()).hexdigest()
    try:
        with transaction.atomic():
            job = Job.objects.create(
                kind=kind,
                params=dict(read),
                house_id=membership.houses_coded([read["house"]], actor)[0].pk if "house" in read else None,
                dedupe_key=dedupe_key,
                requested_by=actor,
                request_id=log_lines.request_id.get(),
            )
    except IntegrityError:
        return Job.objects.get(dedupe_key=dedupe_key, state__in=[JobState.QUEUED, JobState.RUNNING])
    # Reload the times, which are defaults of the database.
    job.refresh_from_db()
    return job


def seen_by(*, job_id: int, actor: User) -> Job:
    """The job, for users who may request its kind now, also if they requested it earlier; else refuses `not_found`."""
    job = _of_houses(actor).filter(pk=job_id).first()
    if job is None or not roles.permits(actor, kind_named(job.kind).permission):
        raise NotFound("not_found", N_("Not found."))
    return job


def file_of(*, job_id: int, actor: User) -> JobFile:
    """The job's file, for users who may see the job; refuses `no_file` if there is none or it was deleted."""
    made = JobFile.objects.filter(job=seen_by(job_id=job_id, actor=actor)).first()
    if made is None:
        raise NotFound("no_file", N_("This job has no file, or it is older than a week: request it again."))
    return made


def latest(*, actor: User, most: int) -> Sequence[Job]:
    """The newest jobs that the actor may request."""
    permitted = [name for name in settings.JOB_KINDS if roles.permits(actor, kind_named(name).permission)]
    rows = _of_houses(actor).filter(kind__in=permitted).select_related("requested_by")
    return list(rows.order_by("-pk")[:most])


def _of_houses(actor: User) -> QuerySet[Job]:
    """The jobs about the actor's houses; those about every house are for people who work in all of them."""
    rows = membership.within(Job.objects.all(), actor)
    return rows | Job.objects.filter(house=None) if membership.works_in_every(actor) else rows


def run_waiting(said: Callable[[Refusal], str] = str) -> None:
    """Do queued jobs, the oldest first, until none is left or the turn is over. Called by beat's tick.

    `said` puts a refusal into words: the error of a job that is refused.
    """
    _show_life()
    last = monotonic() + TURN_S
    while monotonic() < last and run_next(said):
        pass


@use_case(None)
def _show_life() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LIFE)


def run_next(said: Callable[[Refusal], str] = str) -> bool:
    """Do the oldest queued job that nobody else has taken; whether there was one.  Called by the worker.

    A job of somebody who lost the permission since they asked, or works in its house no more, fails.  It speaks the
    language of the person who asked.
    """
    job = _take()
    if job is None:
        return False
    assert job.requested_by is not None
    with (
        log_lines.of_job(job.pk, asked_by=job.request_id),
        traces.job(job.pk, job.kind),
        translation.override(job.requested_by.language),
    ):
        _run(job, said)
    return True


def _run(job: Job, said: Callable[[Refusal], str]) -> None:
    assert job.requested_by is not None
    kind = kind_named(job.kind)
    try:
        roles.require(job.requested_by, kind.permission)
        kind.read(job.params, job.requested_by)
        result = kind.work(job.params, job.requested_by, _ProgressWriter(job.pk))
    except Refusal as refusal:
        _finish(job_id=job.pk, state=JobState.FAILED, error=said(refusal))
    except Exception as error:
        _finish(job_id=job.pk, state=JobState.FAILED, error=f"{type(error).__name__}: {error}")
        raise
    else:
        _finish(job_id=job.pk, state=JobState.DONE, result=result)


@use_case(None)
def sweep() -> int:
    """Queue the jobs of dead workers again, fail those that lost too many; returns their number. Called by beat."""
    running = Job.objects.filter(_silent(), state=JobState.RUNNING).select_related("requested_by")
    dead = running.select_for_update(skip_locked=True, of=("self",))
    touched = 0
    for job in dead:
        touched += 1
        if job.attempts >= ATTEMPTS:
            _give_up(job)
        else:
            Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, beat_at=Now())
    return touched


def _silent() -> Q:
    """Jobs silent for longer than their kind allows; for unknown kinds the default `SILENT`."""
    long = Q(beat_at__lt=Now() - SILENT) & ~Q(kind__in=settings.JOB_KINDS)
    for name in settings.JOB_KINDS:
        long |= Q(kind=name, beat_at__lt=Now() - kind_named(name).silent)
    return long


def _give_up(job: Job) -> None:
    log.error("job %s (%s) lost its worker %s times", job.pk, job.kind, job.attempts)
    assert job.requested_by is not None
    with translation.override(job.requested_by.language):
        error = gettext("The job was interrupted %(attempts)s times and is not tried again.") % {
            "attempts": job.attempts
        }
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error=error, beat_at=Now(), finished_at=Now())


@use_case(None)
def _take() -> Job | None:
    waiting = Job.objects.select_for_update(skip_locked=True, of=("self",)).select_related("requested_by")
    job = waiting.filter(state=JobState.QUEUED).order_by("pk").first()
    if job is not None:
        Job.objects.filter(pk=job.pk).update(
            state=JobState.RUNNING, attempts=job.attempts + 1, started_at=Now(), beat_at=Now()
        )
    return job


@use_case(None)
def _finish(*, job_id: int, state: JobState, result: Mapping[str, Any] | File | None = None, error: str = "") -> None:
    if isinstance(result, File):
        result = job_files.keep(job_id, result)
    if result is not None:
        result = dict(result)
    Job.objects.filter(pk=job_id).update(state=state, result=result, error=error, beat_at=Now(), finished_at=Now())


class _ProgressWriter:
    """Writes progress to the row, at most once a second and at the end, each time in its own transaction."""

    def __init__(self, job_id: int) -> None:
        self.job_id = job_id
        self.told_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        if monotonic() - self.told_at >= TELL_EVERY_S or done == total:
            self.told_at = monotonic()
            Job.objects.filter(pk=self.job_id).update(done=done, total=total, beat_at=Now())

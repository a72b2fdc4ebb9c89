"""Long work: asked for by a door, done by a worker, watched by its row.

The row is the truth and the broker only carries its number, so a lost message is sent again (`sweep`) and a message
that comes twice finds the row taken.  The kinds of work stand in `settings.JOB_KINDS` as dotted names of a `JobKind`,
since this package knows no app.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.module_loading import import_string

from casino import roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.models import Job, JobFile, User
from casino.models.jobs import JobState
from casino.services import job_files
from casino.services.job_files import File
from casino.transactions import use_case

log = logging.getLogger(__name__)

TASK = "casino.tasks.run_job"
ATTEMPTS = 3
UNHEARD = timedelta(minutes=1)  # a queued job whose message was lost
SILENT = timedelta(minutes=20)  # a running one whose worker died; longer than Celery lets any task live
LATEST_SWEEP = timedelta(minutes=1)  # beat's own step: a `silent` below it would promise what nobody keeps
TELL_EVERY_S = 1.0

Params = Mapping[str, Any]
Progress = Callable[[int, int], None]


def no_params(params: Params) -> Params:
    """For kinds that need to know nothing."""
    if params:
        raise Malformed("unknown_field", _("This job has no parameter %(unknown)s."), unknown=sorted(params))
    return params


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A kind of long work. `work(params, actor, progress)` returns the JSON result or a file, outside any transaction.

    It calls use cases that are safe to repeat, since a job whose worker died is done again.  `read` refuses bad
    parameters (`Malformed`) when the job is asked for.  After `silent` without a word of progress its worker is taken
    for dead and the job done again: whoever tells every second may ask for minutes, whoever never tells needs the rest.
    """

    permission: str
    work: Callable[[Params, User, Progress], Mapping[str, Any] | File]
    read: Callable[[Params], Params] = field(default=no_params)
    silent: timedelta = SILENT

    def __post_init__(self) -> None:
        assert self.silent >= LATEST_SWEEP, self.silent


def kind_named(name: str) -> JobKind:
    """The kind of work called `name`; refuses an unknown one."""
    dotted = settings.JOB_KINDS.get(name)
    if dotted is None:
        raise Malformed(
            "job_kind_unknown",
            _("There is no such kind of job; known are: %(known)s."),
            known=sorted(settings.JOB_KINDS),
        )
    kind = import_string(dotted)
    assert isinstance(kind, JobKind), dotted
    return kind


@use_case
def ask(*, kind: str, params: Params, actor: User) -> Job:
    """Have something done. The same work still waiting or running is not begun twice: its job is the answer.

    Refuses an unknown kind, bad parameters, and whoever may not have it done.
    """
    wanted = kind_named(kind)
    roles.require(actor, wanted.permission)
    read = wanted.read(params)
    dedupe_key = hashlib.sha256(repr((kind, sorted(read.items()))).encode()).hexdigest()
    try:
        with transaction.atomic():
            job = Job.objects.create(kind=kind, params=dict(read), dedupe_key=dedupe_key, requested_by=actor)
    except IntegrityError:
        return Job.objects.get(dedupe_key=dedupe_key, state__in=[JobState.QUEUED, JobState.RUNNING])
    _send(job.pk)
    # The defaults of the database (the times) are part of the answer.
    job.refresh_from_db()
    return job


def seen_by(*, job_id: int, actor: User) -> Job:
    """The job, for whoever asked for it or may ask for its like. For others there is none."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None or not (job.requested_by_id == actor.pk or roles.permits(actor, kind_named(job.kind).permission)):
        raise NotFound("not_found", _("There is no such thing."))
    return job


def file_of(*, job_id: int, actor: User) -> JobFile:
    """What the job made, for whoever may see the job; refuses where there is nothing, or no more."""
    made = JobFile.objects.filter(job=seen_by(job_id=job_id, actor=actor)).first()
    if made is None:
        raise NotFound("no_file", _("This job has no file, or it is older than a week: ask for it again."))
    return made


def latest(*, actor: User, most: int) -> Sequence[Job]:
    """The newest jobs, for whoever asked for them or may ask for their like."""
    his = [name for name in settings.JOB_KINDS if roles.permits(actor, kind_named(name).permission)]
    rows = Job.objects.filter(Q(kind__in=his) | Q(requested_by=actor)).select_related("requested_by")
    return list(rows.order_by("-pk")[:most])


def run(*, job_id: int) -> None:
    """Do the work of a waiting job; leave one that is taken or done. Called by the worker."""
    job = _take(job_id=job_id)
    if job is None:
        return
    assert job.requested_by is not None
    try:
        result = kind_named(job.kind).work(job.params, job.requested_by, _Teller(job.pk))
    except Refusal as refusal:
        _finish(job_id=job.pk, state=JobState.FAILED, error=str(refusal))
    except Exception as error:
        _finish(job_id=job.pk, state=JobState.FAILED, error=f"{type(error).__name__}: {error}")
        raise
    else:
        _finish(job_id=job.pk, state=JobState.DONE, result=result)


@use_case
def sweep() -> int:
    """Send lost jobs again, give up those whose worker died too often; gives how many were touched. Called by beat."""
    lost = Job.objects.select_for_update(skip_locked=True).filter(state=JobState.QUEUED, beat_at__lt=Now() - UNHEARD)
    dead = Job.objects.select_for_update(skip_locked=True).filter(_silent(), state=JobState.RUNNING)
    touched = 0
    for job in [*lost, *dead]:
        touched += 1
        if job.attempts >= ATTEMPTS:
            _give_up(job)
            continue
        Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, beat_at=Now())
        _send(job.pk)
    return touched


def _silent() -> Q:
    """Without a sign of life for longer than their kind may be; kinds that are no longer known, for longer than any."""
    long = Q(beat_at__lt=Now() - SILENT) & ~Q(kind__in=settings.JOB_KINDS)
    for name in settings.JOB_KINDS:
        long |= Q(kind=name, beat_at__lt=Now() - kind_named(name).silent)
    return long


def _give_up(job: Job) -> None:
    log.error("job %s (%s) lost its worker %s times", job.pk, job.kind, job.attempts)
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, error="worker lost", beat_at=Now(), finished_at=Now())


def _send(job_id: int) -> None:
    """Tell the broker once this transaction is committed. A broker that is away loses nothing: `sweep` sends again."""
    transaction.on_commit(lambda: current_app.send_task(TASK, args=[job_id], retry=False), robust=True)


@use_case
def _take(*, job_id: int) -> Job | None:
    waiting = Job.objects.select_for_update(skip_locked=True, of=("self",)).select_related("requested_by")
    job = waiting.filter(pk=job_id, state=JobState.QUEUED).first()
    if job is not None:
        Job.objects.filter(pk=job_id).update(
            state=JobState.RUNNING, attempts=job.attempts + 1, started_at=Now(), beat_at=Now()
        )
    return job


@use_case
def _finish(*, job_id: int, state: JobState, result: Mapping[str, Any] | File | None = None, error: str = "") -> None:
    if isinstance(result, File):
        result = job_files.keep(job_id, result)
    if result is not None:
        result = dict(result)
    Job.objects.filter(pk=job_id).update(state=state, result=result, error=error, beat_at=Now(), finished_at=Now())


class _Teller:
    """Progress into the row, at most once a second, each time in a short transaction of its own."""

    def __init__(self, job_id: int) -> None:
        self.job_id = job_id
        self.told_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        if monotonic() - self.told_at >= TELL_EVERY_S or done == total:
            self.told_at = monotonic()
            Job.objects.filter(pk=self.job_id).update(done=done, total=total, beat_at=Now())

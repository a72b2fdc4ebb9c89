"""An audit in its steps: cut into pieces, worked on, reconciled with the counts, closed with what it found.

Every finished hand is computed again.  Its actions are replayed under its own rule set and schedule version; pot, base,
rake due and transfers are computed from them, and the evidence and the entry's link in its book's chain are hashed
again.  Every difference is a finding (`accounting.findings.services.findings`), and so are oddities in how a hand was
recorded.  The work is cut into pieces (`pieces`), so any number of workers can share it.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from celery import current_app
from kombu.exceptions import OperationalError

from accounting.days.selectors import days
from accounting.findings.services import breaks
from accounting.models import Finding, GamingDay
from accounting.proof.services import proofs
from casino import house_time, membership, roles
from casino.errors import N_, Busy, Malformed, NotFound
from casino.services.jobs import JobKind, Progress
from tables.audit.selectors import audits, played_terms
from tables.audit.selectors.played_terms import Played
from tables.audit.services import pieces as audit_pieces
from tables.models import AuditRun
from tables.verdicts.hand import DIFFERENCES

if TYPE_CHECKING:
    from casino.models import User

TASK = "tables.tasks.audit_pieces"
HELPERS = 8
"""The most workers asked to join a job; busy ones join when they are free, or find nothing left."""
SHOWN = 1_000
"""The most differences listed; all of them are findings."""
SILENT = timedelta(minutes=10)
"""A job without progress for this long has lost its worker: a piece takes seconds, the proof of millions minutes."""
_PAUSE_S = 0.1

CallIn = Callable[[AuditRun], object]
"""Asks other workers to join a run; the run does not depend on them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A hand whose stored figures differ from those computed."""

    hand: int
    table: str
    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Terms:
    """A run of hands (against the house: rounds) under the same terms, and the cause: information, not a finding."""

    table: str
    first: int | None
    last: int | None
    hands: int
    game: str
    schedule: str
    since: str
    cause: str


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit: hands computed, hands that agree, differences, and findings by rule.

    `terms`: in the audit of one day, the terms its hands were played under.
    """

    hands: int
    agree: int
    differences: list[Difference] = field(default_factory=list)
    findings: int = 0
    by_rule: dict[str, int] = field(default_factory=dict)
    terms: list[Terms] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether there are no differences; other findings may still need an explanation."""
        return not self.differences


def audit(
    *,
    day_id: int | None,
    actor: "User | None",
    progress: Progress | None = None,
    call_in: CallIn | None = None,
    with_books: bool = False,
) -> Audit:
    """Audit a gaming day (None: all days) in its present state.  `actor` is None for the operator at the console.

    `with_books`: also prove all books; what is broken there is a finding as well.  Not a use case but a series of them.
    An unfinished audit of the same day is joined or continued; if anything was booked since it began, another follows.
    """
    if actor is not None:
        roles.require(actor, "accounting.run_audit")
    asked_at = house_time.now()
    while True:
        run = audit_pieces.begin(day_id=day_id)
        if call_in is not None:
            call_in(run)
        if with_books:
            # The proof is in one piece, so it comes first: the others recompute hands meanwhile.
            breaks.note(broken=proofs.prove().broken, actor=actor)
            with_books = False
        _work(run.pk, progress)
        if run.started_at >= asked_at or audits.is_current(run):
            break
    return _found(run)


def help_out(*, run_id: int, most: int | None = None) -> int:
    """Do free pieces of a run, at most `most`; returns their number.  Skips pieces that other workers hold."""
    done = 0
    while most is None or done < most:
        try:
            if not audit_pieces.take(run_id=run_id):
                audit_pieces.finish(run_id=run_id)
                break
        except Busy:
            time.sleep(_PAUSE_S)
        else:
            done += 1
    return done


def _work(run_id: int, progress: Progress | None) -> None:
    """Do pieces until the run is finished: wait for those other workers hold, take over those they abandoned."""
    while True:
        try:
            is_done = audit_pieces.take(run_id=run_id)
        except Busy:
            is_done = False
        if progress is not None:
            so_far = audit_pieces.progress(run_id)
            progress(so_far.done, so_far.total)
        if not is_done:
            if audit_pieces.finish(run_id=run_id):
                return
            time.sleep(_PAUSE_S)


def _found(run: AuditRun) -> Audit:
    run.refresh_from_db()
    rows = Finding.objects.filter(seen_at__gte=run.started_at)
    if run.gaming_day_id is not None:
        rows = rows.filter(gaming_day_id=run.gaming_day_id)
    by_rule = Counter(rows.values_list("rule", flat=True))
    differing = rows.filter(rule__in=[rule.value for rule in DIFFERENCES]).order_by("hand_id", "pk")
    return Audit(
        hands=run.hands,
        agree=run.agree,
        differences=[_difference(row) for row in differing[:SHOWN]],
        findings=by_rule.total(),
        by_rule=dict(sorted(by_rule.items())),
        terms=[] if run.gaming_day is None else [_terms(one) for one in played_terms.of_day(run.gaming_day)],
    )


def _terms(one: Played) -> Terms:
    version = str(one.version) if one.version else ""
    return Terms(
        one.table_code,
        one.first,
        one.last,
        one.hands,
        one.game.name,
        version,
        one.since.isoformat(),
        one.cause.value,
    )


def _difference(row: Finding) -> Difference:
    facts = {name: value for name, value in row.facts.items() if name not in ("number", "entry_number")}
    what = " ".join([row.rule, *(f"{name}={value}" for name, value in facts.items())])
    number = row.facts.get("number") or row.facts.get("entry_number") or 0
    return Difference(row.hand_id or 0, row.table_code, number, what)


def _read(params: Mapping[str, Any], actor: "User") -> Mapping[str, Any]:
    unknown = sorted(set(params) - {"day", "house"})
    if unknown:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=unknown)
    day, house = params.get("day"), params.get("house")
    if day is None:
        if house is not None:
            raise Malformed("bad_date", N_("Enter a date like 2026-11-21."), given="")
        membership.require_every(actor)
        return {}
    if not isinstance(day, str):
        raise Malformed("bad_date", N_("Enter a date like 2026-11-21."), given=str(day))
    if not isinstance(house, str | None):
        raise NotFound("no_such_gaming_day", N_("Gaming day not found."))
    # The house is always stored, since a date alone would be ambiguous later.
    found = GamingDay.objects.select_related("house").get(pk=days.day_named(day, house, actor=actor))
    return audits.params(found)


def _job(params: Mapping[str, Any], actor: "User", progress: Progress) -> Mapping[str, Any]:
    day_id = days.day_named(params["day"], params.get("house"), actor=actor) if "day" in params else None
    found = audit(day_id=day_id, actor=actor, progress=progress, call_in=_send_for_helpers, with_books=day_id is None)
    return {"ok": found.ok, **asdict(found)}


def _send_for_helpers(run: AuditRun) -> None:
    """Ask other workers to join; without the broker the audit is only slower."""
    pieces = run.pieces.filter(is_done=False).count()
    for _helper in range(min(HELPERS, pieces - 1)):
        try:
            current_app.send_task(TASK, args=[run.pk], retry=False)
        except OperationalError:
            return


AUDIT_JOB = JobKind(permission="accounting.run_audit", read=_read, work=_job, silent=SILENT)
"""`POST jobs/ {"kind": "audit", "day": "2026-11-21", "house": "wi"}`; without a day, all days."""

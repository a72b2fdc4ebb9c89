"""Findings: the audit records them, a person owns them, and somebody who neither booked nor dealt decides them.

The same fault of the same subject is one row, however often an audit finds it.  Nothing is deleted: a fault that a
later audit no longer finds keeps its decision.

A decision has a number of its house, which is never given again, and may be of several findings.  Taking it back opens
all that stand under it; their history tells who decided and who took it back, and why.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import connection

from accounting import locks
from accounting.findings.selectors.findings import FINDINGS, RESOLVE, can_be_folded, closed_under, fold, next_decision
from accounting.models import Finding
from accounting.verdicts import Verdict, severity
from casino import house_time, membership, reasons, roles
from casino.errors import N_, Malformed, NotFound, Refusal, Stale
from casino.models import User
from casino.selectors.decisions import APPROVER
from casino.services import decisions
from casino.transactions import use_case

COMMENT_MIN = 3
COMMENT_MAX = 1_000

_NOTED = (
    "house_id", "gaming_day_id", "rule", "subject", "severity", "table_code", "hand_id", "dealer_id", "booked_by_id",
    "amount_cents", "facts", "found_at", "seen_at", "state", "owner_id", "resolution", "comment", "resolved_by_id",
    "resolved_at", "decision_number", "taken_back_number",
)  # fmt: skip
_COLUMNS = ", ".join(_NOTED)
_KEPT = ", ".join(f"written.{name}" for name in _NOTED)

# A decision holds for the facts it was made on.  The finding is opened again if its amount or booker has changed, or,
# in a grave finding (a changed record, a broken chain) and in one about somebody's hours, any other fact.
_HAS_CHANGED = """
    (finding.amount_cents, finding.booked_by_id) IS DISTINCT FROM (EXCLUDED.amount_cents, EXCLUDED.booked_by_id)
    OR ((EXCLUDED.severity = 3 OR EXCLUDED.rule = 'HOURS_DIFFER') AND finding.facts <> EXCLUDED.facts)
"""

# One statement for any number of verdicts.  Rows are written in one order, so that two audits cannot deadlock.  History
# gets a row where a finding is new or has changed, not where it was only found again.
_NOTE = f"""
WITH given AS (
    SELECT * FROM jsonb_to_recordset(%(verdicts)s::jsonb) AS given(
        rule text, subject text, severity int, table_code text, hand_id bigint, dealer_id bigint,
        booked_by_id bigint, amount_cents bigint, facts jsonb)
), before AS (
    SELECT finding.* FROM accounting_finding finding
      JOIN given ON (finding.rule, finding.subject) = (given.rule, given.subject)
     WHERE finding.house_id = %(house)s
), written AS (
    INSERT INTO accounting_finding AS finding ({_COLUMNS})
    SELECT %(house)s, %(day)s::bigint, rule, subject, severity, table_code, hand_id, dealer_id, booked_by_id,
           amount_cents, facts, %(at)s, %(at)s, 'open', NULL, '', '', NULL, NULL, NULL, NULL
      FROM given ORDER BY rule, subject
        ON CONFLICT (house_id, rule, subject) DO UPDATE SET
           gaming_day_id = COALESCE(finding.gaming_day_id, EXCLUDED.gaming_day_id),
           severity = EXCLUDED.severity, table_code = EXCLUDED.table_code, hand_id = EXCLUDED.hand_id,
           dealer_id = EXCLUDED.dealer_id, booked_by_id = EXCLUDED.booked_by_id,
           amount_cents = EXCLUDED.amount_cents, facts = EXCLUDED.facts,
           seen_at = GREATEST(finding.seen_at, EXCLUDED.seen_at),
           state = CASE WHEN {_HAS_CHANGED} THEN 'open' ELSE finding.state END,
           resolution = CASE WHEN {_HAS_CHANGED} THEN '' ELSE finding.resolution END,
           comment = CASE WHEN {_HAS_CHANGED} THEN '' ELSE finding.comment END,
           resolved_by_id = CASE WHEN {_HAS_CHANGED} THEN NULL ELSE finding.resolved_by_id END,
           resolved_at = CASE WHEN {_HAS_CHANGED} THEN NULL ELSE finding.resolved_at END,
           decision_number = CASE WHEN {_HAS_CHANGED} THEN NULL ELSE finding.decision_number END,
           taken_back_number = CASE WHEN {_HAS_CHANGED} THEN NULL ELSE finding.taken_back_number END
    RETURNING id, {_COLUMNS}
), kept AS (
    INSERT INTO accounting_historicalfinding (id, {_COLUMNS}, history_date, history_type)
    SELECT written.id, {_KEPT}, %(at)s, CASE WHEN before.id IS NULL THEN '+' ELSE '~' END
      FROM written LEFT JOIN before USING (house_id, rule, subject)
     WHERE (before.amount_cents, before.facts, before.state, before.booked_by_id, before.dealer_id, before.severity)
           IS DISTINCT FROM (written.amount_cents, written.facts, written.state, written.booked_by_id,
                             written.dealer_id, written.severity)
)
SELECT count(*) FROM written
"""  # noqa: S608 -- names of our own columns


def note(house_id: int, day_id: int | None, verdicts: Iterable[Verdict], at: datetime) -> int:
    """Record verdicts as findings of a house and a gaming day (None: no single day); returns how many were written.

    An inner step of the audit, safe to repeat.  An existing finding keeps its owner and its decision, unless the facts
    it was decided on have changed: then it is open again, and its history has the old decision.
    """
    rows = {
        (verdict.rule, verdict.subject): {
            "rule": verdict.rule.value,
            "subject": verdict.subject,
            "severity": severity(verdict.rule).value,
            "table_code": verdict.table_code,
            "hand_id": verdict.hand_id,
            "dealer_id": verdict.dealer_id,
            "booked_by_id": verdict.booked_by,
            "amount_cents": verdict.amount_cents,
            "facts": dict(verdict.facts),
        }
        for verdict in verdicts
    }
    if not rows:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"verdicts": json.dumps(list(rows.values())), "house": house_id, "day": day_id, "at": at})
        (count,) = cursor.fetchone()
    return int(count)


@use_case(RESOLVE, decides=FINDINGS)
def resolve(*, finding_id: int, seen: str, resolution: str, comment: str, actor: User) -> Finding:
    """Decide a finding, with a comment.

    Refuses a decided finding (`finding_resolved`), the person who booked what was found or dealt it (`two_people`),
    another finding than was `seen`, since an audit found more or less (`stale`), an unknown resolution
    (`unknown_resolution`), waiving a grave finding (`too_grave_to_waive`) and a comment that is missing or too long
    (`comment_required`, `comment_too_long`).
    """
    [row] = _decided(locks.findings([finding_id]), {finding_id: seen}, resolution, comment, actor)
    return row


@use_case(RESOLVE)
def resolve_run(
    *, finding_ids: Sequence[int], seen: Sequence[str], resolution: str, comment: str, actor: User
) -> list[Finding]:
    """Decide findings of one run (`selectors.findings.runs`) alike, with one number; all of them, or none.

    `seen`: what was seen of each, in the same order.  Refuses what is no run (`not_one_run`), and of each finding what
    `resolve` refuses.
    """
    if len(finding_ids) != len(seen):
        raise Malformed("not_one_run", N_("These are not findings of one run: decide on them one by one."))
    rows = _one_run(finding_ids)
    return _decided(rows, dict(zip(finding_ids, seen, strict=True)), resolution, comment, actor)


@use_case(RESOLVE)
def take_back(*, house_id: int, decision_number: int, seen: Sequence[str], reason: str, actor: User) -> list[Finding]:
    """Take a decision back: all findings that stand under it are open again, with the reason; their history stays.

    `seen`: what was seen of each of them, in any order.  Refuses a decision that was never made (`no_such_decision`) or
    holds no longer (`decision_taken_back`), other findings than were seen (`stale`), the person who booked or dealt one
    of them (`two_people`), and a day that was closed because of the decision (`gaming_day_closed`).  The reason is
    refused as `reasons.given` does.
    """
    rows = locks.findings_under(house_id, decision_number)
    if not rows:
        raise _holds_no_longer(house_id, decision_number)
    if sorted(seen) != sorted(FINDINGS.seen(row) for row in rows):
        raise Stale("stale", N_("This has changed since you saw it: look again, then decide."))
    for row in rows:
        _refuse_own(row, actor)
    _refuse_closed(rows)
    reason = reasons.given(reason)
    for row in rows:
        row.state, row.resolution, row.comment = Finding.State.OPEN, "", reason
        row.resolved_by = row.resolved_at = row.decision_number = None
        row.taken_back_number = decision_number
        _save(row, actor)
    return rows


@use_case(RESOLVE)
def assign(*, finding_id: int, owner_id: int | None, actor: User) -> Finding:
    """Assign an open finding to its owner (`owner_id` None: unassign).

    Refuses a decided finding (`finding_resolved`) and an owner who may not decide it: without the permission
    (`cannot_own_finding`), or because they booked it (`owner_booked_it`) or dealt it (`owner_dealt_it`).
    """
    return _assigned(locks.finding(finding_id), _owner(owner_id), actor)


@use_case(RESOLVE)
def assign_run(*, finding_ids: Sequence[int], owner_id: int | None, actor: User) -> list[Finding]:
    """Assign findings of one run to one owner (`owner_id` None: unassign); all of them, or none.

    Refuses what is no run (`not_one_run`), and of each finding what `assign` refuses.
    """
    rows, owner = _one_run(finding_ids), _owner(owner_id)
    return [_assigned(row, owner, actor) for row in rows]


def _one_run(finding_ids: Sequence[int]) -> list[Finding]:
    """Lock findings that may be decided or assigned together, by their ids."""
    if not finding_ids or len(set(finding_ids)) != len(finding_ids):
        raise Malformed("not_one_run", N_("These are not findings of one run: decide on them one by one."))
    rows = locks.findings(finding_ids)
    if len({fold(row) for row in rows}) > 1 or not all(map(can_be_folded, rows)):
        raise Refusal("not_one_run", N_("These are not findings of one run: decide on them one by one."))
    return rows


def _decided(
    rows: Sequence[Finding], seen: Mapping[int, str], resolution: str, comment: str, actor: User
) -> list[Finding]:
    """Decide locked findings of one house, as they were seen."""
    for row in rows:
        _refuse_decided(row)
        _refuse_own(row, actor)
        decisions.refuse_unseen(FINDINGS, row, seen[row.pk])
        _refuse_resolution(row, resolution)
    _check_comment(comment)
    is_waived = resolution == Finding.Resolution.WAIVED
    number, now = next_decision(rows[0].house_id), house_time.now()
    for row in rows:
        row.state = Finding.State.WAIVED if is_waived else Finding.State.RESOLVED
        row.resolution, row.comment = resolution, comment.strip()
        row.resolved_by, row.resolved_at = actor, now
        row.decision_number, row.taken_back_number = number, None
        _save(row, actor)
    return list(rows)


def _owner(owner_id: int | None) -> User | None:
    """The person, if one is named; refuses `no_such_user`."""
    owner = None if owner_id is None else User.objects.filter(pk=owner_id, is_active=True).first()
    if owner is None and owner_id is not None:
        raise NotFound("no_such_user", N_("Person not found."))
    return owner


def _assigned(row: Finding, owner: User | None, actor: User) -> Finding:
    """Assign a locked finding."""
    _refuse_decided(row)
    if owner is not None:
        if not membership.works_in(owner, row.house_id):
            raise NotFound("no_such_user", N_("Person not found."))
        if not roles.permits(owner, RESOLVE):
            raise Refusal("cannot_own_finding", N_("%(name)s may not decide on findings."), name=str(owner))
        if owner.pk == row.booked_by_id:
            raise Refusal("owner_booked_it", N_("%(name)s booked this. Assign somebody else."), name=str(owner))
        if owner.pk == row.dealer_id:
            raise Refusal("owner_dealt_it", N_("%(name)s dealt this. Assign somebody else."), name=str(owner))
    row.owner = owner
    return _save(row, actor)


def _refuse_decided(row: Finding) -> None:
    if row.state != Finding.State.OPEN:
        raise Refusal("finding_resolved", N_("This finding has already been decided."), resolution=row.resolution)


def _refuse_own(row: Finding, actor: User) -> None:
    """Refuse (`two_people`) the person who booked what was found or dealt it."""
    decisions.refuse_same(FINDINGS, row, APPROVER, actor)


def _refuse_resolution(row: Finding, resolution: str) -> None:
    if resolution not in Finding.Resolution.values:
        raise Malformed(
            "unknown_resolution",
            N_("Unknown decision: %(given)s."),
            given=resolution,
            resolutions=list(Finding.Resolution.values),
        )
    if resolution == Finding.Resolution.WAIVED and row.is_grave:
        raise Refusal("too_grave_to_waive", N_("This is too serious to be waived: say what was done about it."))


def _refuse_closed(rows: Sequence[Finding]) -> None:
    """Refuse to open what would have kept a day from being closed; the house is locked, so none is closed meanwhile."""
    day = closed_under(rows)
    if day is not None:
        raise Refusal(
            "gaming_day_closed",
            N_("The gaming day %(date)s has been closed with this decision. It must be reopened first."),
            date=str(day.date),
        )


def _holds_no_longer(house_id: int, decision_number: int) -> Refusal:
    """The refusal of a decision under which nothing stands."""
    if not 0 < decision_number < next_decision(house_id):
        return NotFound("no_such_decision", N_("Decision not found."))
    return Refusal(
        "decision_taken_back",
        N_("Decision %(number)s no longer applies: it has been taken back, or an audit has reopened its findings."),
        number=decision_number,
    )


def _check_comment(comment: str) -> None:
    if len(comment.strip()) < COMMENT_MIN:
        raise Refusal("comment_required", N_("Give a short reason."))
    if len(comment.strip()) > COMMENT_MAX:
        raise Malformed("comment_too_long", N_("Use no more than %(most)s characters."), most=COMMENT_MAX)


def _save(row: Finding, actor: User) -> Finding:
    row._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's way of being told who
    row.save()
    return row

"""Findings: the audit records them, a person owns them, and somebody who neither booked nor dealt decides them.

The same fault of the same subject is one row, however often an audit finds it.  Nothing is deleted: a fault that a
later audit no longer finds keeps its decision.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import connection

from accounting import locks
from accounting.models import Finding
from accounting.selectors.findings import FINDINGS, RESOLVE, can_be_folded, fold
from accounting.verdicts import Severity, Verdict, severity
from casino import house_time, membership, roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.models import User
from casino.selectors.decisions import APPROVER
from casino.services import decisions
from casino.transactions import use_case

COMMENT_MIN = 3
COMMENT_MAX = 1_000

_NOTED = (
    "house_id", "gaming_day_id", "rule", "subject", "severity", "table_code", "hand_id", "dealer_id", "booked_by_id",
    "amount_cents", "facts", "found_at", "seen_at", "state", "owner_id", "resolution", "comment", "resolved_by_id",
    "resolved_at",
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
           amount_cents, facts, %(at)s, %(at)s, 'open', NULL, '', '', NULL, NULL
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
           resolved_at = CASE WHEN {_HAS_CHANGED} THEN NULL ELSE finding.resolved_at END
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
    return _resolved(locks.finding(finding_id), seen, resolution, comment, actor)


@use_case(RESOLVE)
def resolve_run(
    *, finding_ids: Sequence[int], seen: Sequence[str], resolution: str, comment: str, actor: User
) -> list[Finding]:
    """Decide findings of one run (`selectors.findings.runs`) alike, each with a row of its own; all of them, or none.

    `seen`: what was seen of each, in the same order.  Refuses what is no run (`not_one_run`), and of each finding what
    `resolve` refuses.
    """
    if not finding_ids or len(set(finding_ids)) != len(finding_ids) or len(finding_ids) != len(seen):
        raise Malformed("not_one_run", _("These are not findings of one run: decide on them one by one."))
    seen_of = dict(zip(finding_ids, seen, strict=True))
    rows = [locks.finding(pk) for pk in sorted(seen_of)]
    if len({fold(row) for row in rows}) > 1 or not all(map(can_be_folded, rows)):
        raise Refusal("not_one_run", _("These are not findings of one run: decide on them one by one."))
    return [_resolved(row, seen_of[row.pk], resolution, comment, actor) for row in rows]


def _resolved(row: Finding, seen: str, resolution: str, comment: str, actor: User) -> Finding:
    if row.state != Finding.State.OPEN:
        raise Refusal("finding_resolved", _("This finding has already been decided."), resolution=row.resolution)
    decisions.refuse_same(FINDINGS, row, APPROVER, actor)
    decisions.refuse_unseen(FINDINGS, row, seen)
    if resolution not in Finding.Resolution.values:
        raise Malformed(
            "unknown_resolution",
            _("Unknown decision: %(given)s."),
            given=resolution,
            resolutions=list(Finding.Resolution.values),
        )
    is_waived = resolution == Finding.Resolution.WAIVED
    if is_waived and row.severity >= Severity.GRAVE:
        raise Refusal("too_grave_to_waive", _("This is too serious to be waived: say what was done about it."))
    _check_comment(comment)
    row.state = Finding.State.WAIVED if is_waived else Finding.State.RESOLVED
    row.resolution, row.comment = resolution, comment.strip()
    row.resolved_by, row.resolved_at = actor, house_time.now()
    return _save(row, actor)


@use_case(RESOLVE)
def assign(*, finding_id: int, owner_id: int | None, actor: User) -> Finding:
    """Assign an open finding to its owner (`owner_id` None: unassign).

    Refuses a decided finding (`finding_resolved`) and an owner who may not decide it: without the permission
    (`cannot_own_finding`), or because they booked it (`owner_booked_it`).
    """
    row = locks.finding(finding_id)
    if row.state != Finding.State.OPEN:
        raise Refusal("finding_resolved", _("This finding has already been decided."), resolution=row.resolution)
    owner = None
    if owner_id is not None:
        owner = User.objects.filter(membership.people_of(row.house_id), pk=owner_id, is_active=True).first()
        if owner is None:
            raise NotFound("no_such_user", _("Person not found."))
        if not roles.permits(owner, RESOLVE):
            raise Refusal("cannot_own_finding", _("%(name)s may not decide on findings."), name=str(owner))
        if owner.pk == row.booked_by_id:
            raise Refusal("owner_booked_it", _("%(name)s booked this. Assign somebody else."), name=str(owner))
    row.owner = owner
    return _save(row, actor)


def _check_comment(comment: str) -> None:
    if len(comment.strip()) < COMMENT_MIN:
        raise Refusal("comment_required", _("Give a short reason."))
    if len(comment.strip()) > COMMENT_MAX:
        raise Malformed("comment_too_long", _("Use no more than %(most)s characters."), most=COMMENT_MAX)


def _save(row: Finding, actor: User) -> Finding:
    row._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's way of being told who
    row.save()
    return row

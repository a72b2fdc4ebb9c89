"""Rake schedules: one person proposes a version of the terms, a second one approves it; versions never overlap.

Every version starts as a proposal, also the first one of a new schedule.  It is in force from its `valid_from`, at the
earliest from its approval.  Until then the version before it stays in force; without one, nothing can be played under
the schedule.  A hand is charged by the version in force when it began.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from accounting import locks
from accounting.models import RakeSchedule, ScheduleVersion
from accounting.policy import rake
from accounting.rake.selectors.schedules import SCHEDULES
from casino import house_time
from casino.errors import N_, Dated, Malformed, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = ScheduleVersion.State
REASON_MOST = 100  # characters: stored as the history row's change reason


@use_case(SCHEDULES.edits)
def publish(
    *, house_id: int, name: str, terms: dict[str, object], valid_from: datetime, actor: "User"
) -> ScheduleVersion:
    """Propose terms as the schedule's next version.

    Refuses malformed terms (`bad_terms`), a second proposal while one is undecided (`proposal_open`), and a change that
    begins in the past or not after the terms in force (`schedule_overlaps`).  The first terms of a schedule may begin
    in the past, for example on the date of the decree; they are in force from their approval all the same.
    """
    canonical = rake.dump(rake.parse(terms))
    house = locks.house(house_id)
    schedule, _created = RakeSchedule.objects.get_or_create(house=house, name=name)
    version = decisions.next_version(schedule.versions.all(), lambda _last: name)
    now = house_time.now()
    _refuse_past(schedule, valid_from, now)
    return ScheduleVersion.objects.create(
        schedule=schedule,
        version=version,
        terms=canonical,
        valid_from=valid_from,
        created_at=now,
        created_by=actor,
        state=State.PROPOSED,
    )


@use_case(SCHEDULES.approves, password=True, decides=SCHEDULES)
def approve(*, version_id: int, seen: str, actor: "User") -> ScheduleVersion:
    """Approve terms that another person wrote; a proposal is in force from its `valid_from`, at the earliest from now.

    The version before it ends at that moment.  Refuses the author (`two_people`), approved terms (`terms_approved`),
    declined ones (`terms_declined`), and others than were `seen` (`stale`).
    """
    version = locks.of_house(SCHEDULES, version_id)
    is_proposal = version.state == State.PROPOSED  # older rows: first terms published without approval
    decisions.approve(SCHEDULES, version, actor, seen, saves=False)
    if is_proposal:
        _put_in_force(version, house_time.now(), actor)
    return _save(version, actor)


@use_case(SCHEDULES.edits, decides=SCHEDULES)
def decline(*, version_id: int, seen: str, reason: str = "", actor: "User") -> ScheduleVersion:
    """Decline a proposal, or withdraw one's own; it stays on record, and the history has the actor and the reason.

    Refuses terms that are no open proposal (`no_proposal`, `terms_approved`, `terms_declined`), others than were `seen`
    (`stale`), and a reason of more than 100 characters (`reason_too_long`).
    """
    if len(reason) > REASON_MOST:
        raise Malformed("reason_too_long", N_("The reason can have up to %(most)s characters."), most=REASON_MOST)
    version = locks.of_house(SCHEDULES, version_id)
    decisions.refuse_declining(SCHEDULES, version, actor, seen)
    if version.state != State.PROPOSED:
        raise Refusal("no_proposal", N_("These terms are in force; a change needs a new version."))
    version.state = State.DECLINED
    return _save(version, actor, reason)


def _refuse_past(schedule: RakeSchedule, valid_from: datetime, now: datetime) -> None:
    """Refuse a change of the past; `valid_from` has no seconds, so the current minute counts as now."""
    before = _in_force(schedule)
    if before is not None and (valid_from <= before.valid_from or valid_from < now.replace(second=0, microsecond=0)):
        raise _overlap(before, valid_from, now)


def _put_in_force(version: ScheduleVersion, now: datetime, actor: "User") -> None:
    """Publish the version from its `valid_from`, or now if that is later, and end the version before it there."""
    before = _in_force(version.schedule)
    version.valid_from = max(version.valid_from, now)
    if before is not None:
        if version.valid_from <= before.valid_from:
            raise _overlap(before, version.valid_from, now)
        before.valid_to = version.valid_from
        _save(before, actor)


def _in_force(schedule: RakeSchedule) -> ScheduleVersion | None:
    """The latest published version, in force now or later; None before the first approval."""
    return schedule.versions.filter(state=State.PUBLISHED).order_by("version").last()


def _save(version: ScheduleVersion, actor: "User", reason: str = "") -> ScheduleVersion:
    """Save the version, with actor and reason in its history."""
    version._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 -- simple-history's way of being told who
    version._change_reason = reason or None  # type: ignore[attr-defined]  # noqa: SLF001
    version.save()
    return version


def _overlap(before: ScheduleVersion, valid_from: datetime, now: datetime) -> Refusal:
    after = max(before.valid_from, now)
    return Refusal(
        "schedule_overlaps",
        N_("The schedule “%(name)s” already has terms for that time; a change must begin after %(after)s."),
        name=before.schedule.name,
        valid_from=valid_from.isoformat(),
        after=Dated(after.isoformat(timespec="minutes")),
    )

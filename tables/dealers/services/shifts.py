"""Shifts: planned for one dealer or many at once, called off, begun and ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Q

from accounting.days.selectors import houses
from casino import house_time, membership, reasons, roles
from casino.errors import N_, Malformed, Minutes, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.dealers.services import duties
from tables.models import DealerBreak, Shift
from tables.play.selectors import house_rules
from tables.rules.rota import working_time
from tables.rules.rota.terms import RotaRules

if TYPE_CHECKING:
    from casino.models import User

EARLY: Final = timedelta(hours=4)
"""A dealer who arrives at most this long before a planned shift begins that shift; our own choice."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A shift to be planned."""

    dealer_id: int
    begins_at: datetime
    ends_at: datetime


@use_case("tables.push_dealer")
def enter(*, house_id: int, plans: Sequence[Plan], actor: "User") -> list[Shift]:
    """Enter shifts, all of them or none.

    Refuses one that overlaps another of the dealer (`shift_overlaps`), one longer than the law allows, breaks included
    (`shift_too_long`), too little rest between two (`rest_too_short`), one in the past or that ends
    before it begins (`shift_wrong`), a user who is not a dealer (`no_such_dealer`), and `no_such_house`.
    """
    houses.one(house_id, actor=actor)
    if not plans:
        raise Malformed("plan_empty", N_("Name at least one dealer."))
    people = locks.dealers(plan.dealer_id for plan in plans)
    rules = house_rules.of_house(house_id, RotaRules)
    now = house_time.now()
    return [_entered(house_id, plan, people[plan.dealer_id], rules, now, actor) for plan in plans]


@use_case("tables.push_dealer")
def call_off(*, shift_id: int, reason: str, actor: "User") -> Shift:
    """Call off a shift that has not begun, with a reason.  Refuses `shift_begun`, `shift_over`."""
    found = Shift.objects.filter(pk=shift_id).first()
    if found is None:
        raise NotFound("no_such_shift", N_("Shift not found."))
    locks.dealers([found.dealer_id])
    found.refresh_from_db()
    if found.came_at is not None:
        raise Refusal("shift_begun", N_("The shift has begun."))
    if found.called_off_at is not None:
        raise Refusal("shift_over", N_("The shift has already been called off."))
    found.called_off_at, found.called_off_by, found.reason = house_time.now(), actor, reasons.given(reason)
    found.save(update_fields=["called_off_at", "called_off_by", "reason"])
    return found


@use_case("tables.push_dealer")
def come(*, house_id: int, dealer_id: int, until: datetime | None = None, actor: "User") -> Shift:
    """Begin a dealer's shift: the planned one, or else a new one until `until`, by default after a usual day's work.

    Refuses `on_shift`, `rest_too_short`, `shift_too_long`, `no_such_house`, and a user who is not a dealer
    (`no_such_dealer`).
    """
    houses.one(house_id, actor=actor)
    dealer = locks.dealers([dealer_id])[dealer_id]
    now = house_time.now()
    rules = house_rules.of_house(house_id, RotaRules)
    shifts = Shift.objects.filter(dealer=dealer)
    if shifts.filter(came_at__isnull=False, went_at=None).exists():
        raise Refusal("on_shift", N_("%(dealer)s is already on shift."), dealer=str(dealer))
    planned = shifts.filter(
        house_id=house_id, came_at=None, called_off_at=None, begins_at__lte=now + EARLY, ends_at__gt=now
    ).first()
    last = shifts.filter(went_at__isnull=False).order_by("-went_at").first()
    if last is not None:
        _refuse_tired(last.went_at, now, rules, dealer)
    if planned is None:
        day = timedelta(minutes=rules.usual_work_minutes + rules.first_break_minutes)
        planned = _entered(house_id, Plan(dealer.pk, now, until or now + day), dealer, rules, now, actor)
    planned.came_at, planned.came_by = now, actor
    planned.save(update_fields=["came_at", "came_by"])
    return planned


@use_case("tables.push_dealer")
def go(*, dealer_id: int, actor: "User") -> Shift:
    """End a dealer's shift, and their break if they are on one.  Refuses `not_on_shift`, `deals_now`."""
    dealer = locks.dealers([dealer_id])[dealer_id]
    shift = Shift.objects.filter(dealer=dealer, came_at__isnull=False, went_at=None).first()
    if shift is None:
        raise Refusal("not_on_shift", N_("%(dealer)s is not on shift."), dealer=str(dealer))
    membership.require(actor, [(Shift, shift.pk)])
    duties.refuse_dealing(dealer)
    now = house_time.now()
    DealerBreak.objects.filter(dealer=dealer, ended_at=None).update(ended_at=now)
    shift.went_at, shift.went_by = now, actor
    shift.save(update_fields=["went_at", "went_by"])
    return shift


def _entered(house_id: int, plan: Plan, dealer: "User", rules: RotaRules, now: datetime, actor: "User") -> Shift:
    is_ours = dealer.is_active and membership.works_in(dealer, house_id)
    if roles.Role.DEALER not in dealer.roles or not is_ours:
        raise NotFound("no_such_dealer", N_("Dealer not found."))
    if plan.ends_at <= plan.begins_at or plan.ends_at <= now:
        raise Refusal("shift_wrong", N_("A shift must end after it begins, and not in the past."), dealer=str(dealer))
    if plan.ends_at - plan.begins_at > rules.longest_shift:
        most = rules.longest_shift // timedelta(minutes=1)
        message = N_("A shift must not be longer than %(most_minutes)s, breaks included.")
        raise Refusal("shift_too_long", message, dealer=str(dealer), most_minutes=Minutes(most))
    others = Shift.objects.filter(dealer=dealer, called_off_at=None)
    running = others.filter(went_at=None)
    if running.filter(begins_at__lt=plan.ends_at, ends_at__gt=plan.begins_at).exists():
        raise Refusal("shift_overlaps", N_("%(dealer)s already has a shift at that time."), dealer=str(dealer))
    rest = timedelta(minutes=rules.rest_minutes)
    near = Q(went_at__gt=plan.begins_at - rest, came_at__lt=plan.ends_at) | Q(
        went_at=None, ends_at__gt=plan.begins_at - rest, begins_at__lt=plan.ends_at + rest
    )
    for other in others.filter(near):
        begins, ends = other.came_at or other.begins_at, other.went_at or other.ends_at
        first, second = (ends, plan.begins_at) if begins < plan.begins_at else (plan.ends_at, begins)
        _refuse_tired(first, second, rules, dealer)
    return Shift.objects.create(
        house_id=house_id,
        dealer=dealer,
        begins_at=plan.begins_at,
        ends_at=plan.ends_at,
        entered_at=now,
        entered_by=actor,
    )


def _refuse_tired(ended: datetime | None, begins: datetime, rules: RotaRules, dealer: "User") -> None:
    if ended is not None and not working_time.has_rested(ended, begins, rules):
        raise Refusal(
            "rest_too_short",
            N_("%(dealer)s needs at least %(least_minutes)s between two shifts."),
            dealer=str(dealer),
            least_minutes=Minutes(rules.rest_minutes),
            from_earliest=str(ended + timedelta(minutes=rules.rest_minutes)),
        )

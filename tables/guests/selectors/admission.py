"""Whether a guest may play, as rows say it: the house's policy, its bans, the day's questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounting.models import GamingDay
from casino import house_time, roles
from casino.errors import NotFound, _
from tables.models import AdmissionCheck, AdmissionPolicy, Guest, HouseBan

if TYPE_CHECKING:
    from casino.models import User

ADMITS = "tables.admit_guest"
AUDITS = "accounting.run_audit"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a guest's card shows of his admission; `refusal`: the code that seating him would meet, or nothing."""

    refusal: str
    is_banned_here: bool
    check: AdmissionCheck | None


@dataclass(frozen=True, slots=True)
class Card:
    """A guest with where he stands; `is_checked`: the house checks its guests at all."""

    guest: Guest
    is_checked: bool
    standing: Standing


def card(*, guest_id: int, actor: "User") -> Card:
    """What is shown of a guest's admission.  Refuses `no_such_guest`, and whoever does not let guests in."""
    _require(actor)
    guest = Guest.objects.filter(pk=guest_id).first()
    if guest is None:
        raise NotFound("no_such_guest", _("There is no such guest."))
    rules = policy(guest.house_id)
    day = GamingDay.objects.filter(house_id=guest.house_id).order_by("-date").first()
    if rules is None or day is None:
        banned = day is not None and is_banned(guest, day.date)
        refusal = "guest_banned" if banned else ""
        return Card(guest, rules is not None, Standing(refusal, banned, answer(guest, [day.pk]) if day else None))
    return Card(guest, is_checked=True, standing=standing(guest, rules, day))


def checks(*, actor: "User") -> QuerySet[AdmissionCheck]:
    """Every question that was asked, for who lets guests in and for audit."""
    _require(actor)
    return AdmissionCheck.objects.all()


def house_bans(*, actor: "User") -> QuerySet[HouseBan]:
    """The house's own bans, for the same people."""
    _require(actor)
    return HouseBan.objects.all()


def policy(house_id: int) -> AdmissionPolicy | None:
    """What the house demands; None where it checks nobody."""
    return AdmissionPolicy.objects.filter(house_id=house_id, is_on=True).first()


def bans(guest: Guest, on: date) -> "list[HouseBan]":
    """The house's own bans in force on a gaming day."""
    stands = Q(ends_on=None) | Q(ends_on__gte=on)
    return list(HouseBan.objects.filter(stands, guest=guest, lifted_at=None, begins_on__lte=on))


def today(house_id: int) -> date:
    """The house's day: the gaming day that is open, which after midnight is yesterday's; else the calendar's."""
    open_day = GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()
    return open_day.date if open_day else house_time.today()


def is_banned(guest: Guest, on: date) -> bool:
    """Whether the house itself keeps him out on that gaming day."""
    return bool(bans(guest, on))


def answer(guest: Guest, day_ids: Sequence[int]) -> AdmissionCheck | None:
    """What stands of these gaming days: the last yes or no.  That the file was silent afterwards takes nothing back."""
    said = _asked(guest, day_ids).exclude(result=AdmissionCheck.Result.UNKNOWN)
    return said.exclude(source=AdmissionCheck.Source.HOUSE).order_by("-pk").first()


def was_silent(guest: Guest, day_id: int) -> bool:
    """Whether the ban file was asked on the day and did not answer."""
    return _asked(guest, [day_id]).filter(result=AdmissionCheck.Result.UNKNOWN).exists()


def standing(guest: Guest, policy: AdmissionPolicy, day: GamingDay) -> Standing:
    """Where the guest stands now, for a table that books into `day`; a check of the open day is good there too.

    A house ban counts from the house's latest day, so nobody banned this morning plays on in yesterday's books.
    """
    open_day = GamingDay.objects.filter(house_id=guest.house_id, state=GamingDay.State.OPEN).first() or day
    banned = is_banned(guest, max(day.date, open_day.date))
    check = answer(guest, [day.pk, open_day.pk])
    return Standing(_refusal(guest, policy, open_day.date, check, is_banned=banned), banned, check)


def years(birth_date: date, on: date) -> int:
    """Whole years of age; who was born on 29 February is a year older on 1 March (BGB §§187 (2), 188 (2))."""
    return on.year - birth_date.year - ((on.month, on.day) < (birth_date.month, birth_date.day))


def _refusal(
    guest: Guest, policy: AdmissionPolicy, today: date, check: AdmissionCheck | None, *, is_banned: bool
) -> str:
    if is_banned or (check is not None and check.result == AdmissionCheck.Result.BANNED):
        return "guest_banned"
    if guest.birth_date is not None and years(guest.birth_date, today) < policy.least_age:
        return "too_young"
    if guest.identified_at is None:
        return "identity_required"
    return "" if check is not None else "admission_unknown"


def _asked(guest: Guest, day_ids: Sequence[int]) -> QuerySet[AdmissionCheck]:
    """The day's questions about who he is known to be: one before he was identified anew was about somebody else."""
    asked = AdmissionCheck.objects.filter(guest=guest, gaming_day_id__in=day_ids)
    return asked.filter(at__gte=guest.identified_at) if guest.identified_at else asked


def _require(actor: "User") -> None:
    """A ban is nobody's business but of who lets guests in, and of audit."""
    if not roles.permits(actor, AUDITS):
        roles.require(actor, ADMITS)


def offered(house_id: int) -> dict[str, bool]:
    """What a page that seats somebody leads to: the house's check, and a manager's word where the file is silent."""
    rules = policy(house_id)
    decides = rules is not None and rules.unanswered == AdmissionPolicy.Unanswered.MANAGER
    return {"checks_guests": rules is not None, "manager_decides": decides}

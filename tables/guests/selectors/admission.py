"""Whether a guest may play: the house's policy, its own bans, and the day's admission checks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounting.models import GamingDay
from casino import house_time, roles
from casino.errors import N_, NotFound
from tables.models import AdmissionCheck, AdmissionPolicy, Guest, HouseBan
from tables.models.guests import rows_of

if TYPE_CHECKING:
    from casino.models import User

ADMITS = "tables.admit_guest"
AUDITS = "accounting.run_audit"
BANS = "tables.ban_guest"


@dataclass(frozen=True, slots=True)
class Standing:
    """A guest's admission; `refusal`: the code with which seating them would be refused, or empty."""

    refusal: str
    is_banned_here: bool
    check: AdmissionCheck | None

    @property
    def is_kept_out(self) -> bool:
        """Whether no further check could admit the guest."""
        return self.refusal in ("guest_banned", "too_young")


@dataclass(frozen=True, slots=True)
class Card:
    """A guest with their admission; `is_checked`: whether the house checks its guests at all."""

    guest: Guest
    is_checked: bool
    standing: Standing


def card(*, guest_id: int, actor: "User") -> Card:
    """A guest's admission for display.  Refuses `no_such_guest`, and actors who neither admit guests nor audit."""
    _require(actor)
    guest = Guest.objects.filter(pk=guest_id).first()
    if guest is None:
        raise NotFound("no_such_guest", N_("Guest not found."))
    rules = policy(guest.house_id)
    day = GamingDay.objects.filter(house_id=guest.house_id).order_by("-date").first()
    if rules is None or day is None:
        banned = day is not None and is_banned(guest, day.date)
        refusal = "guest_banned" if banned else ""
        return Card(guest, rules is not None, Standing(refusal, banned, answer(guest, [day.pk]) if day else None))
    return Card(guest, is_checked=True, standing=standing(guest, rules, day))


def checks(*, actor: "User") -> QuerySet[AdmissionCheck]:
    """All admission checks; refuses actors who neither admit guests nor audit."""
    _require(actor)
    return AdmissionCheck.objects.all()


def house_bans(*, actor: "User") -> QuerySet[HouseBan]:
    """All house bans; refuses actors who neither admit guests nor audit."""
    _require(actor)
    return HouseBan.objects.all()


def policy(house_id: int) -> AdmissionPolicy | None:
    """The house's admission policy; None if it checks nobody."""
    return AdmissionPolicy.objects.filter(house_id=house_id, is_on=True).first()


def policy_of(house_id: int) -> AdmissionPolicy:
    """What stands in the house's policy, on or off; not saved where none was set yet."""
    return AdmissionPolicy.objects.filter(house_id=house_id).first() or AdmissionPolicy(house_id=house_id)


def identified_from(house_id: int) -> int | None:
    """From which sum in cents the house asks who a guest is; None: it checks nobody.  `settings.IDENTIFIED_FROM`."""
    row = policy(house_id)
    return row.identified_from_cents if row else None


def bans(guest: Guest, on: date) -> list[HouseBan]:
    """The house's own bans of a guest in force on a gaming day."""
    not_over = Q(ends_on=None) | Q(ends_on__gte=on)
    return list(HouseBan.objects.filter(rows_of(guest.pk), not_over, lifted_at=None, begins_on__lte=on))


def today(house_id: int) -> date:
    """The date of the open gaming day, which after midnight is yesterday's; without one the calendar's."""
    open_day = GamingDay.objects.filter(house_id=house_id, state=GamingDay.State.OPEN).first()
    return open_day.date if open_day else house_time.today()


def is_banned(guest: Guest, on: date) -> bool:
    """Whether the house itself bans the guest on that gaming day."""
    return bool(bans(guest, on))


def answer(guest: Guest, day_ids: Sequence[int]) -> AdmissionCheck | None:
    """The last check of these gaming days with a yes or no; a later one without an answer does not override it."""
    answered = _asked(guest, day_ids).exclude(result=AdmissionCheck.Result.UNKNOWN)
    return answered.exclude(source=AdmissionCheck.Source.HOUSE).order_by("-pk").first()


def was_silent(guest: Guest, day_id: int) -> bool:
    """Whether the ban file was asked on the day and did not answer."""
    return _asked(guest, [day_id]).filter(result=AdmissionCheck.Result.UNKNOWN).exists()


def last_ban(guest: Guest) -> int | None:
    """The id of the last check in which the ban file listed the guest; None if it never did."""
    rows = AdmissionCheck.objects.filter(rows_of(guest.pk), source=AdmissionCheck.Source.BAN_FILE, result="banned")
    return rows.order_by("-pk").values_list("pk", flat=True).first()


def standing(guest: Guest, policy: AdmissionPolicy, day: GamingDay) -> Standing:
    """The guest's admission now, for a table that books into `day`; a check of the open day is good there too.

    House bans are tested on the later of both days, so a guest banned this morning cannot play into yesterday's books.
    """
    open_day = GamingDay.objects.filter(house_id=guest.house_id, state=GamingDay.State.OPEN).first() or day
    banned = is_banned(guest, max(day.date, open_day.date))
    check = answer(guest, [day.pk, open_day.pk])
    return Standing(_refusal(guest, policy, open_day.date, check, is_banned=banned), banned, check)


def years(birth_date: date, on: date) -> int:
    """Whole years of age; a person born on 29 February is a year older on 1 March (BGB §§187 (2), 188 (2))."""
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
    """The checks of these days since the guest's last identification: earlier ones may be about another person."""
    asked = AdmissionCheck.objects.filter(rows_of(guest.pk), gaming_day_id__in=day_ids)
    return asked.filter(at__gte=guest.identified_at) if guest.identified_at else asked


def _require(actor: "User") -> None:
    """Refuse actors who neither admit guests nor audit: bans are confidential."""
    if not roles.permits(actor, AUDITS):
        roles.require(actor, ADMITS)


def offered(house_id: int, *, actor: "User") -> dict[str, bool]:
    """Flags for pages that seat guests: the house checks them; the actor bans guests.

    When the ban file is silent, the actor decides, or has to ask a manager.
    """
    rules = policy(house_id)
    is_decided = rules is not None and rules.unanswered == AdmissionPolicy.Unanswered.MANAGER
    may_ban = roles.permits(actor, BANS)
    return {
        "checks_guests": rules is not None,
        "may_ban": may_ban,
        "may_decide": is_decided and may_ban,
        "asks_manager": is_decided and not may_ban,
    }

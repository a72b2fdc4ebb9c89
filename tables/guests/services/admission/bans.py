"""The house's own bans (Störersperre, domain §4.16): pronounced with a reason, for a time, and lifted by name."""

from datetime import date
from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.guests.selectors import admission
from tables.models import HouseBan

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.ban_guest")
def ban(
    *, guest_id: int, reason: str, begins_on: date | None = None, ends_on: date | None = None, actor: "User"
) -> HouseBan:
    """Keep a guest out from a gaming day (None: the one that is open) until one, or until it is lifted.

    Refuses without a reason, and an end before the beginning or in the past.
    """
    guest = locks.guest(guest_id)
    if not reason.strip():
        raise Refusal("reason_required", N_("Give a reason."))
    today = admission.today(guest.house_id)
    begins_on = begins_on or today
    if ends_on is not None and ends_on < max(begins_on, today):
        raise Refusal("ban_ends_early", N_("The ban would already be over: choose a later end."))
    return HouseBan.objects.create(
        guest=guest, begins_on=begins_on, ends_on=ends_on, reason=reason.strip(), at=house_time.now(), by=actor
    )


@use_case("tables.ban_guest")
def lift(*, ban_id: int, actor: "User") -> HouseBan:
    """End a ban before its day; the row says who did.  Refuses one that was lifted already."""
    row = locks.house_ban(ban_id)
    if row is None:
        raise NotFound("no_such_ban", N_("Ban not found."))
    if row.lifted_at is not None:
        raise Refusal("ban_lifted", N_("This ban has already been lifted."))
    row.lifted_at, row.lifted_by = house_time.now(), actor
    row.save(update_fields=["lifted_at", "lifted_by"])
    return row

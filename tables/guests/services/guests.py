"""Guests: registered, edited, merged with their duplicate, separated again."""

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import IntegerField, Max
from django.db.models.functions import Cast, Substr

from accounting import locks as house_locks
from accounting.models import House
from casino import reasons
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.models.history import because
from casino.transactions import use_case
from tables import locks
from tables.guests.selectors.guests import is_in_play
from tables.models import Guest

OWN_NUMBER = r"^G[0-9]{1,8}$"

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.edit_guest")
def register(*, house_id: int, name: str, number: str = "", notes: str = "", actor: "User") -> Guest:
    """Register a guest under the number of their card, or without one under a number of the house: `G` and digits.

    Refuses a taken number (`guest_number_taken`) and an empty name (`guest_incomplete`).
    """
    if not name.strip():
        raise Malformed("guest_incomplete", N_("Enter a name for the guest."))
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", N_("House not found."))
    try:
        with transaction.atomic():
            return Guest.objects.create(
                house_id=house_id, number=number.strip() or _own_number(house_id), name=name.strip(), notes=notes
            )
    except IntegrityError:
        raise Refusal(
            "guest_number_taken", N_("A guest with number %(number)s already exists."), number=number
        ) from None


def by_number(house_id: int, number: str) -> None:
    """Hold the guest of the house with this number until the transaction ends: neither merged nor erased meanwhile.

    Refuses `no_such_guest`, `guest_merged` and `guest_erased`.  An inner step: `settings.GUEST_BY_NUMBER`.
    """
    guest_id = Guest.objects.filter(house_id=house_id, number=number).values_list("pk", flat=True).first()
    if guest_id is None:
        raise NotFound(
            "no_such_guest",
            N_("No guest of the house has the number %(number)s: check it, or register the guest."),
            number=number,
        )
    locks.guest_stays(guest_id, house_id)


def _own_number(house_id: int) -> str:
    """The next number of the house's own; those who register at once follow one another."""
    house_locks.house(house_id)
    last = Guest.objects.filter(house_id=house_id, number__regex=OWN_NUMBER).annotate(
        digits=Cast(Substr("number", 2), IntegerField())
    )
    return f"G{(last.aggregate(most=Max('digits'))['most'] or 0) + 1}"


@use_case("tables.edit_guest")
def edit(*, guest_id: int, name: str | None = None, notes: str | None = None, actor: "User") -> Guest:
    """Change a guest's name or notes (None: unchanged); the history keeps the old values.

    Another name voids the identity check: the guest must be identified, and the ban file asked, again (domain §4.16).
    """
    guest = locks.guest(guest_id)
    if name is not None:
        if not name.strip():
            raise Malformed("guest_incomplete", N_("Enter a name for the guest."))
        if name.strip() != guest.name:
            guest.identified_at, guest.identified_by, guest.identified_with = None, None, ""
        guest.name = name.strip()
    if notes is not None:
        guest.notes = notes
    guest.save()
    return guest


@use_case("tables.seat_guest")
def merge(*, guest_id: int, duplicate_id: int, reason: str, actor: "User") -> Guest:
    """Say that another row is the same person: from now on its number leads to this guest.

    What was booked under the duplicate stays there, and counts as this guest's: bans, checks, what they must bring
    back, kept chips, entries.  Refuses `guest_itself`, a merged one (`guest_merged`), two people known by different
    dates of birth (`guests_differ`), a duplicate whose identity is known while this guest's is not
    (`keep_identified`), and one who is seated, waits or plays a tournament (`guest_in_play`).
    """
    text = reasons.given(reason)
    found = locks.duplicates({guest_id, duplicate_id})
    guest, other = found[guest_id], found.get(duplicate_id, found[guest_id])
    if guest.pk == other.pk:
        raise Malformed("guest_itself", N_("A guest cannot be merged with themselves."))
    if guest.house_id != other.house_id:
        raise NotFound("no_such_guest", N_("Guest not found."))
    locks.refuse_merged(guest)
    locks.refuse_merged(other)
    _refuse_two_people(guest, other)
    if is_in_play(other.pk):
        raise Refusal(
            "guest_in_play",
            N_("%(guest)s is seated, waiting or playing. Merge the other guest into this one, or wait."),
            guest=other.name,
        )
    with because(text):
        for row in (*other.duplicates.order_by("pk"), other):
            _lead(row, guest)
    return guest


@use_case("tables.seat_guest")
def separate(*, guest_id: int, reason: str, actor: "User") -> Guest:
    """Undo a merger: the duplicate is a guest again.  Refuses a guest who is no duplicate (`guest_not_merged`)."""
    text = reasons.given(reason)
    guest = locks.duplicates([guest_id])[guest_id]
    if guest.merged_into_id is None:
        raise Refusal("guest_not_merged", N_("%(guest)s is not merged into another guest."), guest=guest.name)
    with because(text):
        _lead(guest, None)
    return guest


def _lead(row: Guest, to: Guest | None) -> None:
    row.merged_into = to
    row.save(update_fields=["merged_into"])


def _refuse_two_people(guest: Guest, other: Guest) -> None:
    if guest.birth_date and other.birth_date and guest.birth_date != other.birth_date:
        raise Refusal("guests_differ", N_("Their dates of birth differ: they are two people."))
    if other.identified_at is not None and guest.identified_at is None:
        raise Refusal(
            "keep_identified",
            N_("Guest %(number)s has been identified: keep that guest, and merge this one into them."),
            number=other.number,
        )

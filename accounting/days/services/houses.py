"""Setting up a house and changing its settings; its clock takes two people (`accounting.days.services.clocks`)."""

import re
from collections.abc import Iterable
from datetime import time
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import IntegrityError, transaction

from accounting import locks
from accounting.models import GamingDay, House
from accounting.models.houses import CODE
from accounting.money import MOST_CENTS
from casino import membership
from casino.errors import N_, Malformed, Rate, Refusal
from casino.models.security import SecurityKind
from casino.services import security
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

_LIMITS = frozenset({"variance_limit_bp", "tip_limit_cents", "float_tolerance_cents"})
_CHANGEABLE = _LIMITS | {
    "name", "letterhead", "shift_starts", "tip_bp", "call_minutes", "stakes_agreed_before_start",
}  # fmt: skip
_CURRENCY = re.compile(r"[A-Z]{3}")
_MOST_LETTERHEAD = 300
_MOST_LINES = 5
_MOST_SHIFTS = 6
_MOST_CALL_MINUTES = 60
_MOST_TIP_BP = 1_000  # ten times the custom of seed 001; more is taken for a typing error
_MOST_VARIANCE_BP = 1_000
_MOST_TOLERANCE_CENTS = 10_000
MOST_DENOMINATIONS = 20


@use_case("casino.edit_house", console=True)
def create(*, code: str, name: str, currency: str, time_zone: str, rolls_over_at: time, actor: "User | None") -> House:
    """Set up a house.  `actor` None: the operator at the console (`manage.py createhouse`).

    Refuses a malformed or taken code (`bad_house_code`, `house_code_taken`), a currency that is not three capital
    letters (`bad_currency`), an unknown time zone (`time_zone_unknown`), and what `edit` refuses.
    """
    return saved(code=code, name=name, currency=currency, time_zone=time_zone, rolls_over_at=rolls_over_at)


def saved(*, code: str, name: str, currency: str, time_zone: str, rolls_over_at: time) -> House:
    """Save a new house; refuses what `create` refuses.  An inner step."""
    if not CODE.fullmatch(code):
        raise Malformed(
            "bad_house_code", N_("A house's code must be 1 to 20 lower-case letters, digits and hyphens."), given=code
        )
    if not _CURRENCY.fullmatch(currency):
        raise Malformed("bad_currency", N_("Enter the currency like EUR."), given=currency)
    house = House(code=code, name=name, currency=currency, time_zone=time_zone, rolls_over_at=rolls_over_at)
    check(house)
    try:
        with transaction.atomic():
            house.save()
    except IntegrityError as error:
        raise Refusal("house_code_taken", N_("A house “%(house)s” already exists."), house=code) from error
    return house


@use_case("casino.edit_house")
def edit(*, house_id: int, changes: dict[str, object], actor: "User") -> House:
    """Change a house's settings: the fields of `_CHANGEABLE`.

    Among them `stakes_agreed_before_start`: the stake of a table goes up only as planned before its first hand
    (seed 000 §1).  What is already booked keeps its day and its figures.  The limits say which differences management
    looks at first: changing them raises an alarm, which another person acknowledges.

    Refuses other fields (`unknown_field`), an empty name (`house_nameless`), a letterhead of more than 300
    characters or five lines (`letterhead_too_long`), more than six shifts or two that begin together
    (`shifts_unclear`), a customary tip above a tenth of the pot
    (`tip_custom_out_of_range`), a floor call that is late before 1 or after 60 minutes
    (`call_minutes_out_of_range`), and limits of no amount, above a tenth, or of a float's difference
    above 100.00 (`limit_out_of_range`).
    """
    house = locks.house(house_id)
    before = {name: getattr(house, name) for name in _LIMITS}
    unknown = sorted(set(changes) - _CHANGEABLE)
    if unknown:
        raise Malformed("unknown_field", N_("A house has no changeable field “%(field)s”."), field=unknown[0])
    for name, value in changes.items():
        setattr(house, name, value)
    check(house)
    house.save()
    for name in sorted(_LIMITS):
        if getattr(house, name) != before[name]:
            about = f"{house.code}: {name} {before[name]} → {getattr(house, name)}"
            security.note(SecurityKind.TERMS, about, user=actor)
    return house


def with_chips(house: House, denominations_cents: Iterable[int], *, actor: "User") -> list[int]:
    """Change the chips of a house, locked by the caller, and return those that are withdrawn.

    An inner step of `tables.games.services.house_chips.change`, which asks the games.  A chip can be added at any time.
    It is withdrawn while no gaming day is open, since pieces of it are at the tables and in the windows until then.

    Refuses no chip, more than 20, two of one value and a value that is no amount (`denominations_wrong`), and a
    withdrawal while a day is open (`chips_in_play`).
    """
    wanted = list(denominations_cents)
    if (
        not 0 < len(wanted) <= MOST_DENOMINATIONS
        or len(set(wanted)) != len(wanted)
        or not all(0 < value <= MOST_CENTS for value in wanted)
    ):
        raise Malformed(
            "denominations_wrong",
            N_("A house must have 1 to %(most)s chips, each of a different value."),
            most=MOST_DENOMINATIONS,
        )
    withdrawn = sorted(set(house.denominations_cents) - set(wanted))
    if withdrawn and GamingDay.objects.filter(house=house).exclude(state=GamingDay.State.CLOSED).exists():
        raise Refusal(
            "chips_in_play",
            N_("The chip of %(denomination_cents)s is in play until the gaming day is closed."),
            denomination_cents=withdrawn[0],
        )
    if set(wanted) != set(house.denominations_cents):
        house.denominations_cents = sorted(wanted)
        house.save()
        about = ", ".join(f"{value / 100:.2f}" for value in house.denominations_cents)
        security.note(SecurityKind.TERMS, f"{house.code}: {about}", user=actor)
    return withdrawn


@use_case(None)
def set_money_by_two(*, code: str, is_on: bool) -> House:
    """Say whether two people are needed where money leaves: windows and prizes.  For the operator at the console.

    Nobody who signs in can change it, since one administrator could then do alone what is meant for two.  Refuses
    `no_such_house`.
    """
    [found] = membership.houses_coded([code], None)
    house = locks.house(found.pk)
    house.money_by_two = is_on
    house.save()
    return house


def check(house: House) -> None:
    """Refuse settings that no house can have; `edit` names the refusals.  An inner step."""
    if not house.name.strip():
        raise Malformed("house_nameless", N_("Enter a name for the house."))
    if len(house.letterhead) > _MOST_LETTERHEAD or len(house.letterhead.splitlines()) > _MOST_LINES:
        raise Malformed(
            "letterhead_too_long",
            N_("A letterhead can have up to %(lines)s lines and %(most)s characters."),
            lines=_MOST_LINES,
            most=_MOST_LETTERHEAD,
        )
    try:
        ZoneInfo(house.time_zone)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise Refusal("time_zone_unknown", N_("Time zone “%(zone)s” not found."), zone=house.time_zone) from error
    begins = {house.rolls_over_at, *house.shift_starts}
    if len(begins) != 1 + len(house.shift_starts) or len(begins) > _MOST_SHIFTS:
        raise Refusal(
            "shifts_unclear",
            N_(
                "A gaming day can have up to %(most)s shifts. Each must begin at a different time, the first with the "
                "day."
            ),
            most=_MOST_SHIFTS,
        )
    if not 0 <= house.tip_bp <= _MOST_TIP_BP:
        raise Refusal(
            "tip_custom_out_of_range", N_("The customary tip must not exceed %(most)s."), most=Rate(_MOST_TIP_BP)
        )
    if not 1 <= house.call_minutes <= _MOST_CALL_MINUTES:
        raise Refusal(
            "call_minutes_out_of_range",
            N_("Enter 1 to %(most)s minutes after which a floor call is late."),
            most=_MOST_CALL_MINUTES,
        )
    _check_limits(house)


def _check_limits(house: House) -> None:
    if not 0 <= house.variance_limit_bp <= _MOST_VARIANCE_BP or not 0 < house.tip_limit_cents <= MOST_CENTS:
        raise Refusal(
            "limit_out_of_range",
            N_("A variance must be explained from 10 %% at the latest, and tips checked from an amount above zero."),
        )
    if not 0 <= house.float_tolerance_cents <= _MOST_TOLERANCE_CENTS:
        raise Refusal(
            "limit_out_of_range",
            N_("A float must not differ by more than %(most_cents)s."),
            most_cents=_MOST_TOLERANCE_CENTS,
        )

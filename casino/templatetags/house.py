"""`{% load house %}`: filters for amounts, digests and countdowns."""

from collections.abc import Iterable
from datetime import date, datetime
from math import ceil

from django import template

from casino import house_time, membership, wording

register = template.Library()


@register.filter
def money(amount_cents: int | str | None) -> str:
    """Cents as money in the reader's language; empty for None and "" (Django's value of missing variables)."""
    return wording.money(amount_cents) if isinstance(amount_cents, int) else ""


@register.filter
def short_money(amount_cents: int) -> str:
    """Cents as money, with decimals only where there are cents."""
    return wording.short_money(amount_cents)


@register.filter
def amount(count: int | str | None, unit: str) -> str:
    """An amount in `unit`: "chips" of a tournament, otherwise cents of money."""
    return wording.chips(count) if unit == "chips" and isinstance(count, int) else money(count)


@register.filter(expects_localtime=True)
def short_day(day: date) -> str:
    """Day and month in the reader's language: `23.11.` in German, `23 Nov` in English."""
    return wording.short_day(day)


@register.filter
def role_names(roles: Iterable[str]) -> str:
    """Roles in the reader's language."""
    return wording.role_names(roles)


@register.filter
def house_names(house_ids: Iterable[int]) -> str:
    """Houses by their names; one query."""
    return membership.house_names(list(house_ids))


@register.filter
def surname(name: str) -> str:
    """The last word of a name, where there is no room for more."""
    return name.rsplit(maxsplit=1)[-1] if name.split() else ""


@register.filter
def percent(rate_bp: int) -> str:
    """Basis points as a percentage in the reader's language: `235` → `2,35 %`."""
    return f"{wording.money(rate_bp)} %"


@register.filter
def grouped(digest: str) -> str:
    """A digest in groups of four, for reading it aloud."""
    return " ".join(digest[start : start + 4] for start in range(0, len(digest), 4))


@register.filter
def seconds_left(due_at: datetime) -> int:
    """Seconds until `due_at` for a page's countdown (`data-left`), which then does not depend on the device's clock."""
    return max(0, ceil((due_at - house_time.now()).total_seconds()))


@register.filter
def points(ten_thousandths: int) -> str:
    """Ten-thousandths of a point as points, in the reader's language."""
    return wording.points(ten_thousandths)


@register.filter
def hundredths(points_hundredths: int) -> str:
    """Hundredths of a point as points, in the reader's language."""
    return wording.points(points_hundredths * 100)


@register.filter
def point_value(hundredths_of_cents: int) -> str:
    """Hundredths of a cent as the value of a point, in the reader's language."""
    return wording.point_value(hundredths_of_cents)


@register.filter
def duration(minutes: int) -> str:
    """How long something lasts: `1 h 25 min`."""
    return wording.duration(minutes)


@register.filter
def roughly(minutes: int) -> str:
    """An estimate as people say it: `about 1½ hours`."""
    return wording.roughly(minutes)


@register.filter
def hours(minutes: int) -> str:
    """Hours of work as a time sheet adds them up: `86:05`."""
    return wording.hours(minutes)

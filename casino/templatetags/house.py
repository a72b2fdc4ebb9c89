"""`{% load house %}`: amounts on pages."""

from datetime import datetime
from math import ceil

from django import template

from casino import house_time, wording

register = template.Library()


@register.filter
def money(amount_cents: int | str | None) -> str:
    """Cents as money in the reader's language; nothing for nothing (Django hands on "" for what is not there)."""
    return wording.money(amount_cents) if isinstance(amount_cents, int) else ""


@register.filter
def amount(count: int | str | None, unit: str) -> str:
    """What a hand is played for: `money`, or `chips` of a tournament, which are none."""
    return wording.chips(count) if unit == "chips" and isinstance(count, int) else money(count)


@register.filter
def percent(rate_bp: int) -> str:
    """Basis points as a percentage in the reader's language: `235` → `2,35 %`."""
    return f"{wording.money(rate_bp)} %"


@register.filter
def grouped(digest: str) -> str:
    """A digest in groups of four, which two people can read to each other."""
    return " ".join(digest[start : start + 4] for start in range(0, len(digest), 4))


@register.filter
def seconds_left(due_at: datetime) -> int:
    """What a page's own clock counts down from (`data-left`), so that no screen's idea of the time matters."""
    return max(0, ceil((due_at - house_time.now()).total_seconds()))

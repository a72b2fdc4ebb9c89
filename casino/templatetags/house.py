"""`{% load house %}`: amounts on pages."""

from django import template

from casino import wording

register = template.Library()


@register.filter
def money(amount_cents: int | None) -> str:
    """Cents as money in the reader's language; nothing for nothing."""
    return "" if amount_cents is None else wording.money(amount_cents)

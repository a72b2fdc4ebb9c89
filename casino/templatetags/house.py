"""`{% load house %}`: amounts on pages."""

from django import template

from casino import wording

register = template.Library()


@register.filter
def money(amount_cents: int | None) -> str:
    """Cents as money in the reader's language; nothing for nothing."""
    return "" if amount_cents is None else wording.money(amount_cents)


@register.filter
def grouped(digest: str) -> str:
    """A digest in groups of four, which two people can read to each other."""
    return " ".join(digest[start : start + 4] for start in range(0, len(digest), 4))

"""Chips that the house keeps for absent guests, as what it owes them."""

from collections.abc import Iterator
from typing import Final

from accounting.places import Kind
from casino.errors import N_
from tables.guests.selectors.owed import Debt, Subject
from tables.models import KeptChips
from tables.models.guests import rows_of


def _debts(guest_id: int) -> Iterator[Debt]:
    rows = KeptChips.objects.filter(rows_of(guest_id, "sitting__guest"), ended_at=None).order_by("pk")
    return (Debt(N_("chips picked up from their seat"), row.amount_cents) for row in rows)


KEPT_CHIPS: Final = Subject(frozenset({Kind.KEPT}), _debts)

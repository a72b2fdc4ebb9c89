"""Prizes and bounties that are not paid, as what the house owes those who won them."""

from collections.abc import Iterator
from typing import Final

from accounting.places import Kind
from casino.errors import N_
from tables.guests.selectors.owed import Debt, Subject
from tables.models import Prize
from tables.models.guests import rows_of


def _debts(guest_id: int) -> Iterator[Debt]:
    rows = Prize.objects.filter(rows_of(guest_id, "entrant__guest"), paid_at=None, amount_cents__gt=0).order_by("pk")
    return (Debt(N_("a prize of a tournament"), row.amount_cents) for row in rows)


PRIZES: Final = Subject(frozenset({Kind.PRIZES}), _debts)

"""Shares of jackpots that are claimed or on a slip that is not paid, as what the house owes their winners."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Q

from accounting.models import JackpotSlip
from accounting.places import Kind
from casino.errors import _
from tables.guests.selectors.owed import Debt, Subject
from tables.models import Guest, JackpotClaim

State = JackpotClaim.State


def _debts(guest_id: int) -> Iterator[Debt]:
    """A share is one from the claim's first day: until somebody decides it, who would get it must be known."""
    mine = set(Guest.objects.filter(Q(pk=guest_id) | Q(merged_into=guest_id)).values_list("pk", flat=True))
    won = Q(*(Q(shares__contains=[{"guest": pk}]) for pk in mine), _connector=Q.OR)
    for claim in JackpotClaim.objects.filter(won).exclude(state=State.DECLINED).order_by("pk"):
        due = JackpotSlip.objects.filter(subject=claim.subject, state=JackpotSlip.State.DUE)
        seats = set(due.values_list("seat", flat=True))
        for share in claim.shares:
            if share["guest"] in mine and (claim.state == State.PROPOSED or share["seat"] in seats):
                yield Debt(_("a share of a jackpot"), share["amount_cents"])


SHARES: Final = Subject(frozenset({Kind.WON}), _debts)

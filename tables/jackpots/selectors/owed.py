"""Shares of jackpots that are claimed or on a slip that is not paid: owed to winners and to the payees they named."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Q

from accounting.models import JackpotPayee, JackpotSlip
from accounting.places import Kind
from casino.errors import N_
from tables.guests.selectors.owed import Debt, Subject
from tables.models import Guest, JackpotClaim

State = JackpotClaim.State


def _debts(guest_id: int) -> Iterator[Debt]:
    """A share is one from the claim's first day: until somebody decides it, who would get it must be known.

    A payee who waits to be approved is owed it too: they may fetch it from the approval on.
    """
    guests = Guest.objects.filter(Q(pk=guest_id) | Q(merged_into=guest_id))
    mine = set(guests.values_list("pk", flat=True))
    won = Q(*(Q(shares__contains=[{"guest": pk}]) for pk in mine), _connector=Q.OR)
    own: list[int] = []
    for claim in JackpotClaim.objects.filter(won).exclude(state=State.DECLINED).order_by("pk"):
        due = JackpotSlip.objects.filter(subject=claim.subject, state=JackpotSlip.State.DUE)
        slips = dict(due.values_list("seat", "pk"))
        for share in claim.shares:
            if share["guest"] in mine and (claim.state == State.PROPOSED or share["seat"] in slips):
                own.append(slips.get(share["seat"], 0))
                yield Debt(N_("a share of a jackpot"), share["amount_cents"])
    named = JackpotPayee.objects.exclude(state=JackpotPayee.State.DECLINED).exclude(slip__in=own).select_related("slip")
    of_mine = named.filter(guest__in=guests.values("number"), slip__house_id__in=guests.values("house_id"))
    for payee in of_mine.filter(slip__state=JackpotSlip.State.DUE).order_by("pk"):
        yield Debt(N_("a share of a jackpot that another guest won"), payee.slip.amount_cents)


SHARES: Final = Subject(frozenset({Kind.WON}), _debts)

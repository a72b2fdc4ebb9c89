"""Payouts of shares: what is open, preparing the list, booking it as paid."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.models import TroncPayout
from accounting.tronc.selectors import payouts as selector
from accounting.tronc.services import payouts
from casino import roles
from casino.models import User
from casino.pages.decisions import Change, Decide, Told
from casino.pages.views import Page
from casino.wording import money


class Payouts(InHouse, Page):
    """All lists, the latest first, and what is not paid yet."""

    permission = selector.PERMISSION
    template_name = "tronc/payouts.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(selector.of_house(self.house.pk, actor=self.actor))
        names = _names(rows)
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "payouts": [(row, [(names[person], cents) for person, cents in row.lines]) for row in rows],
            "open_cents": sum(cents for _person, cents in selector.open_shares(self.house.pk)),
            "may_pay": roles.permits(self.actor, selector.PAY),
            "actor": self.actor,
        }


class Prepare(OfHouse):
    """Prepare the list of all that is open."""

    service = payouts.prepare
    template_name = "pages/step.html"
    title = gettext_lazy("Prepare the payout")
    explanation = gettext_lazy("All unpaid shares, for the payroll. A second person must confirm the payment.")
    leads_to = "tronc:payouts"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        open_cents = sum(cents for _person, cents in selector.open_shares(self.house.pk))
        return {**super().get_context_data(**kwargs), "facts": [(_("Not paid yet"), money(open_cents))]}


class OnPayout(InHouse, Decide):
    """A decision on a list that another person prepared."""

    matter = selector.PAYOUTS
    in_address: ClassVar = {"tronc_payout_id": "pk"}
    leads_to = "tronc:payouts"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.row.number}

    @classmethod
    def told(cls, row: TroncPayout) -> Told:
        names = _names([row])
        shares = [Change(names[person], "", money(cents)) for person, cents in row.lines]
        return Told(shares, amount_cents=row.total_cents)


class Pay(OnPayout):
    """Book a list as paid out."""

    service = payouts.pay
    title = gettext_lazy("Paid out")
    success = gettext_lazy("Booked as paid.")


class Decline(OnPayout):
    """Decline a list, or withdraw one's own; nothing is booked."""

    service = payouts.decline
    title = gettext_lazy("Decline the list")
    success = gettext_lazy("Declined.")


def _names(rows: Iterable[TroncPayout]) -> dict[int, str]:
    """The people on these lists."""
    ids = {person for row in rows for person, _cents in row.lines}
    return {one.pk: str(one) for one in User.objects.filter(pk__in=ids)}

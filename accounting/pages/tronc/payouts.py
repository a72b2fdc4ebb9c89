"""Payouts of shares: what is open, preparing the list, booking it as paid."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounting.models import TroncPayout
from accounting.pages.house import InHouse
from accounting.selectors.tronc import months
from accounting.services.tronc import payouts
from casino import roles
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.models import User
from casino.pages.views import Command, Context, Page

PAY = "accounting.pay_tronc"


class Payouts(InHouse, Page):
    """All lists, the latest first, and what is not paid yet."""

    permission = months.PERMISSION
    template = "tronc/payouts.html"

    def context(self) -> Context:
        rows = list(months.payouts(self.house.pk, actor=self.actor))
        ids = {person for row in rows for person, _cents in row.lines}
        names = {one.pk: str(one) for one in User.objects.filter(pk__in=ids)}
        return {
            "house": self.house,
            "payouts": [(row, [(names[person], cents) for person, cents in row.lines]) for row in rows],
            "open_cents": sum(cents for _person, cents in months.open_shares(self.house.pk)),
            "may_pay": roles.permits(self.actor, PAY),
            "actor": self.actor,
        }


class Prepare(InHouse, Command):
    """Prepare the list of all that is open."""

    service = payouts.prepare
    permission = PAY
    template = "tronc/step.html"

    def context(self) -> Context:
        cents = sum(cents for _person, cents in months.open_shares(self.house.pk))
        return {
            "title": _("Prepare the payout"),
            "back": reverse("tronc:payouts"),
            "explanation": _(
                "All shares that are not paid yet, for the payroll. A second person says that it was paid."
            ),
            "facts": [(_("Not paid yet"), cents)],
        }

    def target(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("tronc:payouts")


class Pay(InHouse, Command):
    """Book a list as paid out."""

    service = payouts.pay
    permission = PAY
    template = "tronc/step.html"

    @cached_property
    def row(self) -> TroncPayout:
        """Refuses `no_such_payout`."""
        found = TroncPayout.objects.select_related("prepared_by").filter(pk=self.kwargs["pk"]).first()
        if found is None:
            raise NotFound("no_such_payout", marked("There is no such payout."))
        return found

    def context(self) -> Context:
        return {
            "title": _("Paid out"),
            "what": self.row.number,
            "back": reverse("tronc:payouts"),
            "explanation": _("Prepared by %(who)s.") % {"who": self.row.prepared_by},
            "facts": [(_("Total"), self.row.total_cents)],
        }

    def target(self) -> dict[str, Any]:
        return {"tronc_payout_id": self.kwargs["pk"]}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("tronc:payouts")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Booked as paid.")

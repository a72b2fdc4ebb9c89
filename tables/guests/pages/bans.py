"""The house's own bans: who is kept out and until when, banning and lifting.

The reason is entered here but shown nowhere: others can read the floor's screens, and the reason is for the back office
(domain §4.16).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino.errors import N_, NotFound
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Page
from tables.guests.pages.forms import AsksForGuest, KnownGuestForm
from tables.guests.selectors import admission
from tables.guests.services.admission import bans
from tables.guests.services.admission.checking import DECIDES
from tables.models import HouseBan

MOST = 200


class Bans(InHouse, Page):
    """Bans in force or to come, the latest first; with `?show=all` also those that are over."""

    permission = DECIDES
    template_name = "guests/bans.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = admission.house_bans(actor=self.actor).filter(guest__house=self.house)
        everything = self.request.GET.get("show") == "all"
        today = admission.today(self.house.pk)
        if not everything:
            rows = rows.filter(Q(ends_on=None) | Q(ends_on__gte=today), lifted_at=None)
        shown = rows.select_related("guest", "by", "lifted_by").order_by("-pk")[:MOST]
        return {
            **super().get_context_data(**kwargs),
            "bans": [(row, row.begins_on > today, row.ends_on is not None and row.ends_on < today) for row in shown],
            "everything": everything,
        }


class BanCommand(InHouse, Command):
    """A command on the house's bans; leads back to them."""

    permission = DECIDES
    template_name = "guests/ban.html"
    leads_to = "floor:bans"


class BanForm(KnownGuestForm, ReasonForm):
    """Which guest, why, and for how long."""

    begins_on = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Until"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
        help_text=gettext_lazy("Empty: until it is lifted."),
    )


class Ban(AsksForGuest, BanCommand):
    """Keep a guest out."""

    service = bans.ban
    title = gettext_lazy("Ban a guest")
    form_class = BanForm

    def get_initial(self) -> dict[str, Any]:
        return {**super().get_initial(), "begins_on": admission.today(self.house.pk)}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s is banned.") % {"guest": values["guest"].name}


class Lift(BanCommand):
    """End a ban before its day."""

    service = bans.lift
    title = gettext_lazy("Lift the ban")
    in_address: ClassVar = {"ban_id": "pk"}

    @cached_property
    def ban(self) -> HouseBan:
        """The ban in the address; refuses `no_such_ban`."""
        rows = admission.house_bans(actor=self.actor).select_related("guest")
        found = rows.filter(pk=self.kwargs["pk"], guest__house=self.house).first()
        if found is None:
            raise NotFound("no_such_ban", N_("Ban not found."))
        return found

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "ban": self.ban}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The ban on %(guest)s has been lifted.") % {"guest": self.ban.guest.name}

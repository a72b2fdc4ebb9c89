"""The house's own bans: who is kept out and until when, banning and lifting.  Why is said once, and shown nowhere here.

A screen of the floor is read by whoever stands beside it; the reason is for the back office (domain §4.16).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Context, Page
from tables.guests.pages.forms import GuestField
from tables.guests.selectors import admission
from tables.guests.services.admission import bans
from tables.guests.services.admission.checking import DECIDES
from tables.models import HouseBan

MOST = 200


class Bans(InHouse, Page):
    """Who is kept out, or will be; with `?show=all` also those whose ban is over."""

    permission = DECIDES
    template = "floor/bans.html"

    def context(self) -> Context:
        """The bans, the latest first."""
        rows = admission.house_bans(actor=self.actor).filter(guest__house=self.house)
        everything = self.request.GET.get("show") == "all"
        today = admission.today(self.house.pk)
        if not everything:
            rows = rows.filter(Q(ends_on=None) | Q(ends_on__gte=today), lifted_at=None)
        shown = rows.select_related("guest", "by", "lifted_by").order_by("-pk")[:MOST]
        return {"bans": shown, "everything": everything, "today": today}


class BanCommand(InHouse, Command):
    """A command on the house's bans."""

    permission = DECIDES
    template = "floor/ban.html"
    title: ClassVar[Any]

    def context(self) -> Context:
        return {"title": self.title, "back": reverse("floor:bans")}


class BanForm(ReasonForm):
    """Whom, why, and for how long."""

    begins_on = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Until"),
        required=False,
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
        help_text=gettext_lazy("Empty: until it is lifted."),
    )

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        guest = GuestField(house_id=house_id, label=gettext_lazy("Guest"), help_text=gettext_lazy("Number or name"))
        self.fields = {"key": self.fields["key"], "version": self.fields["version"], "guest": guest, **self.fields}


class Ban(BanCommand):
    """Keep a guest out."""

    title = gettext_lazy("Ban a guest")
    form_class = BanForm

    def form_options(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def initial(self) -> dict[str, Any]:
        return {"guest": self.request.GET.get("guest", ""), "begins_on": admission.today(self.house.pk)}

    def run(self, values: Mapping[str, Any]) -> str:
        bans.ban(
            guest_id=values["guest"].pk,
            reason=values["reason"],
            begins_on=values["begins_on"],
            ends_on=values["ends_on"],
            actor=self.actor,
        )
        return reverse("floor:bans")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s is banned.") % {"guest": values["guest"].name}


class Lift(BanCommand):
    """End a ban before its day."""

    title = gettext_lazy("Lift the ban")
    kwargs: dict[str, Any]

    @cached_property
    def ban(self) -> HouseBan:
        """The ban; refuses `no_such_ban`."""
        rows = admission.house_bans(actor=self.actor).select_related("guest")
        found = rows.filter(pk=self.kwargs["pk"], guest__house=self.house).first()
        if found is None:
            raise NotFound("no_such_ban", marked("There is no such ban."))
        return found

    def context(self) -> Context:
        return {**super().context(), "ban": self.ban}

    def run(self, values: Mapping[str, Any]) -> str:
        bans.lift(ban_id=self.ban.pk, actor=self.actor)
        return reverse("floor:bans")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The ban of %(guest)s is lifted.") % {"guest": self.ban.guest.name}

"""Guests at the floor's desk: finding one, their card, their notes, and the chips that are kept for guests."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino import house_time, wording
from casino.errors import N_, NotFound
from casino.pages.forms import CommandForm, ReasonForm, new_key
from casino.pages.views import Command, Page
from tables.absence.services import keeping
from tables.floor.selectors import guests as guest_cards
from tables.guests.pages.forms import GuestField, RegistersGuest
from tables.guests.selectors import guests as selector
from tables.guests.services import guests
from tables.models import Guest, KeptChips
from tables.play.selectors import absence

MOST_NOTES = 4_000


class Guests(InHouse, Page):
    """Find a guest by number or name; and all chips that are kept for guests."""

    permission = guest_cards.READS
    template_name = "floor/guests.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """On to the card where exactly one guest fits, else the page."""
        if len(self.found) == 1:
            return redirect("floor:guest-card", self.found[0].pk)
        return super().get(request, **path)

    @cached_property
    def found(self) -> list[Any]:
        """The guests who fit what was typed."""
        return selector.guests_like(self.house.pk, self.sought) if self.sought else []

    @property
    def sought(self) -> str:
        """What was typed."""
        return str(self.request.GET.get("q", "")).strip()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "sought": self.sought,
            "found": self.found[: selector.GUESTS_SHOWN],
            "has_more": len(self.found) > selector.GUESTS_SHOWN,
            "seated": () if self.sought else guest_cards.seated(self.house.pk),
            "kept": absence.kept_for(self.actor, absence.kept(self.house.pk)),
        }


class AboutGuest(InHouse):
    """A page about the guest in its address."""

    @cached_property
    def card(self) -> guest_cards.GuestCard:
        """Their card as it is now."""
        return guest_cards.card(self.house.pk, self.kwargs["pk"], house_time.now(), actor=self.actor)


class GuestPage(AboutGuest, Page):
    """A guest's card.  A banned guest is shown as one who may not play, without the reason."""

    permission = guest_cards.READS
    template_name = "floor/guest_card.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """A duplicate leads to the guest whose it is."""
        if stays := self.card.guest.merged_into_id:
            return redirect("floor:guest-card", stays)
        return super().get(request, **path)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "card": self.card,
            "guest": self.card.guest,
            "now": house_time.now(),
            "key": new_key(),
        }


class Register(RegistersGuest):
    """Register a guest where nobody of that name was found; leads to their card."""

    permission = guest_cards.READS
    template_name = "pages/step.html"
    title = gettext_lazy("New guest")
    verb = gettext_lazy("Add")
    leads_to = "floor:guests"

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.request.GET.get("name", "")}

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("floor:guest-card", args=[self.act(values).pk])


class NotesForm(CommandForm):
    """What colleagues should know about the guest."""

    notes = forms.CharField(
        label=gettext_lazy("Notes"), required=False, max_length=MOST_NOTES, widget=forms.Textarea({"rows": 6})
    )


class GuestCommand(AboutGuest, Command):
    """A command on the guest, which leads to their card."""

    permission: ClassVar[str | None] = keeping.SEATS
    template_name = "floor/guest_command.html"
    in_address: ClassVar = {"guest_id": "pk"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "guest": self.card.guest}

    def get_success_url(self) -> str:
        return reverse("floor:guest-card", args=[self.kwargs["pk"]])


class EditNotes(GuestCommand):
    """Replace the notes; the earlier ones stay in the history."""

    permission = guest_cards.READS
    title = gettext_lazy("Notes")
    form_class = NotesForm
    service = guests.edit

    def get_initial(self) -> dict[str, Any]:
        return {"notes": self.card.guest.notes}


class MergeForm(ReasonForm):
    """Which row is the same person."""

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["duplicate"] = GuestField(
            house_id=house_id, label=_("Duplicate"), help_text=_("Number or name of the guest who was registered twice")
        )
        self.order_fields(("key", "duplicate", "reason"))


class Merge(GuestCommand):
    """This guest stays; the number of the duplicate leads here from now on."""

    title = gettext_lazy("Merge a duplicate")
    form_class = MergeForm
    service = guests.merge

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def get_initial(self) -> dict[str, Any]:
        return {"duplicate": self.request.GET.get("guest", "")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "merges": True}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Number %(number)s now leads to %(guest)s.") % {
            "number": values["duplicate"].number,
            "guest": self.card.guest.name,
        }


class Separate(InHouse, Command):
    """A duplicate is a guest again."""

    permission = keeping.SEATS
    template_name = "floor/guest_command.html"
    title = gettext_lazy("Separate again")
    form_class = ReasonForm
    service = guests.separate
    in_address: ClassVar = {"guest_id": "pk"}

    @cached_property
    def guest(self) -> Guest:
        """The duplicate; refuses `no_such_guest`."""
        found = Guest.objects.filter(pk=self.kwargs["pk"], house=self.house).first()
        if found is None:
            raise NotFound("no_such_guest", N_("Guest not found."))
        return found

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "guest": self.guest}

    def get_success_url(self) -> str:
        return reverse("floor:guest-card", args=[self.guest.merged_into_id or self.guest.pk])

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("floor:guest-card", args=[self.act(values).pk])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s is a separate guest again.") % {"guest": self.guest.name}


class KeptCommand(InHouse, Command):
    """A command on chips that are kept for a guest; leads to the guest's card."""

    permission = keeping.SEATS
    template_name = "floor/guest_command.html"
    in_address: ClassVar = {"kept_id": "pk"}

    @cached_property
    def row(self) -> KeptChips:
        """The chips; refuses `no_such_kept_chips`."""
        rows = KeptChips.objects.filter(sitting__table__house=self.house.pk, pk=self.kwargs["pk"])
        row = rows.select_related("sitting__guest", "sitting__table", "picked_up_by").first()
        if row is None:
            raise NotFound("no_such_kept_chips", N_("Chips not found."))
        return row

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "guest": self.row.sitting.guest, "kept": self.row}

    def get_success_url(self) -> str:
        return reverse("floor:guest-card", args=[self.row.sitting.guest_id])

    def message_facts(self) -> dict[str, str]:
        """The guest's name and the amount, for a message."""
        return {"guest": self.row.sitting.guest.name, "amount": wording.money(self.row.amount_cents)}


class HandOut(KeptCommand):
    """Give the guest their chips."""

    service = keeping.hand_out
    title = gettext_lazy("Hand out the chips")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s has received %(amount)s.") % self.message_facts()


class TakeIn(KeptCommand):
    """Unclaimed chips become the house's: a manager decides."""

    service = keeping.take_in
    permission = keeping.DECIDES
    title = gettext_lazy("Take the chips as revenue")
    form_class = ReasonForm
    danger = True

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Unclaimed chips of %(guest)s taken as revenue: %(amount)s.") % self.message_facts()

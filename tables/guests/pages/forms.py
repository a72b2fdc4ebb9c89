"""What is typed about guests, and what every command that asks for a guest shares."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.cage.pages.guests import GuestPicker
from accounting.days.pages.house import InHouse
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Page
from tables.guests.selectors import guests
from tables.guests.services import guests as services

MOST_TYPED = 120
MOST_DIGITS = 10


class GuestField(forms.CharField):
    """A guest by the number on their card, or by their name when only one fits."""

    def __init__(self, *, house_id: int, game_id: int | None = None, **options: Any) -> None:
        self.house_id = house_id
        super().__init__(max_length=120, widget=GuestPicker(), **options)
        assert isinstance(self.widget, GuestPicker)
        self.widget.game_id = game_id
        self.widget.attrs |= {"autocomplete": "off", "class": "wide"}

    def clean(self, value: Any) -> Any:
        """The guest; names those it could mean when there are several."""
        text = super().clean(value)
        found = guests.guests_like(self.house_id, text)
        if not found:
            raise ValidationError(gettext("No guest has this number or name."), code="guest_unknown")
        if len(found) > 1:
            names = ", ".join(f"{guest.number} {guest.name}" for guest in found[: guests.GUESTS_SHOWN])
            more = " …" if len(found) > guests.GUESTS_SHOWN else ""
            raise ValidationError(
                gettext("Several guests match. Enter the number: %(names)s") % {"names": names + more},
                code="guest_unclear",
            )
        return found[0]


class KnownGuestForm(CommandForm):
    """Which guest; further fields follow."""

    def __init__(self, *args: Any, house_id: int, game_id: int | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["guest"] = GuestField(
            house_id=house_id, game_id=game_id, label=_("Guest"), help_text=_("Number or name")
        )
        self.order_fields(("key", "version", "guest"))


class Suggestions(InHouse, Page):
    """The rows of the picker for `?q=`, as a part of a page; `?game=` says for which game, where there is one."""

    permission = "tables.read_guests"
    template_name = "guests/_suggestions.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game = self.request.GET.get("game", "")
        game_id = int(game) if game.isascii() and game.isdecimal() and len(game) < MOST_DIGITS else None
        text = self.request.GET.get("q", "")[:MOST_TYPED]
        return {**super().get_context_data(**kwargs), "found": guests.suggestions(self.house.pk, text, game_id=game_id)}


class AsksForGuest(InHouse, Command):
    """Asks for a guest the house knows; `?guest=` in the address proposes one."""

    form_class: type[CommandForm] = KnownGuestForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def get_initial(self) -> dict[str, Any]:
        return {"guest": self.request.GET.get("guest", "")}


class GuestForm(CommandForm):
    """A guest the house did not know; one of the same name is told, and registered only when somebody says so."""

    number = forms.CharField(
        label=_("Number on the card"),
        max_length=30,
        required=False,
        help_text=_("Guests without a card get a number from the house."),
    )
    name = forms.CharField(label=_("Name"), max_length=120)
    is_another = forms.BooleanField(label=_("Another person with the same name"), required=False)

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.house_id = house_id

    def clean(self) -> dict[str, Any]:
        """Refuse a name that a guest of the house has, unless it is said to be another person."""
        values = super().clean() or {}
        same = guests.namesakes(self.house_id, values.get("name", ""))
        if same and not values.get("is_another"):
            names = ", ".join(f"{guest.number} {guest.name}" for guest in same)
            self.add_error(
                "name",
                ValidationError(
                    gettext("This name is already on file: %(names)s. Pick that guest, or tick the box below.")
                    % {"names": names},
                    code="guest_known",
                ),
            )
        return values


class RegistersGuest(InHouse, Command):
    """Registers a guest, under the number of their card or one of the house's."""

    form_class: type[CommandForm] = GuestForm
    service = services.register

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def target(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"number": values["number"], "name": values["name"]})

"""What is typed about guests, and what every command that asks for a guest shares."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.pages.house import InHouse
from casino.pages.forms import CommandForm
from tables.guests.selectors import guests


class GuestField(forms.CharField):
    """A guest by the number on their card, or by their name when only one fits."""

    def __init__(self, *, house_id: int, **options: Any) -> None:
        self.house_id = house_id
        super().__init__(max_length=120, **options)
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
                gettext("Several guests fit, please give the number: %(names)s") % {"names": names + more},
                code="guest_unclear",
            )
        return found[0]


class KnownGuestForm(CommandForm):
    """Which guest; further fields follow."""

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["guest"] = GuestField(house_id=house_id, label=_("Guest"), help_text=_("Number or name"))
        self.order_fields(("key", "version", "guest"))


class AsksForGuest(InHouse):
    """Mix-in before `Command`: asks for a guest the house knows; `?guest=` in the address proposes one."""

    form_class: ClassVar[type[CommandForm]] = KnownGuestForm
    request: Any

    def form_options(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def initial(self) -> dict[str, Any]:
        return {"guest": self.request.GET.get("guest", "")}


class GuestForm(CommandForm):
    """A guest the house did not know."""

    number = forms.CharField(label=_("Number on the card"), max_length=30)
    name = forms.CharField(label=_("Name"), max_length=120)

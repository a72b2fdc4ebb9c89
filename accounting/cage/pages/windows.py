"""A window of the cage: opening and closing it with a count of its chips and its money, selling, redeeming."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.cage.pages.guests import GuestPicker
from accounting.cage.selectors import slips
from accounting.cage.selectors import windows as selector
from accounting.cage.selectors.windows import WindowView
from accounting.cage.services import windows
from accounting.days.pages.chips import ChipsField
from accounting.days.pages.house import InHouse, OfHouse
from accounting.days.services import guests
from accounting.models import WindowShift
from casino import wording
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Command
from casino.wording import money


class NewForm(CommandForm):
    """What a window is called."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("Letters, digits and hyphens; not the code of a table."),
    )
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)


class EditForm(CommandForm):
    """Its name, and whether it is in use; the code is part of the names of the ledger's places."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    is_active = forms.BooleanField(label=gettext_lazy("In use"), required=False)


class CountedForm(CommandForm):
    """Chips by denomination, and the money as a sum."""

    def __init__(self, *args: Any, denominations_cents: list[int], explained: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chips"] = ChipsField(label=gettext_lazy("Chips"), denominations_cents=denominations_cents)
        self.fields["cash_cents"] = MoneyField(label=gettext_lazy("Money in the drawer"))
        if explained:
            self.fields["explanation"] = forms.CharField(
                label=gettext_lazy("Explanation"),
                help_text=gettext_lazy("Only where something is missing or over."),
                max_length=500,
                required=False,
            )


class TradeForm(CommandForm):
    """How much, and the guest's card."""

    amount_cents = MoneyField(label=gettext_lazy("Amount"), least_cents=1)
    guest = forms.CharField(
        label=gettext_lazy("Guest's card number"), max_length=guests.GUEST_MOST, required=False, widget=GuestPicker
    )

    def __init__(self, *args: Any, known_from_cents: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["amount_cents"].widget.attrs["autofocus"] = True
        self.fields["guest"].widget.attrs |= {"autocomplete": "off", "class": "wide"}
        self.fields["guest"].help_text = _("Empty: a guest who is not known, below %(amount)s (GwG §10).") % {
            "amount": wording.money(known_from_cents)
        }


class CageCommand(InHouse, Command):
    """A command of the cage, which leads back to the cage's page."""

    permission = windows.PERMISSION
    template_name = "cage/command.html"
    leads_to = "cage:today"


class Windows(OfHouse, CageCommand):
    """Every window of the house; set up one more."""

    title = gettext_lazy("Windows")
    verb = gettext_lazy("Add")
    template_name = "cage/windows.html"
    form_class = NewForm
    service = windows.create
    leads_to = "cage:windows"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = selector.rows(actor=self.actor).filter(house=self.house)
        return {**super().get_context_data(**kwargs), "windows": rows.order_by("-is_active", "code")}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s has been set up.") % {"window": values["code"]}


class AtWindow(CageCommand):
    """A command at the window in the address."""

    in_address: ClassVar = {"window_id": "pk"}

    @cached_property
    def window(self) -> WindowView:
        """The window as it is now; refuses `no_such_window`."""
        return selector.view(self.kwargs["pk"], actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "window": self.window}


class EditWindow(AtWindow):
    """Change a window's name, or take it out of use while it is closed."""

    title = gettext_lazy("Edit window")
    verb = gettext_lazy("Save")
    form_class = EditForm
    service = windows.edit
    leads_to = "cage:windows"

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.window.window.name, "is_active": self.window.window.is_active}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s has been changed.") % {"window": self.window.window.code}


class OpenWindow(AtWindow):
    """Open with a count of the chips and money from the bank."""

    title = gettext_lazy("Open the window")
    form_class = CountedForm
    service = windows.open_window

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "denominations_cents": self.house.denominations_cents, "explained": False}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s is open.") % {"window": self.window.window.code}


class CloseWindow(AtWindow):
    """Count in order to close; a difference must be explained."""

    title = gettext_lazy("Close the window")
    form_class = CountedForm
    service = windows.close_window
    danger = True

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "denominations_cents": self.house.denominations_cents, "explained": True}

    def done(self, values: Mapping[str, Any]) -> str:
        if selector.view(self.window.window.pk, actor=self.actor).is_counted:
            return _("Window %(window)s is counted. Somebody else must confirm it.") % {
                "window": self.window.window.code
            }
        return _("Window %(window)s is counted and closed.") % {"window": self.window.window.code}


class OnCount(InHouse, Decide):
    """A decision on the count of the shift in the address."""

    matter = selector.CLOSINGS
    in_address: ClassVar = {"window_shift_id": "pk"}
    leads_to = "cage:today"
    template_name = "cage/confirm_window.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "window": self.row,
            "shift": self.row,
            "chips": slips.lines(self.row.counted_chips),
        }

    @classmethod
    def told(cls, row: WindowShift) -> Told:
        parts = [
            Change(_("Chips"), "", money(row.counted_chips_cents or 0)),
            Change(_("Money in the drawer"), "", money(row.counted_cash_cents or 0)),
        ]
        return Told(parts, reason=row.explanation)


class ConfirmWindow(OnCount):
    """Confirm what another has counted."""

    title = gettext_lazy("Confirm the count")
    explanation = gettext_lazy("Check chips and money yourself before you confirm.")
    service = windows.confirm_window

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s is counted and closed.") % {"window": self.row.window.code}


class ResumeWindow(OnCount):
    """Drop the count, and go on."""

    title = gettext_lazy("Carry on without closing")
    service = windows.resume_window

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s is open.") % {"window": self.row.window.code}


class Trade(AtWindow):
    """Chips against money."""

    form_class = TradeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "known_from_cents": guests.known_from_cents(self.house.pk)}


class SellChips(Trade):
    """Chips for money."""

    title = gettext_lazy("Sell chips")
    service = windows.sell

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Sold: %(amount)s.") % {"amount": wording.money(values["amount_cents"])}


class RedeemChips(Trade):
    """Money for chips."""

    title = gettext_lazy("Redeem chips")
    service = windows.redeem

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Redeemed: %(amount)s.") % {"amount": wording.money(values["amount_cents"])}

"""A window at work: opened and closed by a count of its chips and its money, selling and redeeming between."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.pages.chips import ChipsField
from accounting.pages.house import InHouse
from accounting.selectors import windows as selector
from accounting.selectors.windows import WindowView
from accounting.services import shifts, windows
from casino import wording
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Command, Context


class NewForm(CommandForm):
    """What a window is called."""

    code = forms.CharField(
        label=gettext_lazy("Code"), max_length=20, help_text=gettext_lazy("Letters, digits and hyphens; no table's.")
    )
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)


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
    """How much, and whose it is."""

    amount_cents = MoneyField(label=gettext_lazy("Amount"), least_cents=1)
    guest = forms.CharField(label=gettext_lazy("Guest's card number"), max_length=windows.GUEST_MOST, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["amount_cents"].widget.attrs["autofocus"] = True
        self.fields["guest"].widget.attrs |= {"autocomplete": "off", "inputmode": "numeric"}
        self.fields["guest"].help_text = _("Required from %(amount)s on (GwG §10).") % {
            "amount": wording.money(shifts.IDENTIFIED_FROM_CENTS)
        }


class CageCommand(InHouse, Command):
    """A command of the cage's desk, which leads back to it."""

    permission = windows.PERMISSION
    template = "cage/command.html"
    title: ClassVar[Any]
    danger: ClassVar[bool] = False

    def context(self) -> Context:
        """What is about to be done."""
        return {"title": self.title, "danger": self.danger, "back": reverse("cage:today")}

    def run(self, values: Mapping[str, Any]) -> str:
        """Act, and go back to the desk."""
        self.act(values)
        return reverse("cage:today")

    def act(self, values: Mapping[str, Any]) -> None:
        """Call the service."""
        raise NotImplementedError


class NewWindow(CageCommand):
    """Set up a window."""

    title = gettext_lazy("New window")
    form_class = NewForm

    def act(self, values: Mapping[str, Any]) -> None:
        windows.create(house_id=self.house.pk, code=values["code"], name=values["name"], actor=self.actor)


class AtWindow(CageCommand):
    """A command at the window in the address."""

    kwargs: dict[str, Any]

    @cached_property
    def window(self) -> WindowView:
        """The window as it is now; refuses `no_such_window`."""
        view = selector.view(self.kwargs["pk"], actor=self.actor)
        if view.window.house_id != self.house.pk:
            raise NotFound("no_such_window", marked("There is no such window."))
        return view

    def renew(self) -> None:
        """Look again after a command was refused."""
        self.__dict__.pop("window", None)

    def context(self) -> Context:
        """The window, and what is about to be done there."""
        return {**super().context(), "window": self.window}


class OpenWindow(AtWindow):
    """Open with a count of what was brought from the bank."""

    title = gettext_lazy("Open the window")
    form_class = CountedForm

    def form_options(self) -> dict[str, Any]:
        return {"denominations_cents": self.house.denominations_cents, "explained": False}

    def act(self, values: Mapping[str, Any]) -> None:
        windows.open_window(
            window_id=self.window.window.pk,
            chips=values["chips"],
            cash_cents=values["cash_cents"],
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s is open.") % {"window": self.window.window.code}


class CloseWindow(AtWindow):
    """Close with a count; a difference wants a word."""

    title = gettext_lazy("Close the window")
    form_class = CountedForm
    danger = True

    def form_options(self) -> dict[str, Any]:
        return {"denominations_cents": self.house.denominations_cents, "explained": True}

    def act(self, values: Mapping[str, Any]) -> None:
        windows.close_window(
            window_id=self.window.window.pk,
            chips=values["chips"],
            cash_cents=values["cash_cents"],
            explanation=values["explanation"],
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Window %(window)s is counted and closed.") % {"window": self.window.window.code}


class SellChips(AtWindow):
    """Chips for money."""

    title = gettext_lazy("Sell chips")
    form_class = TradeForm

    def act(self, values: Mapping[str, Any]) -> None:
        windows.sell(
            window_id=self.window.window.pk,
            amount_cents=values["amount_cents"],
            guest=values["guest"],
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Sold: %(amount)s.") % {"amount": wording.money(values["amount_cents"])}


class RedeemChips(AtWindow):
    """Money for chips."""

    title = gettext_lazy("Redeem chips")
    form_class = TradeForm

    def act(self, values: Mapping[str, Any]) -> None:
        windows.redeem(
            window_id=self.window.window.pk,
            amount_cents=values["amount_cents"],
            guest=values["guest"],
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Redeemed: %(amount)s.") % {"amount": wording.money(values["amount_cents"])}

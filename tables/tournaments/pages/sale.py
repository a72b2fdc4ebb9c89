"""Registration at a window: entries, re-entries, re-buys and add-ons, each with a receipt; an entry given back."""

from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.models import Window
from casino import roles
from casino.pages.forms import CommandForm, ReasonForm
from tables.guests.pages.forms import RegistersGuest
from tables.models import Entrant, Purchase, Tournament
from tables.tournaments.pages.forms import EnterForm, SaleForm
from tables.tournaments.pages.tournament import AboutEntrant, AboutTournament, TournamentCommand, TournamentPaper
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import entries

WINDOW = "tournament-window"  # in a session: the window that its person used last


class AtWindow(TournamentCommand):
    """Something is sold or paid at a window; the one that this person used last is proposed."""

    permission = selector.SELLS
    form_class: type[CommandForm] = SaleForm
    counted: ClassVar[bool] = False  # whether the player's chips are asked for

    def current_version(self) -> int | None:
        """None is needed: sales follow one another, whatever their sellers saw."""
        return None

    @property
    def windows(self) -> list[Window]:
        """The open ones."""
        return board.open_windows(self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        counted = {"counted": True} if self.counted else {}
        return {**super().get_form_kwargs(), "windows": self.windows, **counted}

    def get_initial(self) -> dict[str, Any]:
        found = [window.pk for window in self.windows]
        last = self.request.session.get(WINDOW)
        return {"window": last if last in found else next(iter(found), None)}

    def run(self, values: Mapping[str, Any]) -> str:
        made = self.act(values)
        self.request.session[WINDOW] = values["window"].pk
        return self.paper(made)

    def paper(self, made: Any) -> str:
        """The address of the paper that goes with it."""
        return self.address("receipt", made.number)


class Enter(AtWindow):
    """An entry, or a re-entry of a guest who is out."""

    service = entries.enter
    title = gettext_lazy("Sell an entry")
    template_name = "tournaments/enter.html"
    form_class = EnterForm

    def get_success_url(self) -> str:
        return self.address("enter")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def get_initial(self) -> dict[str, Any]:
        return {**super().get_initial(), "guest": self.request.GET.get("guest", "")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The price, the latest sales, and the entrants who may get their money back or buy more."""
        row = self.tournament
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "price_cents": row.buy_in_cents + row.fee_cents + row.bounty_cents,
            "is_open": row.state in (Tournament.State.REGISTERING, Tournament.State.RUNNING),
            "receipts": board.receipts(row),
            "figures": selector.figures(row),
            "playing": [
                one for one in board.entrants(row) if one.state in (Entrant.State.REGISTERED, Entrant.State.SEATED)
            ],
        }


class NewGuest(RegistersGuest, AboutTournament):
    """Register a new guest, then go on to sell them their entry."""

    title = gettext_lazy("New guest")
    permission = selector.SELLS
    template_name = "tournaments/command.html"
    verb = gettext_lazy("Add")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "tournament": self.tournament}

    def get_success_url(self) -> str:
        return self.address("enter")

    def run(self, values: Mapping[str, Any]) -> str:
        return f"{self.address('enter')}?{urlencode({'guest': self.act(values).number})}"


class More(AboutEntrant, AtWindow):
    """More chips for an entrant who plays."""

    def get_success_url(self) -> str:
        return self.address("entrant", self.kwargs["entrant"])

    def target(self) -> dict[str, Any]:
        return {"entrant_id": self.entrant.pk}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "about": str(self.entrant), "price_cents": self.price_cents()}

    def price_cents(self) -> int:
        """The price of the chips and the fee."""
        raise NotImplementedError


class ReBuy(More):
    """Buy again without having left (K1)."""

    service = entries.re_buy
    title = gettext_lazy("Re-buy")
    counted = True

    def price_cents(self) -> int:
        return self.tournament.re_buy_cents + self.tournament.re_buy_fee_cents


class AddOn(More):
    """The add-on, in its break."""

    service = entries.add_on
    title = gettext_lazy("Add-on")

    def price_cents(self) -> int:
        return self.tournament.add_on_cents + self.tournament.add_on_fee_cents


class Withdraw(AboutEntrant, TournamentCommand):
    """Give an entry back before the start."""

    permission = selector.SELLS
    service = entries.withdraw
    title = gettext_lazy("Refund the entry")
    form_class = ReasonForm
    danger = True
    success = gettext_lazy("The entry has been refunded: pay the guest.")

    def get_success_url(self) -> str:
        return self.address("enter")

    def target(self) -> dict[str, Any]:
        return {"entrant_id": self.entrant.pk}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "about": str(self.entrant)}


class Receipt(TournamentPaper):
    """The receipt of a purchase: money and chips on one paper (FinASVO NRW §20)."""

    template_name = "tournaments/receipt.html"

    @cached_property
    def purchase(self) -> Purchase:
        return board.receipt(self.tournament, self.kwargs["number"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "purchase": self.purchase, "entrant": self.purchase.entrant}

    def get_success_url(self) -> str:
        sells = roles.permits(self.actor, selector.SELLS)
        return self.address("enter") if sells else self.address("entrant", self.purchase.entrant_id)

    def subject(self) -> str:
        return f"purchase:{self.kwargs['pk']}/{self.kwargs['number']}"

    def printed(self, number: int) -> str:
        return self.address("receipt-print", self.kwargs["number"], number)

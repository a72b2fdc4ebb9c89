"""Registration at a window: entries, re-entries, re-buys and add-ons, each with a receipt; an entry given back."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import Window
from casino import roles
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Context
from tables.guests.pages.forms import GuestForm
from tables.guests.services import guests
from tables.models import Entrant, Tournament
from tables.tournaments.pages.forms import EnterForm, SaleForm
from tables.tournaments.pages.tournament import AboutEntrant, AboutTournament, CountedPaper, TournamentCommand
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import entries

WINDOW = "tournament-window"  # in a session: at which window its person sells


class AtWindow(TournamentCommand):
    """Something is sold at a window; the one he sold at last is proposed."""

    permission = selector.SELLS
    number: int

    def current_version(self) -> int | None:
        """None is needed: sales follow one another, whoever saw what."""
        return None

    @property
    def windows(self) -> list[Window]:
        """Those that are open."""
        return board.open_windows(self.tournament)

    def initial(self) -> dict[str, Any]:
        found = [window.pk for window in self.windows]
        last = self.request.session.get(WINDOW)
        return {"window": last if last in found else next(iter(found), None)}

    def run(self, values: Mapping[str, Any]) -> str:
        """Sell, and show the receipt."""
        self.act(values)
        self.request.session[WINDOW] = values["window"]
        return self.address("receipt", self.number)


class Enter(AtWindow):
    """An entry, or a re-entry of one who is out."""

    title = gettext_lazy("Sell an entry")
    template = "tournament/enter.html"
    form_class = EnterForm

    def back(self) -> str:
        return self.address("enter")

    def form_options(self) -> dict[str, Any]:
        return {"house_id": self.house.pk, "windows": self.windows}

    def initial(self) -> dict[str, Any]:
        return {**super().initial(), "guest": self.request.GET.get("guest", "")}

    def context(self) -> Context:
        """What it costs, what was sold last, who may be given his money back or buy more."""
        row = self.tournament
        return {
            **super().context(),
            "house": self.house,
            "price_cents": row.buy_in_cents + row.fee_cents + row.bounty_cents,
            "is_open": row.state in (Tournament.State.REGISTERING, Tournament.State.RUNNING),
            "receipts": board.receipts(row),
            "figures": selector.figures(row),
            "playing": [
                one for one in board.entrants(row) if one.state in (Entrant.State.REGISTERED, Entrant.State.SEATED)
            ],
        }

    def act(self, values: Mapping[str, Any]) -> None:
        sold = entries.enter(
            tournament_id=self.kwargs["pk"],
            guest_id=values["guest"].pk,
            window_id=values["window"],
            actor=self.actor,
        )
        self.number = sold.number


class NewGuest(AboutTournament, Command):
    """Write a new guest down, then go on selling him his entry."""

    permission = selector.SELLS
    template = "tournament/command.html"
    form_class = GuestForm

    def context(self) -> Context:
        return {"tournament": self.tournament, "title": _("New guest"), "back": self.address("enter")}

    def run(self, values: Mapping[str, Any]) -> str:
        guests.register(house_id=self.house.pk, number=values["number"], name=values["name"], actor=self.actor)
        return f"{self.address('enter')}?{urlencode({'guest': values['number'].strip()})}"


class More(AboutEntrant, AtWindow):
    """More chips for one who plays."""

    counted = False
    form_class = SaleForm

    def back(self) -> str:
        return self.address("entrant", self.kwargs["entrant"])

    def form_options(self) -> dict[str, Any]:
        return {"windows": self.windows, "counted": self.counted}

    def context(self) -> Context:
        return {**super().context(), "about": str(self.entrant), "price_cents": self.price_cents()}

    def price_cents(self) -> int:
        """What he pays."""
        raise NotImplementedError


class ReBuy(More):
    """Buy again without having left (K1)."""

    title = gettext_lazy("Re-buy")
    counted = True

    def price_cents(self) -> int:
        return self.tournament.re_buy_cents + self.tournament.re_buy_fee_cents

    def act(self, values: Mapping[str, Any]) -> None:
        sold = entries.re_buy(
            entrant_id=self.entrant.pk, holding=values["holding"], window_id=values["window"], actor=self.actor
        )
        self.number = sold.number


class AddOn(More):
    """The add-on, in its break."""

    title = gettext_lazy("Add-on")

    def price_cents(self) -> int:
        return self.tournament.add_on_cents + self.tournament.add_on_fee_cents

    def act(self, values: Mapping[str, Any]) -> None:
        sold = entries.add_on(entrant_id=self.entrant.pk, window_id=values["window"], actor=self.actor)
        self.number = sold.number


class Withdraw(AboutEntrant, TournamentCommand):
    """Give an entry back before the start."""

    permission = selector.SELLS
    title = gettext_lazy("Give the entry back")
    form_class = ReasonForm
    danger = True

    def back(self) -> str:
        return self.address("enter")

    def context(self) -> Context:
        return {**super().context(), "about": str(self.entrant)}

    def act(self, values: Mapping[str, Any]) -> None:
        entries.withdraw(entrant_id=self.entrant.pk, reason=values["reason"], actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The entry is given back: pay the guest.")


class Receipt(CountedPaper):
    """The receipt of a purchase: money and chips on one paper (FinASVO NRW §20)."""

    template = "tournament/receipt.html"

    def facts(self) -> Context:
        purchase = board.receipt(self.tournament, self.kwargs["number"])
        sells = roles.permits(self.actor, selector.SELLS)
        return {
            "purchase": purchase,
            "entrant": purchase.entrant,
            "back": self.address("enter") if sells else self.address("entrant", purchase.entrant_id),
        }

    def subject(self) -> str:
        return f"purchase:{self.kwargs['pk']}/{self.kwargs['number']}"

    def printed(self, number: int) -> str:
        return self.address("receipt-print", self.kwargs["number"], number)

"""The commands on a seat: sit, top up, cash out, move, away, back; and writing down a guest the house did not know."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import house_time
from casino.pages.forms import typed
from casino.pages.views import Context
from tables.floor.pages.forms import AwayForm, CashOutForm, SitForm, TopUpForm
from tables.floor.pages.moving.forms import CountedMoveForm
from tables.floor.selectors import move_requests, openings
from tables.floor.selectors.waiting import columns
from tables.floor.selectors.waiting.columns import Column
from tables.floor.services import seats
from tables.guests.pages.forms import GuestForm
from tables.guests.selectors.admission import offered
from tables.guests.services import guests
from tables.models import Game, Guest
from tables.play.pages.tables import SeatCommand
from tables.play.selectors import absence, stakes
from tables.play.selectors import tables as selector


def chips_said(game: Game, buy_in_cents: int) -> str:
    """The chips for a buy-in as one counts them out: `6 × 25 · 24 × 5`; nothing where the game has no set."""
    found = openings.handed_out(game, buy_in_cents) or {}
    return " · ".join(f"{pieces} × {typed(cents)}" for cents, pieces in found.items())


class Sit(SeatCommand):
    """Seat a guest with his buy-in."""

    title = gettext_lazy("Seat a guest")
    template = "floor/sit.html"
    form_class = SitForm

    @cached_property
    def game(self) -> Game | None:
        """What is played: its limits are said beside the amount."""
        return Game.objects.filter(pk=self.table.session.game_id).first() if self.table.session else None

    @cached_property
    def next_game(self) -> Game | None:
        """What his first hand is played for: a step of the stake that is due counts for him."""
        play = stakes.of_table(self.kwargs["pk"])
        return stakes.game_of_next_hand(play) if play else None

    @cached_property
    def waits(self) -> Column | None:
        """The game's list, where somebody waits for it."""
        found = columns.column(self.game.pk, house_time.now()) if self.game else None
        return found if found and found.queue else None

    def context(self) -> Context:
        return {
            **super().context(),
            "game": self.next_game,
            "handed_out": chips_said(self.next_game, self.next_game.min_buy_in_cents) if self.next_game else "",
            "waits": self.waits,
            "owed_cents": self.owed_cents,
            "kept": absence.kept(self.house.pk).filter(sitting__guest=self.known) if self.known else (),
            **offered(self.house.pk),
        }

    @cached_property
    def known(self) -> Guest | None:
        """The guest whose number came with the address or the form, where it names one."""
        number = self.request.POST.get("guest") or self.request.GET.get("guest", "")
        return Guest.objects.filter(house=self.house, number=number.strip()).first() if number else None

    @property
    def owed_cents(self) -> int:
        """What he must bring back if he has just left this game."""
        if self.known is None or self.game is None:
            return 0
        return absence.owed_cents(self.known.pk, self.game, house_time.now())

    def form_options(self) -> dict[str, Any]:
        others = self.waits is not None or (self.game is not None and bool(move_requests.open_requests([self.game.pk])))
        return {"house_id": self.house.pk, "others_wait": others}

    def initial(self) -> dict[str, Any]:
        guest = self.request.GET.get("guest", "")
        game = self.next_game
        return {"guest": guest, "buy_in_cents": max(game.min_buy_in_cents, self.owed_cents) if game else None}

    def act(self, values: Mapping[str, Any]) -> None:
        seats.sit(
            version=values["version"],
            guest_id=values["guest"].pk,
            buy_in_cents=values["buy_in_cents"],
            reason=values.get("reason", ""),
            **self.target(),
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        said = _("%(guest)s sits on seat %(seat)s.") % {"guest": values["guest"].name, "seat": self.kwargs["seat"]}
        handed_out = chips_said(self.next_game, values["buy_in_cents"]) if self.next_game else ""
        return said + " " + _("Hand out: %(chips)s") % {"chips": handed_out} if handed_out else said


class NewGuest(SeatCommand):
    """Write a new guest down, then go on seating him."""

    permission = "tables.edit_guest"
    title = gettext_lazy("New guest")
    form_class = GuestForm

    def run(self, values: Mapping[str, Any]) -> str:
        guests.register(house_id=self.house.pk, number=values["number"], name=values["name"], actor=self.actor)
        address = reverse("floor:sit", args=[self.kwargs["pk"], self.kwargs["seat"]])
        return f"{address}?{urlencode({'guest': values['number'].strip()})}"


class TopUp(SeatCommand):
    """Add chips between hands."""

    title = gettext_lazy("Top up")
    form_class = TopUpForm

    def form_options(self) -> dict[str, Any]:
        return {"keeps_pool": self.seat is not None and self.seat.stack_cents is None}

    def act(self, values: Mapping[str, Any]) -> None:
        seats.top_up(
            version=values["version"],
            amount_cents=values["amount_cents"],
            counted_cents=values.get("counted_cents"),
            **self.target(),
            actor=self.actor,
        )


class CashOut(SeatCommand):
    """Let a guest leave with all his chips."""

    title = gettext_lazy("Cash out")
    form_class = CashOutForm
    danger = True

    def form_options(self) -> dict[str, Any]:
        return {"count_required": self.seat is None or self.seat.stack_cents is None}

    def initial(self) -> dict[str, Any]:
        return {"counted_cents": self.seat.stack_cents if self.seat else None}

    def act(self, values: Mapping[str, Any]) -> None:
        seats.cash_out(
            version=values["version"], counted_cents=values["counted_cents"], **self.target(), actor=self.actor
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Seat %(seat)s is free.") % {"seat": self.kwargs["seat"]}


class Move(SeatCommand):
    """Another seat, here or at another table, with the whole stack."""

    template = "floor/move.html"
    title = gettext_lazy("Move")
    form_class = CountedMoveForm

    def form_options(self) -> dict[str, Any]:
        """Free seats, and the one he is called to; of a pool his chips are counted for another table."""
        guest_id = self.seat.guest_id if self.seat else None
        choices = []
        for table in selector.views(self.house.pk):
            free = sorted([*table.free, *(one.seat for one in table.kept if one.guest_id == guest_id)])
            if table.session is not None and free:
                choices.append((table.code, [(f"{table.id}/{seat}", str(seat)) for seat in free]))
        return {"choices": choices, "keeps_pool": self.seat is not None and self.seat.stack_cents is None}

    def initial(self) -> dict[str, Any]:
        return {"to": self.request.GET.get("to", "")}

    def act(self, values: Mapping[str, Any]) -> None:
        table_id, seat = values["to"]
        counted = values.get("counted_cents")
        seats.move(
            version=values["version"],
            to_table_id=table_id,
            to_seat=seat,
            counted_cents=counted,
            reason=values["reason"],
            **self.target(),
            actor=self.actor,
        )


class Away(SeatCommand):
    """Not dealt in from the next hand on; one tap, unless as many are away as may be: then with a reason."""

    title = gettext_lazy("Away")
    form_class = AwayForm

    def act(self, values: Mapping[str, Any]) -> None:
        seats.away(version=values["version"], reason=values["reason"], **self.target(), actor=self.actor)


class Back(SeatCommand):
    """Dealt in again."""

    title = gettext_lazy("Back")

    def act(self, values: Mapping[str, Any]) -> None:
        seats.back(version=values["version"], **self.target(), actor=self.actor)

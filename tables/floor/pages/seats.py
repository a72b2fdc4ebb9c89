"""The commands on a seat: sit, top up, cash out, move, away, back."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import house_time
from casino.pages.forms import typed
from casino.pages.notices import Undo
from casino.wording import short_money
from tables.floor.pages.forms import AwayForm, CashOutForm, CountedMoveForm, SitForm, TopUpForm
from tables.floor.selectors import openings
from tables.floor.services import seats
from tables.guests.pages.forms import AsksForGuest
from tables.guests.selectors.admission import offered
from tables.models import Game, Guest
from tables.play.pages.tables import SeatCommand
from tables.play.selectors import absence, stakes
from tables.play.selectors import tables as selector
from tables.seating.selectors import move_requests
from tables.waiting.selectors import columns
from tables.waiting.selectors.columns import Column


def game_said(game: Game) -> str:
    """A game with its minimum, `PLO 5/10, from 500`."""
    return _("%(game)s, from %(amount)s") % {"game": game.name, "amount": short_money(game.min_buy_in_cents)}


def chips_said(game: Game, buy_in_cents: int) -> str:
    """The chips to hand out for a buy-in, `6 × 25 · 24 × 5`; "" where the game has no chip set."""
    found = openings.handed_out(game, buy_in_cents) or {}
    return " · ".join(f"{pieces} × {typed(cents)}" for cents, pieces in found.items())


class BuysChips(SeatCommand):
    """A guest buys chips for the next hand's game."""

    @cached_property
    def next_game(self) -> Game | None:
        """The game of the next hand: a rise of the stakes that is due counts for a guest who buys chips now."""
        play = stakes.of_table(self.kwargs["pk"])
        return stakes.game_of_next_hand(play) if play else None


class Sit(AsksForGuest, BuysChips):
    """Seat a guest with a buy-in."""

    service = seats.sit
    title = gettext_lazy("Seat a guest")
    template_name = "floor/sit.html"
    form_class = SitForm

    @cached_property
    def game(self) -> Game | None:
        """The game that is played now."""
        return Game.objects.filter(pk=self.table.session.game_id).first() if self.table.session else None

    @cached_property
    def waits(self) -> Column | None:
        """The game's waiting list; None while nobody waits."""
        found = columns.column(self.game.pk, house_time.now()) if self.game else None
        return found if found and found.queue else None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "game": self.next_game,
            "handed_out": chips_said(self.next_game, self.next_game.min_buy_in_cents) if self.next_game else "",
            "waits": self.waits,
            "owed_cents": self.owed_cents,
            "kept": absence.kept(self.house.pk).filter(sitting__guest=self.known) if self.known else (),
            **offered(self.house.pk, actor=self.actor),
        }

    @cached_property
    def known(self) -> Guest | None:
        """The guest whose number stands in the form or the address."""
        number = self.request.POST.get("guest") or self.request.GET.get("guest", "")
        return Guest.objects.filter(house=self.house, number=number.strip()).first() if number else None

    @property
    def owed_cents(self) -> int:
        """What a guest who has just left this game must bring back."""
        if self.known is None or self.game is None:
            return 0
        return absence.owed_cents(self.known.pk, self.game, house_time.now())

    def get_form_kwargs(self) -> dict[str, Any]:
        others = self.waits is not None or (self.game is not None and bool(move_requests.open_requests([self.game.pk])))
        return {**super().get_form_kwargs(), "others_wait": others, "game_id": self.game.pk if self.game else None}

    def get_initial(self) -> dict[str, Any]:
        game = self.next_game
        buy_in_cents = max(game.min_buy_in_cents, self.owed_cents) if game else None
        return {**super().get_initial(), "buy_in_cents": buy_in_cents}

    def done(self, values: Mapping[str, Any]) -> str:
        said = _("%(guest)s is in seat %(seat)s.") % {"guest": values["guest"].name, "seat": self.kwargs["seat"]}
        handed_out = chips_said(self.next_game, values["buy_in_cents"]) if self.next_game else ""
        return said + " " + _("Hand out: %(chips)s") % {"chips": handed_out} if handed_out else said


class TopUp(BuysChips):
    """Add chips between hands; the form begins with the game's re-buy, by default the buy-in (S6)."""

    service = seats.top_up
    title = gettext_lazy("Top up")
    form_class = TopUpForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "keeps_pool": self.seat is not None and self.seat.stack_cents is None}

    def get_initial(self) -> dict[str, Any]:
        return {"amount_cents": stakes.usual_rebuy_cents(self.next_game) if self.next_game else None}


class CashOut(SeatCommand):
    """Let a guest leave with all their chips."""

    service = seats.cash_out
    title = gettext_lazy("Cash out")
    form_class = CashOutForm
    danger = True

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "count_required": self.seat is None or self.seat.stack_cents is None}

    def get_initial(self) -> dict[str, Any]:
        return {"counted_cents": self.seat.stack_cents if self.seat else None}

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Seat %(seat)s is free.") % {"seat": self.kwargs["seat"]}


class Move(SeatCommand):
    """Another seat, here or at another table, with the whole stack."""

    template_name = "moving/move.html"
    title = gettext_lazy("Move")
    form_class = CountedMoveForm
    service = seats.move

    def get_form_kwargs(self) -> dict[str, Any]:
        """Free seats, and the one kept for this guest: first where the same game is played, each table with its game.

        The chips are counted where the table keeps a pool.
        """
        guest_id = self.seat.guest_id if self.seat else None
        own = self.table.session.game_id if self.table.session else None
        found = []
        for table in selector.views(self.house.pk):
            is_own = table.id == self.table.id
            seats_to_take = table.free if is_own else table.open_seats
            free = sorted([*seats_to_take, *(one.seat for one in table.kept if one.guest_id == guest_id)])
            if table.session is not None and free:
                seats_there = [(f"{table.id}/{seat}", str(seat)) for seat in free]
                found.append((table.session.game_id != own, table.code, table.session.game_id, seats_there))
        found.sort()
        games = Game.objects.in_bulk([game_id for _other, _code, game_id, _seats in found])
        return {
            **super().get_form_kwargs(),
            "choices": [(code, seats_there) for _other, code, _game, seats_there in found],
            "about": {code: game_said(games[game_id]) for _other, code, game_id, _seats in found},
            "keeps_pool": self.seat is not None and self.seat.stack_cents is None,
        }

    def get_initial(self) -> dict[str, Any]:
        return {"to": self.request.GET.get("to", "")}

    def act(self, values: Mapping[str, Any]) -> Any:
        (table_id, seat), given = values["to"], {name: value for name, value in values.items() if name != "to"}
        return super().act({**given, "to_table_id": table_id, "to_seat": seat})

    def done(self, values: Mapping[str, Any]) -> str:
        table_id, seat = values["to"]
        return _("Moved to %(table)s, seat %(seat)s.") % {"table": selector.view(table_id).code, "seat": seat}

    def counter(self, values: Mapping[str, Any]) -> Undo | None:
        """Back to the seat before; not where the chips had to be counted for it."""
        table_id, seat = values["to"]
        if values.get("counted_cents") is not None:
            return None
        there = selector.view(table_id)
        given = {"version": there.version, "to": f"{self.table.id}/{self.kwargs['seat']}"}
        return Undo(reverse("floor:move", args=[table_id, seat]), given)


class Away(SeatCommand):
    """Not dealt in from the next hand on; needs a reason once as many are away as the house allows."""

    service = seats.away
    title = gettext_lazy("Away")
    form_class = AwayForm


class Back(SeatCommand):
    """Dealt in again."""

    service = seats.back
    title = gettext_lazy("Mark as back")

"""The commands on a waiting list: join, call, answer, seat, miss, withdraw, arrive, move, leave."""

from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino import house_time
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Context
from tables.floor.pages.waiting.forms import HERE, AnswerForm, CallForm, JoinForm, LeaveForm, PlaceForm, SeatForm
from tables.floor.pages.waiting.views import place
from tables.floor.selectors.waiting import columns
from tables.floor.selectors.waiting.columns import Column
from tables.floor.services.waiting import entries, list_calls
from tables.guests.pages.forms import GuestForm
from tables.guests.selectors.admission import offered
from tables.guests.services import guests
from tables.models import WaitingEntry
from tables.play.selectors import absence
from tables.rules.waiting.lists import HOLDING


class ListCommand(InHouse, Command):
    """A command at a game's list, on a page of its own where it asks for something."""

    permission: ClassVar[str] = "tables.seat_guest"
    template = "floor/wait_command.html"
    title: ClassVar[Any]
    danger: ClassVar[bool] = False
    kwargs: dict[str, Any]

    @cached_property
    def column(self) -> Column:
        """The game with its list and its tables."""
        return columns.column(self.kwargs["game"], house_time.now())

    def context(self) -> Context:
        """The game, and what is about to be done."""
        lists = reverse("floor:lists")
        return {"title": self.title, "danger": self.danger, "game": self.column.game_name, "back": lists}

    def renew(self) -> None:
        """Look again after a command was refused."""
        self.__dict__.pop("column", None)

    def run(self, values: Mapping[str, Any]) -> str:
        """Act, and go back to the lists."""
        self.act(values)
        return reverse("floor:lists")

    def act(self, values: Mapping[str, Any]) -> None:
        """Call the service."""
        raise NotImplementedError


class Join(ListCommand):
    """Put a guest at the bottom of a list."""

    title = gettext_lazy("Put on the list")
    template = "floor/join.html"
    form_class = JoinForm

    def form_options(self) -> dict[str, Any]:
        return {"house_id": self.house.pk}

    def initial(self) -> dict[str, Any]:
        return {"guest": self.request.GET.get("guest", ""), "where": HERE}

    def context(self) -> Context:
        return {**super().context(), "game_id": self.kwargs["game"]}

    def act(self, values: Mapping[str, Any]) -> None:
        entries.join(
            game_id=self.kwargs["game"],
            guest_id=values["guest"].pk,
            is_here=values["where"] == HERE,
            actor=self.actor,
        )


class NewWaiter(ListCommand):
    """Write a new guest down, then put him on the list."""

    permission = "tables.edit_guest"
    title = gettext_lazy("New guest")
    form_class = GuestForm

    def run(self, values: Mapping[str, Any]) -> str:
        guests.register(house_id=self.house.pk, number=values["number"], name=values["name"], actor=self.actor)
        address = reverse("floor:wait-join", args=[self.kwargs["game"]])
        return f"{address}?{urlencode({'guest': values['number'].strip()})}"


class WaitCommand(ListCommand):
    """A command on one guest's place."""

    @cached_property
    def entry(self) -> WaitingEntry:
        """The place; refuses `no_such_wait`."""
        return columns.entry(self.kwargs["pk"])

    @cached_property
    def column(self) -> Column:
        return columns.column(self.entry.waiting_list.game_id, house_time.now())

    def current_version(self) -> int | None:
        return self.entry.waiting_list.version

    def renew(self) -> None:
        super().renew()
        self.__dict__.pop("entry", None)

    def context(self) -> Context:
        return {**super().context(), "entry": self.entry, "is_called": self.entry.state in HOLDING}

    def target(self) -> dict[str, Any]:
        return {"entry_id": self.kwargs["pk"]}


class Call(WaitCommand):
    """Call a guest to a free seat; out of turn with a reason."""

    title = gettext_lazy("Call to a seat")
    template = "floor/call_up.html"
    form_class = CallForm

    def form_options(self) -> dict[str, Any]:
        seats: dict[str, list[tuple[str, str]]] = {}
        for free in self.column.free:
            seats.setdefault(free.table_code, []).append((f"{free.table_id}/{free.seat}", str(free.seat)))
        return {"choices": list(seats.items())}

    def initial(self) -> dict[str, Any]:
        free = self.column.free
        return {"to": f"{free[0].table_id}/{free[0].seat}" if free else None}

    def context(self) -> Context:
        """Who is in front of him: then a reason is asked."""
        mine = place(self.entry)
        queue = [one for one in self.column.queue if mine and one.place and one.place < mine]
        ahead = [one.guest_name for one in queue if one.is_here and not one.is_called_elsewhere]
        return {**super().context(), "ahead": ahead}

    def act(self, values: Mapping[str, Any]) -> None:
        table_id, seat = values["to"]
        list_calls.call(table_id=table_id, seat=seat, reason=values["reason"], **self.target(), actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        entry = columns.entry(self.kwargs["pk"])
        if entry.table is None:
            return ""
        named = {"guest": entry.guest.name, "table": entry.table.code, "seat": entry.seat}
        return _("%(guest)s is called to %(table)s, seat %(seat)s.") % named


class Answer(WaitCommand):
    """Write down what the guest says."""

    title = gettext_lazy("Answer to the call")
    form_class = AnswerForm

    def act(self, values: Mapping[str, Any]) -> None:
        list_calls.answer(answer=values["answer"], **self.target(), actor=self.actor)


class Miss(WaitCommand):
    """Nobody came: to the bottom, or off the list."""

    title = gettext_lazy("Nobody came")

    def act(self, values: Mapping[str, Any]) -> None:
        list_calls.miss(**self.target(), actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        entry = columns.entry(self.kwargs["pk"])
        if entry.ended_at is not None:
            return _("%(guest)s is off the list.") % {"guest": entry.guest.name}
        return _("%(guest)s is at the bottom of the list.") % {"guest": entry.guest.name}


class Withdraw(WaitCommand):
    """Take the call back: no miss of the guest."""

    title = gettext_lazy("Take the call back")
    form_class = ReasonForm

    def act(self, values: Mapping[str, Any]) -> None:
        list_calls.withdraw(reason=values["reason"], **self.target(), actor=self.actor)


class Seat(WaitCommand):
    """Seat the guest on the seat that is kept for him."""

    title = gettext_lazy("Seat a guest")
    template = "floor/seat_waiting.html"
    form_class = SeatForm

    def context(self) -> Context:
        return {
            **super().context(),
            "terms": self.entry.waiting_list.game,
            "sits": columns.sits(self.entry.guest_id),
            "owed_cents": self.owed_cents,
            "kept": absence.kept(self.house.pk).filter(sitting__guest=self.entry.guest),
            **offered(self.house.pk),
        }

    @property
    def owed_cents(self) -> int:
        """What he must bring back if he has just left this game."""
        return absence.owed_cents(self.entry.guest_id, self.entry.waiting_list.game, house_time.now())

    def initial(self) -> dict[str, Any]:
        return {"buy_in_cents": max(self.entry.waiting_list.game.min_buy_in_cents, self.owed_cents)}

    def act(self, values: Mapping[str, Any]) -> None:
        list_calls.seat(buy_in_cents=values["buy_in_cents"], **self.target(), actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        sitting = columns.entry(self.kwargs["pk"]).sitting
        return (
            _("%(guest)s sits on seat %(seat)s.") % {"guest": sitting.guest.name, "seat": sitting.seat}
            if sitting
            else ""
        )


class Arrive(WaitCommand):
    """He is in the room."""

    title = gettext_lazy("Is here")

    def act(self, values: Mapping[str, Any]) -> None:
        entries.arrive(**self.target(), actor=self.actor)


class MovePlace(WaitCommand):
    """Another place of the queue; whoever is overtaken reads why."""

    title = gettext_lazy("Move on the list")
    form_class = PlaceForm

    def initial(self) -> dict[str, Any]:
        return {"place": place(self.entry)}

    def act(self, values: Mapping[str, Any]) -> None:
        entries.move(
            version=values["version"], place=values["place"], reason=values["reason"], **self.target(), actor=self.actor
        )


class Leave(WaitCommand):
    """Off the list, as the guest wishes."""

    title = gettext_lazy("Take off the list")
    form_class = LeaveForm
    danger = True

    def act(self, values: Mapping[str, Any]) -> None:
        entries.leave(reason=values["reason"], **self.target(), actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s is off the list.") % {"guest": self.entry.guest.name}

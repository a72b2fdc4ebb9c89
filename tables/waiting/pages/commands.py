"""The commands on a waiting list: join, call, answer, seat, miss, withdraw, arrive, move, leave."""

from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino import house_time
from casino.pages.forms import CommandForm, MoneyField, ReasonForm
from casino.pages.notices import Undo
from casino.pages.views import Command
from tables.guests.pages.forms import AsksForGuest, KnownGuestForm, RegistersGuest
from tables.guests.selectors.admission import offered
from tables.models import WaitingEntry
from tables.play.pages.forms import MoveForm
from tables.play.selectors import absence
from tables.rules.waiting import calls
from tables.rules.waiting.lists import HOLDING
from tables.waiting.pages.views import ANSWERS, place
from tables.waiting.selectors import columns
from tables.waiting.selectors.columns import Column
from tables.waiting.services import entries, list_calls

HERE, OUTSIDE = "here", "outside"


class ListCommand(InHouse, Command):
    """A command on a game's list; leads back to the lists."""

    permission = "tables.seat_guest"
    template_name = "waiting/wait_command.html"
    leads_to = "floor:lists"

    @cached_property
    def column(self) -> Column:
        """The game with its list and its tables."""
        return columns.column(self.kwargs["game"], house_time.now())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "game": self.column.game_name}


class JoinForm(KnownGuestForm):
    """Which guest, and whether they are in the room."""

    where = forms.ChoiceField(
        label=gettext_lazy("Where is the guest?"),
        widget=forms.RadioSelect,
        choices=[(HERE, gettext_lazy("In the room")), (OUTSIDE, gettext_lazy("On the way here"))],
    )


class Join(AsksForGuest, ListCommand):
    """Put a guest at the bottom of a list."""

    title = gettext_lazy("Put on the list")
    template_name = "waiting/join.html"
    form_class = JoinForm
    service = entries.join
    in_address: ClassVar = {"game_id": "game"}

    def get_initial(self) -> dict[str, Any]:
        return {**super().get_initial(), "where": HERE}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "game_id": self.kwargs["game"]}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"guest": values["guest"], "is_here": values["where"] == HERE})


class NewWaiter(RegistersGuest, ListCommand):
    """Register a guest the house did not know; leads on to putting them on the list."""

    permission = "tables.edit_guest"
    title = gettext_lazy("New guest")
    verb = gettext_lazy("Add")

    def run(self, values: Mapping[str, Any]) -> str:
        address = reverse("floor:wait-join", args=[self.kwargs["game"]])
        return f"{address}?{urlencode({'guest': self.act(values).number})}"


class WaitCommand(ListCommand):
    """A command on one guest's entry."""

    in_address: ClassVar = {"entry_id": "pk"}

    @cached_property
    def entry(self) -> WaitingEntry:
        """The entry in the address; refuses `no_such_wait`."""
        return columns.entry(self.kwargs["pk"])

    @cached_property
    def column(self) -> Column:
        return columns.column(self.entry.waiting_list.game_id, house_time.now())

    def current_version(self) -> int | None:
        return self.entry.waiting_list.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "entry": self.entry, "is_called": self.entry.state in HOLDING}


class CallForm(MoveForm):
    """To which free seat, and why this guest where others are in front."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["to"]
        field.label = gettext_lazy("Seat")
        field.error_messages["invalid_choice"] = gettext_lazy("This seat is no longer free.")


class Call(WaitCommand):
    """Call a guest to a free seat; out of turn only with a reason."""

    title = gettext_lazy("Call to a seat")
    template_name = "waiting/call_up.html"
    form_class = CallForm
    service = list_calls.call

    def get_form_kwargs(self) -> dict[str, Any]:
        seats: dict[str, list[tuple[str, str]]] = {}
        for free in self.column.free:
            seats.setdefault(free.table_code, []).append((f"{free.table_id}/{free.seat}", str(free.seat)))
        return {**super().get_form_kwargs(), "choices": list(seats.items())}

    def get_initial(self) -> dict[str, Any]:
        free = self.column.free
        return {"to": f"{free[0].table_id}/{free[0].seat}" if free else None}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """`ahead` names the guests who would be passed over."""
        mine = place(self.entry)
        queue = [one for one in self.column.queue if mine and one.place and one.place < mine]
        ahead = [one.guest_name for one in queue if one.is_here and not one.is_called_elsewhere]
        return {**super().get_context_data(**kwargs), "ahead": ahead}

    def act(self, values: Mapping[str, Any]) -> Any:
        table_id, seat = values["to"]
        return super().act({"table_id": table_id, "seat": seat, "reason": values["reason"]})

    def done(self, values: Mapping[str, Any]) -> str:
        entry = columns.entry(self.kwargs["pk"])
        if entry.table is None:
            return ""
        named = {"guest": entry.guest.name, "table": entry.table.code, "seat": entry.seat}
        return _("%(guest)s has been called to %(table)s, seat %(seat)s.") % named

    def counter(self, values: Mapping[str, Any]) -> Undo:
        given = {"version": self.current_version(), "reason": _("taken back at once")}
        return Undo(reverse("floor:wait-withdraw", args=[self.entry.pk]), given)


class AnswerForm(CommandForm):
    """What the guest says."""

    answer = forms.TypedChoiceField(
        label=gettext_lazy("Answer"),
        widget=forms.RadioSelect,
        coerce=calls.Answer,
        choices=[(answer.value, label) for answer, label in ANSWERS.items()],
    )


class Answer(WaitCommand):
    """Record what the guest says."""

    service = list_calls.answer
    title = gettext_lazy("Answer to the call")
    form_class = AnswerForm


class Miss(WaitCommand):
    """The called guest did not come: down the list, or off it."""

    service = list_calls.miss
    title = gettext_lazy("Nobody came")

    def done(self, values: Mapping[str, Any]) -> str:
        entry = columns.entry(self.kwargs["pk"])
        if entry.ended_at is not None:
            return _("%(guest)s has been taken off the list.") % {"guest": entry.guest.name}
        return _("%(guest)s is now number %(place)s on the list.") % {"guest": entry.guest.name, "place": place(entry)}


class Withdraw(WaitCommand):
    """Take the call back; it does not count as missed."""

    service = list_calls.withdraw
    title = gettext_lazy("Withdraw the call")
    form_class = ReasonForm


class SeatForm(CommandForm):
    """With how much the guest sits down."""

    buy_in_cents = MoneyField(label=gettext_lazy("Buy-in"), least_cents=1)


class Seat(WaitCommand):
    """Seat the guest on the seat that is kept for them."""

    service = list_calls.seat
    title = gettext_lazy("Seat a guest")
    template_name = "waiting/seat_waiting.html"
    form_class = SeatForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "terms": self.entry.waiting_list.game,
            "sits": columns.sits(self.entry.guest_id),
            "owed_cents": self.owed_cents,
            "kept": absence.kept(self.house.pk).filter(sitting__guest=self.entry.guest),
            **offered(self.house.pk, actor=self.actor),
        }

    @property
    def owed_cents(self) -> int:
        """What a guest who has just left this game must bring back."""
        return absence.owed_cents(self.entry.guest_id, self.entry.waiting_list.game, house_time.now())

    def get_initial(self) -> dict[str, Any]:
        return {"buy_in_cents": max(self.entry.waiting_list.game.min_buy_in_cents, self.owed_cents)}

    def done(self, values: Mapping[str, Any]) -> str:
        sitting = columns.entry(self.kwargs["pk"]).sitting
        if sitting is None:
            return ""
        return _("%(guest)s is in seat %(seat)s.") % {"guest": sitting.guest.name, "seat": sitting.seat}


class Arrive(WaitCommand):
    """The guest is in the room now."""

    service = entries.arrive
    title = gettext_lazy("Mark as here")


class PlaceForm(ReasonForm):
    """To which place, and why."""

    place = forms.IntegerField(label=gettext_lazy("New position"), min_value=1, max_value=999)
    field_order = ("key", "version", "place", "reason")


class MovePlace(WaitCommand):
    """Another place in the queue; the guests who are passed may read the reason."""

    service = entries.move
    title = gettext_lazy("Move on the list")
    form_class = PlaceForm

    def get_initial(self) -> dict[str, Any]:
        return {"place": place(self.entry)}

    def act(self, values: Mapping[str, Any]) -> Any:
        self.before = place(self.entry)
        return super().act(values)

    def done(self, values: Mapping[str, Any]) -> str:
        entry = columns.entry(self.kwargs["pk"])
        return _("%(guest)s is now number %(place)s on the list.") % {"guest": entry.guest.name, "place": place(entry)}

    def counter(self, values: Mapping[str, Any]) -> Undo | None:
        if not getattr(self, "before", None):
            return None  # the answer to a second submit: nothing was done now
        given = {"version": self.current_version(), "place": self.before, "reason": _("taken back at once")}
        return Undo(reverse("floor:wait-move", args=[self.entry.pk]), given)


class LeaveForm(CommandForm):
    """Why, if the guest says so."""

    reason = forms.CharField(label=gettext_lazy("Reason, if the guest gives one"), required=False, max_length=500)


class Leave(WaitCommand):
    """Off the list, as the guest wishes."""

    service = entries.leave
    title = gettext_lazy("Remove from the list")
    form_class = LeaveForm
    danger = True

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(guest)s has been taken off the list.") % {"guest": self.entry.guest.name}

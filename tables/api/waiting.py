"""Waiting lists: reading them, joining, and all that happens to a place; each command answers with the whole list."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.urls import path
from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework.serializers import BaseSerializer

from accounting.models import House
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, ReasonField, TextField, VersionField
from casino.api.reading import IdFilter, Row, RowAndChange, Rows
from casino.api.rendering import Json
from casino.models import User
from tables.api.fields import SeatField, WordField
from tables.api.waitingshapes import WaitingListShape, WaitingRulesShape
from tables.models import WaitingEntry, WaitingList
from tables.rules.waiting import terms as law
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.estimates import Estimate
from tables.selectors import waiting as selector
from tables.selectors.waiting import ListView, Place
from tables.services.waiting import callups, entries, terms

MOST_REASON = 500


def face(view: ListView) -> Json:
    """A list with its places."""
    return {
        "id": view.id,
        "house": view.house_id,
        "game": view.game_id,
        "game_name": view.game_name,
        "version": view.version,
        "tables_running": view.tables_running,
        "free_seats": view.free_seats,
        "waiting": view.waiting,
        "wanted": view.wanted,
        "places": [_place(one) for one in view.places],
    }


def _place(one: Place) -> Json:
    return {
        "id": one.entry_id,
        "guest": one.guest_id,
        "guest_name": one.guest_name,
        "guest_number": one.guest_number,
        "state": one.state,
        "place": one.place,
        "joined_at": one.joined_at,
        "is_here": one.is_here,
        "is_called_elsewhere": one.is_called_elsewhere,
        "is_from_broken_table": one.is_from_broken_table,
        "misses": one.misses,
        "due_at": one.due_at,
        "has_more_time": one.has_more_time,
        "table": one.table_id,
        "table_code": one.table_code,
        "seat": one.seat,
        "estimate": _estimate(one.estimate),
    }


def _estimate(found: Estimate | None) -> Json:
    if found is None:
        return None
    return {"median_minutes": found.median, "soonest_minutes": found.soonest, "latest_minutes": found.latest}


def _whole(list_id: int) -> Json:
    return face(selector.one(list_id, timezone.now()))


class WaitingListFilter(filters.FilterSet):
    """`?house=&game=`"""

    house = IdFilter("house_id")
    game = IdFilter("game_id")

    class Meta:
        model = WaitingList
        fields: tuple[str, ...] = ()


class WaitingLists(Rows):
    """The lists with their places, timers and estimates."""

    queryset = WaitingList.objects.all()
    filterset_class = WaitingListFilter
    shape = WaitingListShape

    def faces(self, rows: Sequence[WaitingList]) -> Sequence[Json]:
        """The page's lists in its order, read at once."""
        views = {view.id: view for view in selector.views(rows, timezone.now())}
        return [face(views[row.pk]) for row in rows]


class OneWaitingList(Row):
    """One list as it stands."""

    queryset = WaitingList.objects.all()
    shape = WaitingListShape

    def found(self, pk: int) -> Any:
        """The list's view; refuses `no_such_list`."""
        return selector.one(pk, timezone.now())

    def face(self, row: ListView) -> Json:
        """A list."""
        return face(row)


class HouseRules(RowAndChange):
    """What a house sets of its waiting lists; what is left out stays, and timers that run stay too."""

    queryset = House.objects.all()
    shape = output = WaitingRulesShape

    class Input(Body):
        """Any of them."""

        answer_seconds = IntField(required=False)
        more_time_seconds = IntField(required=False)
        misses_until_struck = IntField(required=False)
        lock_up_minutes = IntField(required=False)
        arrival_minutes = IntField(required=False)
        stays_on_other_lists = FlagField(required=False)
        players_to_start = IntField(required=False)
        estimate_hours = IntField(required=False)
        estimate_openings = IntField(required=False)

    def face(self, row: House) -> Json:
        """All of them."""
        return _rules(selector.rules(row.pk))

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Set them."""
        return _rules(terms.change(house_id=pk, changes=values, actor=actor))


def _rules(rules: law.WaitingRules) -> Json:
    kept: Any = law.to_json(rules)
    face: Json = kept
    return face


class WaitCommand(Command):
    """A command on a place, or that makes one; answers with the list."""

    output: ClassVar[type[BaseSerializer[Any]] | None] = WaitingListShape
    keyed = False


class Wait(WaitCommand):
    """Put a guest at the bottom of a game's list; from outside he must arrive in time."""

    examples: ClassVar[Mapping[str, Json]] = {"From outside": {"guest": 41, "is_here": False}}

    class Input(Body):
        """Who, and whether he is in the room."""

        guest = IdField()
        is_here = FlagField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Join."""
        row = entries.join(game_id=pk, guest_id=values["guest"], is_here=values.get("is_here", True), actor=actor)
        return _whole(row.waiting_list_id)


class BreakUp(WaitCommand):
    """Put the guests of a table that is about to be closed on its game's list, behind all who wait."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Break it up."""
        return _whole(entries.break_up(table_id=pk, actor=actor).pk)


class Arrive(WaitCommand):
    """Say that who joined from outside is in the room."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Arrive."""
        return _whole(entries.arrive(entry_id=pk, actor=actor).waiting_list_id)


class Leave(WaitCommand):
    """Take a guest off the list who wants so."""

    class Input(Body):
        """Why, if he says so."""

        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Leave."""
        row = entries.leave(entry_id=pk, reason=values.get("reason", ""), actor=actor)
        return _whole(row.waiting_list_id)


class MoveWait(WaitCommand):
    """Put a guest at another place of the queue; whom he overtakes is told why."""

    class Input(Body):
        """The place from 1, the reason, and the list's version that was seen."""

        version = VersionField()
        place = IntField()
        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Move."""
        row = entries.move(
            entry_id=pk, version=values.get("version"), place=values["place"], reason=values["reason"], actor=actor
        )
        return _whole(row.waiting_list_id)

    def current(self, *, actor: User, pk: int) -> Json:
        """The list as it is now."""
        return _whole(WaitingEntry.objects.get(pk=pk).waiting_list_id)


class CallUp(WaitCommand):
    """Call a guest to a free seat, which is kept for him; out of turn only with a reason."""

    examples: ClassVar[Mapping[str, Json]] = {
        "The next one": {"table": 7, "seat": 3},
        "Out of turn": {"table": 7, "seat": 3, "reason": "The first is at the cash desk."},
    }

    class Input(Body):
        """Where to, and why him."""

        table = IdField()
        seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Call."""
        row = callups.call(
            entry_id=pk,
            table_id=values["table"],
            seat=values["seat"],
            reason=values.get("reason", ""),
            actor=actor,
        )
        return _whole(row.waiting_list_id)


class AnswerCall(WaitCommand):
    """Write down what a guest says to his call."""

    class Input(Body):
        """On his way, more time, or cancel."""

        answer = WordField([one.value for one in Answer])

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Answer."""
        row = callups.answer(entry_id=pk, answer=Answer(values["answer"]), actor=actor)
        return _whole(row.waiting_list_id)


class MissCall(WaitCommand):
    """Say that nobody comes, before the time is over."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Miss."""
        return _whole(callups.miss(entry_id=pk, actor=actor).waiting_list_id)


class WithdrawCall(WaitCommand):
    """Take a call back; the guest keeps his place, and it is not his miss."""

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Withdraw."""
        row = callups.withdraw(entry_id=pk, reason=values["reason"], actor=actor)
        return _whole(row.waiting_list_id)


class SeatWaiting(WaitCommand):
    """Seat a guest on the seat he was called to, with his buy-in."""

    keyed = True

    class Input(Body):
        """With how much."""

        buy_in_cents = CentsField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Seat."""
        row = callups.seat(entry_id=pk, buy_in_cents=values["buy_in_cents"], actor=actor)
        return _whole(row.waiting_list_id)


_ONE = "waits/<id:pk>/"

urlpatterns = [
    path("waiting-lists/", WaitingLists.as_view(), name="waiting-lists"),
    path("waiting-lists/<id:pk>/", OneWaitingList.as_view(), name="waiting-list"),
    path("houses/<id:pk>/waiting-rules/", HouseRules.as_view(), name="waiting-rules"),
    path("games/<id:pk>/wait/", Wait.as_view(), name="game-wait"),
    path("tables/<id:pk>/break-up/", BreakUp.as_view(), name="table-break-up"),
    path(_ONE + "arrive/", Arrive.as_view(), name="wait-arrive"),
    path(_ONE + "leave/", Leave.as_view(), name="wait-leave"),
    path(_ONE + "move/", MoveWait.as_view(), name="wait-move"),
    path(_ONE + "call/", CallUp.as_view(), name="wait-call"),
    path(_ONE + "answer/", AnswerCall.as_view(), name="wait-answer"),
    path(_ONE + "miss/", MissCall.as_view(), name="wait-miss"),
    path(_ONE + "withdraw/", WithdrawCall.as_view(), name="wait-withdraw"),
    path(_ONE + "seat/", SeatWaiting.as_view(), name="wait-seat"),
]

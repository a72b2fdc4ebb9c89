"""Places on waiting lists: joining, and all that happens to one; each command answers with the whole list."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from rest_framework.serializers import BaseSerializer

from casino.api.commands import Command
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, ReasonField, TextField, VersionField
from casino.api.rendering import Json
from casino.models import User
from tables.floor.api.waiting import views
from tables.floor.api.waiting.schemas import WaitingListShape
from tables.floor.services.waiting import entries, list_calls
from tables.models import WaitingEntry
from tables.play.api.fields import SeatField, WordField
from tables.rules.waiting.calls import Answer

MOST_REASON = 500


class WaitCommand(Command):
    """A command on a place, or that makes one; answers with the list."""

    output: ClassVar[type[BaseSerializer[Any]] | None] = WaitingListShape
    idempotent = False


class Wait(WaitCommand):
    """Put a guest at the bottom of a game's list; from outside he must arrive in time."""

    examples: ClassVar[Mapping[str, Json]] = {"From outside": {"guest": 41, "is_here": False}}

    class Input(Body):
        """Who, and whether he is in the room."""

        guest = IdField()
        is_here = FlagField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Join."""
        row = entries.join(game_id=pk, guest_id=values["guest_id"], is_here=values.get("is_here", True), actor=actor)
        return views.whole(row.waiting_list_id)


class BreakUp(WaitCommand):
    """Put the guests of a table that is about to be closed on its game's list, behind all who wait."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Break it up."""
        return views.whole(entries.break_up(table_id=pk, actor=actor).pk)


class Arrive(WaitCommand):
    """Say that who joined from outside is in the room."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Arrive."""
        return views.whole(entries.arrive(entry_id=pk, actor=actor).waiting_list_id)


class Leave(WaitCommand):
    """Take a guest off the list who wants so."""

    class Input(Body):
        """Why, if he says so."""

        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Leave."""
        row = entries.leave(entry_id=pk, reason=values.get("reason", ""), actor=actor)
        return views.whole(row.waiting_list_id)


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
        return views.whole(row.waiting_list_id)

    def current(self, *, actor: User, pk: int) -> Json:
        """The list as it is now."""
        return views.whole(WaitingEntry.objects.get(pk=pk).waiting_list_id)


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
        row = list_calls.call(
            entry_id=pk,
            table_id=values["table_id"],
            seat=values["seat"],
            reason=values.get("reason", ""),
            actor=actor,
        )
        return views.whole(row.waiting_list_id)


class AnswerCall(WaitCommand):
    """Write down what a guest says to his call."""

    class Input(Body):
        """On his way, more time, or cancel."""

        answer = WordField([one.value for one in Answer])

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Answer."""
        row = list_calls.answer(entry_id=pk, answer=Answer(values["answer"]), actor=actor)
        return views.whole(row.waiting_list_id)


class MissCall(WaitCommand):
    """Say that nobody comes, before the time is over."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Miss."""
        return views.whole(list_calls.miss(entry_id=pk, actor=actor).waiting_list_id)


class WithdrawCall(WaitCommand):
    """Take a call back; the guest keeps his place, and it is not his miss."""

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Withdraw."""
        row = list_calls.withdraw(entry_id=pk, reason=values["reason"], actor=actor)
        return views.whole(row.waiting_list_id)


class SeatWaiting(WaitCommand):
    """Seat a guest on the seat he was called to, with his buy-in."""

    idempotent = True

    class Input(Body):
        """With how much."""

        buy_in_cents = CentsField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Seat."""
        row = list_calls.seat(entry_id=pk, buy_in_cents=values["buy_in_cents"], actor=actor)
        return views.whole(row.waiting_list_id)


_ONE = "waits/<id:pk>/"

urlpatterns = [
    path("waiting-lists/", views.WaitingLists.as_view(), name="waiting-lists"),
    path("waiting-lists/<id:pk>/", views.OneWaitingList.as_view(), name="waiting-list"),
    path("houses/<id:pk>/waiting-rules/", views.HouseRules.as_view(), name="waiting-rules"),
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

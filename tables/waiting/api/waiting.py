"""Waiting lists: reading them, joining one, all that happens to a place on one, and the house's rules for them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.urls import path
from rest_framework import serializers

from casino import house_time
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, ReasonField, TextField, VersionField
from casino.api.reading import IdFilter, Row, Rows, filter_set
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.models import WaitingEntry, WaitingList
from tables.play.api import house_rules
from tables.play.api.fields import SeatField, WordField
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.terms import WaitingRules
from tables.waiting.selectors import lists
from tables.waiting.selectors.lists import ListView
from tables.waiting.services import entries, list_calls

MOST_REASON = 500


class EstimateSerializer(Serializer):
    """Minutes until the seat: half wait no longer than the median, four of five between soonest and latest.

    Null where that lies beyond twelve hours.
    """

    median_minutes = serializers.IntegerField(source="median", allow_null=True)
    soonest_minutes = serializers.IntegerField(source="soonest", allow_null=True)
    latest_minutes = serializers.IntegerField(source="latest", allow_null=True)


class WaitSerializer(Serializer):
    """A guest's place on a list."""

    takes = Takes(
        lists.Place,
        "id guest guest_name guest_number state place joined_at is_here is_called_elsewhere is_from_broken_table "
        "misses due_at has_more_time table table_code seat",
    )
    id = serializers.IntegerField(source="entry_id")
    state = serializers.ChoiceField(WaitingEntry.State.choices)
    place = serializers.IntegerField(allow_null=True, help_text="In the queue, from 1; null once the guest is called.")
    is_here = serializers.BooleanField(help_text="False until a guest who joined from outside is in the room.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="To arrive, to answer, or to sit down.")
    estimate = EstimateSerializer(allow_null=True, help_text="Null where too little was seen to say anything.")


class WaitingListSerializer(Serializer):
    """The list of one game; an interest list while no table plays it."""

    takes = Takes(ListView, "id house game game_name version tables_running free_seats waiting")
    free_seats = serializers.IntegerField(help_text="Those that are kept for nobody.")
    wanted = serializers.IntegerField(help_text="How many more would make a game that nobody plays yet.")
    places = WaitSerializer(many=True)


class WaitingLists(Rows):
    """The lists with their places, timers and estimates."""

    permission = "tables.read_seating"
    queryset = WaitingList.objects.all()
    filterset_class = filter_set(WaitingList, house=IdFilter("house_id"), game=IdFilter("game_id"))
    output = WaitingListSerializer

    def page(self, rows: Sequence[WaitingList]) -> Sequence[ListView]:
        views = {view.id: view for view in lists.views(rows, house_time.now())}
        return [views[row.pk] for row in rows]


class OneWaitingList(Row):
    """One list as it stands."""

    permission = "tables.read_seating"
    queryset = WaitingList.objects.all()
    output = WaitingListSerializer

    def found(self, pk: int) -> ListView:
        return lists.one(pk, house_time.now())


class WaitCommand(Command):
    """A command on a place, or that makes one; answers with the whole list."""

    output = WaitingListSerializer
    idempotent = False

    def shown(self, result: Any) -> ListView:
        return lists.one(result.waiting_list_id, house_time.now())


class Wait(WaitCommand):
    """Put a guest at the bottom of a game's list; from outside they must arrive in time."""

    service = entries.join
    examples: ClassVar[Mapping[str, Json]] = {"From outside": {"guest": 41, "is_here": False}}

    class Input(Body):
        guest = IdField()
        is_here = FlagField(required=False, help_text="Whether the guest is in the room; left out: yes.")


class BreakUp(WaitCommand):
    """Put the guests of a table that is about to be closed on its game's list, behind all who wait."""

    service = entries.break_up

    def shown(self, result: WaitingList) -> ListView:
        return lists.one(result.pk, house_time.now())


class Arrive(WaitCommand):
    """Record that a guest who joined from outside is in the room."""

    service = entries.arrive


class Leave(WaitCommand):
    """Take a guest off the list at their own wish."""

    service = entries.leave

    class Input(Body):
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)


class MoveWait(WaitCommand):
    """Put a guest at another place of the queue; those who are overtaken are told why."""

    service = entries.move

    class Input(Body):
        """The version is that of the list."""

        version = VersionField()
        place = IntField(help_text="From 1.")
        reason = ReasonField()

    def current(self, *, actor: User, pk: int) -> ListView:
        return self.shown(WaitingEntry.objects.get(pk=pk))


class CallUp(WaitCommand):
    """Call a guest to a free seat, which is kept for them; out of turn only with a reason."""

    service = list_calls.call
    examples: ClassVar[Mapping[str, Json]] = {
        "The next one": {"table": 7, "seat": 3},
        "Out of turn": {"table": 7, "seat": 3, "reason": "The first is at the cash desk."},
    }

    class Input(Body):
        table = IdField()
        seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)


class AnswerCall(WaitCommand):
    """Record what a guest says to their call: on the way, more time, or cancel."""

    service = list_calls.answer

    class Input(Body):
        answer = WordField([one.value for one in Answer])

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> WaitingEntry:
        return list_calls.answer(entry_id=pk, answer=Answer(values["answer"]), actor=actor)


class MissCall(WaitCommand):
    """Mark the call as missed before its timer ends."""

    service = list_calls.miss


class WithdrawCall(WaitCommand):
    """Take a call back; the guest keeps their place, and it does not count as missed."""

    service = list_calls.withdraw

    class Input(Body):
        reason = ReasonField()


class SeatWaiting(WaitCommand):
    """Seat a guest on the seat they were called to, with their buy-in."""

    service = list_calls.seat
    idempotent = True

    class Input(Body):
        buy_in_cents = CentsField()


_ONE = "waits/<entry:pk>/"

urlpatterns = [
    path("waiting-lists/", WaitingLists.as_view(), name="waiting-lists"),
    path("waiting-lists/<list:pk>/", OneWaitingList.as_view(), name="waiting-list"),
    path("houses/<house:pk>/waiting-rules/", house_rules.view(WaitingRules).as_view(), name="waiting-rules"),
    path("games/<game:pk>/wait/", Wait.as_view(), name="game-wait"),
    path("tables/<table:pk>/break-up/", BreakUp.as_view(), name="table-break-up"),
    path(_ONE + "arrive/", Arrive.as_view(), name="wait-arrive"),
    path(_ONE + "leave/", Leave.as_view(), name="wait-leave"),
    path(_ONE + "move/", MoveWait.as_view(), name="wait-move"),
    path(_ONE + "call/", CallUp.as_view(), name="wait-call"),
    path(_ONE + "answer/", AnswerCall.as_view(), name="wait-answer"),
    path(_ONE + "miss/", MissCall.as_view(), name="wait-miss"),
    path(_ONE + "withdraw/", WithdrawCall.as_view(), name="wait-withdraw"),
    path(_ONE + "seat/", SeatWaiting.as_view(), name="wait-seat"),
]

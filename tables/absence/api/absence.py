"""Guests who are away: absent buttons, chips picked up and kept, what a guest who returns must bring back."""

from collections.abc import Sequence

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.urls import path
from rest_framework import serializers

from casino import house_time
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, ReasonField, TextField
from casino.api.reading import FlagFilter, IdFilter, Row, Rows, filter_set
from casino.api.serializers import Serializer, Takes
from tables.absence.services import keeping
from tables.models import Absence, Guest, KeptChips
from tables.play.api import house_rules
from tables.play.api.tables import TableCommand
from tables.play.selectors import absence
from tables.play.selectors.absence import OwedView
from tables.rules.absence.terms import AbsenceRules

_IS_OVER = ExpressionWrapper(Q(until__isnull=False), BooleanField())
_HAS_ENDED = ExpressionWrapper(Q(ended_at__isnull=False), BooleanField())


class AbsenceSerializer(Serializer):
    """One absence of a guest from their seat."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(source="sitting.table_id")
    seat = serializers.IntegerField(source="sitting.seat")
    guest = serializers.IntegerField(source="sitting.guest_id")
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="Null: the guest is still away.")
    absent_buttons = serializers.IntegerField(
        source="buttons", help_text="One for each dealer who has sat down meanwhile."
    )
    reason = serializers.CharField(
        allow_blank=True, help_text="Why the guest was let go though too many were away already."
    )


class KeptChipsSerializer(Serializer):
    """Chips that were picked up from an absent guest's seat."""

    takes = Takes(
        KeptChips,
        "id table guest gaming_day amount_cents picked_up_at picked_up_by reason outcome ended_at ended_by "
        "ended_because",
    )
    table = serializers.IntegerField(source="sitting.table_id")
    guest = serializers.IntegerField(source="sitting.guest_id")
    reason = serializers.CharField(allow_blank=True, help_text="Why before their time.")
    outcome = serializers.ChoiceField(KeptChips.Outcome.choices, allow_null=True, help_text="Null: they are kept.")

    def get_outcome(self, row: KeptChips) -> str | None:
        return row.outcome or None


class OwedSerializer(Serializer):
    """What a guest must bring back to a game that they have just left."""

    takes = Takes(OwedView, "game game_name owed_cents left_at until")
    owed_cents = serializers.IntegerField(source="cents")


class ReturnsSerializer(Serializer):
    """What a guest must bring back to the games that they have left."""

    guest = serializers.IntegerField(source="pk")
    owed = OwedSerializer(many=True)

    def get_owed(self, guest: Guest) -> Sequence[OwedView]:
        return absence.owed(guest.pk, house_time.now())


class Absences(Rows):
    """The guests who are away, and those who were."""

    permission = "tables.read_seating"
    queryset = Absence.objects.select_related("sitting").annotate(is_over=_IS_OVER)
    filterset_class = filter_set(
        Absence,
        house=IdFilter("sitting__table__house_id"),
        table=IdFilter("sitting__table_id"),
        guest=IdFilter("sitting__guest_id"),
        is_over=FlagFilter(),
    )
    output = AbsenceSerializer


class KeptChipsRows(Rows):
    """Chips that are kept for guests, and those that were."""

    permission = "tables.read_seating"
    queryset = KeptChips.objects.select_related("sitting").annotate(is_over=_HAS_ENDED)
    filterset_class = filter_set(
        KeptChips,
        house=IdFilter("sitting__table__house_id"),
        table=IdFilter("sitting__table_id"),
        guest=IdFilter("sitting__guest_id"),
        is_over=FlagFilter(),
    )
    output = KeptChipsSerializer


class PickUp(TableCommand):
    """Pick up the chips of a guest who has been away too long and keep them; earlier with a reason only."""

    service = keeping.pick_up

    class Input(TableCommand.Input):
        """The chips as counted are needed where the table keeps one pool; explained if the books do not allow them."""

        counted_cents = CentsField(required=False, allow_null=True)
        explanation = TextField(max_length=500, required=False, allow_blank=True)
        reason = TextField(max_length=500, required=False, allow_blank=True)


class HandOut(Command):
    """Give a guest the chips that were kept for them."""

    service = keeping.hand_out
    output = KeptChipsSerializer


class TakeIn(Command):
    """Take unclaimed chips in for the house, once the gaming day is over: a manager decides."""

    service = keeping.take_in
    output = KeptChipsSerializer

    class Input(Body):
        reason = ReasonField()


class Returns(Row):
    """What a guest must bring back to the games that they have just left, and until when."""

    permission = "tables.read_seating"
    queryset = Guest.objects.all()
    output = ReturnsSerializer


urlpatterns = [
    path("absences/", Absences.as_view(), name="absences"),
    path("houses/<house:pk>/absence-rules/", house_rules.view(AbsenceRules).as_view(), name="absence-rules"),
    path("tables/<table:pk>/seats/<int:seat>/pick-up/", PickUp.as_view(), name="seat-pick-up"),
    path("kept-chips/", KeptChipsRows.as_view(), name="kept-chips"),
    path("kept-chips/<kept:pk>/hand-out/", HandOut.as_view(), name="kept-chips-hand-out"),
    path("kept-chips/<kept:pk>/take-in/", TakeIn.as_view(), name="kept-chips-take-in"),
    path("guests/<guest:pk>/returns/", Returns.as_view(), name="guest-returns"),
]

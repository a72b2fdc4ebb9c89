"""Guests who are away: absent buttons, chips picked up and kept, what who returns must bring back."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from accounting.models import House
from casino import house_time
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, IntField, ReasonField, TextField
from casino.api.reading import FlagFilter, IdFilter, Row, RowAndChange, Rows
from casino.api.rendering import Json
from casino.models import User
from tables.floor.services.absence import keeping, terms
from tables.models import Absence, Guest, KeptChips
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.selectors import absence
from tables.play.selectors import tables as selectors
from tables.rules.absence import terms as law
from tables.rules.absence.terms import AbsenceRules

_IS_OVER = ExpressionWrapper(Q(until__isnull=False), BooleanField())
_HAS_ENDED = ExpressionWrapper(Q(ended_at__isnull=False), BooleanField())


class AbsenceShape(serializers.Serializer[Any]):
    """One absence of a guest from his seat."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    seat = serializers.IntegerField()
    guest = serializers.IntegerField()
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="Null: he is still away.")
    absent_buttons = serializers.IntegerField(help_text="One by each dealer who has sat down meanwhile.")
    reason = serializers.CharField(allow_blank=True, help_text="Why he might walk though too many were away already.")

    class Meta:
        ref_name = "Absence"


class KeptChipsShape(serializers.Serializer[Any]):
    """Chips that were picked up from an absent guest's seat."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    guest = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    amount_cents = serializers.IntegerField()
    picked_up_at = serializers.DateTimeField()
    picked_up_by = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="Why before their time.")
    outcome = serializers.ChoiceField(KeptChips.Outcome.choices, allow_null=True, help_text="Null: they are kept.")
    ended_at = serializers.DateTimeField(allow_null=True)
    ended_by = serializers.IntegerField(allow_null=True)
    ended_because = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "KeptChips"


class AbsenceRulesShape(serializers.Serializer[Any]):
    """What a house may set of the rules for guests who are away."""

    absent_buttons = serializers.IntegerField(help_text="After so many of them a guest's chips are picked up.")
    away_minutes = serializers.IntegerField(help_text="Or after so long.")
    break_minutes = serializers.IntegerField(help_text="For so long it is his right to be away; 0: there is none.")
    away_most = serializers.IntegerField(help_text="Who may be away from one table at once; 0: nobody counts.")

    class Meta:
        ref_name = "AbsenceRules"


class OwedShape(serializers.Serializer[Any]):
    """What a guest must bring back to a game that he has just left."""

    game = serializers.IntegerField()
    game_name = serializers.CharField()
    owed_cents = serializers.IntegerField()
    left_at = serializers.DateTimeField()
    until = serializers.DateTimeField()

    class Meta:
        ref_name = "Owed"


class ReturnsShape(serializers.Serializer[Any]):
    """The same of all games that he has left."""

    guest = serializers.IntegerField()
    owed = OwedShape(many=True)

    class Meta:
        ref_name = "Returns"


class AbsenceFilter(filters.FilterSet):
    """`?house=&table=&guest=&is_over=false`"""

    house = IdFilter("sitting__table__house_id")
    table = IdFilter("sitting__table_id")
    guest = IdFilter("sitting__guest_id")
    is_over = FlagFilter()

    class Meta:
        model = Absence
        fields: tuple[str, ...] = ()


class KeptChipsFilter(filters.FilterSet):
    """`?house=&table=&guest=&is_over=false`"""

    house = IdFilter("sitting__table__house_id")
    table = IdFilter("sitting__table_id")
    guest = IdFilter("sitting__guest_id")
    is_over = FlagFilter()

    class Meta:
        model = KeptChips
        fields: tuple[str, ...] = ()


def absence_face(row: Absence) -> Json:
    """An absence."""
    return {
        "id": row.pk,
        "table": row.sitting.table_id,
        "seat": row.sitting.seat,
        "guest": row.sitting.guest_id,
        "since": row.since,
        "until": row.until,
        "absent_buttons": row.buttons,
        "reason": row.reason,
    }


def kept_face(row: KeptChips) -> Json:
    """Chips that are, or were, kept."""
    return {
        "id": row.pk,
        "table": row.sitting.table_id,
        "guest": row.sitting.guest_id,
        "gaming_day": row.gaming_day_id,
        "amount_cents": row.amount_cents,
        "picked_up_at": row.picked_up_at,
        "picked_up_by": row.picked_up_by_id,
        "reason": row.reason,
        "outcome": row.outcome or None,
        "ended_at": row.ended_at,
        "ended_by": row.ended_by_id,
        "ended_because": row.ended_because,
    }


class Absences(Rows):
    """Who is away, and who was."""

    queryset = Absence.objects.select_related("sitting").annotate(is_over=_IS_OVER)
    filterset_class = AbsenceFilter
    shape = AbsenceShape

    def face(self, row: Absence) -> Json:
        """An absence."""
        return absence_face(row)


class KeptChipsRows(Rows):
    """Chips that are kept for guests, and those that were."""

    queryset = KeptChips.objects.select_related("sitting").annotate(is_over=_HAS_ENDED)
    filterset_class = KeptChipsFilter
    shape = KeptChipsShape

    def face(self, row: KeptChips) -> Json:
        """Kept chips."""
        return kept_face(row)


class PickUp(TableCommand):
    """Pick up the chips of a guest who has been away too long and keep them for him; earlier with a reason only."""

    class Input(TableCommand.Input):
        """The chips as counted, needed where the table keeps one pool; why before their time."""

        counted_cents = CentsField(required=False, allow_null=True)
        reason = TextField(max_length=500, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Pick up."""
        keeping.pick_up(
            table_id=pk,
            version=values.get("version"),
            seat=seat,
            counted_cents=values.get("counted_cents"),
            reason=values.get("reason", ""),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class HandOut(Command):
    """Give a guest the chips that were kept for him."""

    output = KeptChipsShape

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Hand out."""
        return kept_face(keeping.hand_out(kept_id=pk, actor=actor))


class TakeIn(Command):
    """Take unclaimed chips in for the house, once the gaming day is over: a manager decides."""

    output = KeptChipsShape

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Take in."""
        return kept_face(keeping.take_in(kept_id=pk, reason=values["reason"], actor=actor))


class Returns(Row):
    """What a guest must bring back to the games that he has just left, and until when."""

    queryset = Guest.objects.all()
    shape = ReturnsShape

    def face(self, row: Guest) -> Json:
        """All of them."""
        owed: Sequence[Json] = [
            {
                "game": one.game_id,
                "game_name": one.game_name,
                "owed_cents": one.cents,
                "left_at": one.left_at,
                "until": one.until,
            }
            for one in absence.owed(row.pk, house_time.now())
        ]
        return {"guest": row.pk, "owed": list(owed)}


class HouseAbsenceRules(RowAndChange):
    """What a house sets of the rules for guests who are away; what is left out stays."""

    queryset = House.objects.all()
    shape = output = AbsenceRulesShape

    class Input(Body):
        """Any of them."""

        absent_buttons = IntField(required=False)
        away_minutes = IntField(required=False)
        break_minutes = IntField(required=False)
        away_most = IntField(required=False)

    def face(self, row: House) -> Json:
        """All of them."""
        return _rules(absence.rules(row.pk))

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Set them."""
        return _rules(terms.change(house_id=pk, changes=values, actor=actor))


def _rules(rules: AbsenceRules) -> Json:
    kept: Any = law.to_json(rules)
    face: Json = kept
    return face


urlpatterns = [
    path("absences/", Absences.as_view(), name="absences"),
    path("houses/<id:pk>/absence-rules/", HouseAbsenceRules.as_view(), name="absence-rules"),
    path("tables/<id:pk>/seats/<int:seat>/pick-up/", PickUp.as_view(), name="seat-pick-up"),
    path("kept-chips/", KeptChipsRows.as_view(), name="kept-chips"),
    path("kept-chips/<id:pk>/hand-out/", HandOut.as_view(), name="kept-chips-hand-out"),
    path("kept-chips/<id:pk>/take-in/", TakeIn.as_view(), name="kept-chips-take-in"),
    path("guests/<id:pk>/returns/", Returns.as_view(), name="guest-returns"),
]

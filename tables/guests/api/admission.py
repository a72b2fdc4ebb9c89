"""Admission of guests: who they are, whether they may play today, the house's own bans.

No answer holds a ban's reason.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import Body, IdField, ReasonField
from casino.api.reading import IdFilter, Row, Rows, RowsAndNew, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.guests.selectors import admission
from tables.guests.services.admission import bans, checking
from tables.models import AdmissionCheck, Guest, HouseBan

_DAY = ("%Y-%m-%d",)


class AdmissionCheckSerializer(Serializer):
    """One question and its answer."""

    takes = Takes(AdmissionCheck, "id guest gaming_day answered_by result reference at by")
    answered_by = serializers.ChoiceField(AdmissionCheck.Source.choices, source="source")
    reference = serializers.CharField(allow_blank=True, help_text="The service's own.")


class AdmissionSerializer(Serializer):
    """Where a guest stands today."""

    guest = serializers.IntegerField(source="guest.pk")
    is_checked = serializers.BooleanField(help_text="Whether the house checks its guests at all.")
    refusal = serializers.CharField(
        source="standing.refusal",
        allow_blank=True,
        help_text="The code that seating the guest would meet: guest_banned, too_young, identity_required, "
        "admission_unknown; empty: they may play.",
    )
    is_banned_here = serializers.BooleanField(source="standing.is_banned_here", help_text="By the house itself.")
    birth_date = serializers.DateField(source="guest.birth_date", allow_null=True)
    identified_at = serializers.DateTimeField(source="guest.identified_at", allow_null=True)
    identified_by = serializers.IntegerField(source="guest.identified_by_id", allow_null=True)
    identified_with = serializers.ChoiceField(Guest.Document.choices, allow_null=True)
    check = AdmissionCheckSerializer(
        source="standing.check", allow_null=True, help_text="The answer that stands today."
    )

    def get_identified_with(self, card: admission.Card) -> str | None:
        return card.guest.identified_with or None


class HouseBanSerializer(Serializer):
    """A ban of the house's own; its reason is for the managers' back office."""

    takes = Takes(HouseBan, "id guest begins_on ends_on at by lifted_at lifted_by")
    ends_on = serializers.DateField(allow_null=True, help_text="Its last day; null: until it is lifted.")


class Admission(Row):
    """Where a guest stands today; for the people who let guests in, and for audit."""

    permission = "tables.read_guests"
    queryset = Guest.objects.all()
    output = AdmissionSerializer

    def found(self, pk: int) -> admission.Card:
        return admission.card(guest_id=pk, actor=reader(self.request))


class Identify(Command):
    """Record the identity check: date of birth and kind of document. The document's number is not asked for."""

    service = checking.identify
    output = AdmissionSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "By an identity card": {"birth_date": "1990-02-28", "document": "identity_card"}
    }

    class Input(Body):
        birth_date = serializers.DateField(input_formats=_DAY)
        document = serializers.ChoiceField(Guest.Document.choices)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> admission.Card:
        checking.identify(guest_id=pk, **values, actor=actor)
        return admission.card(guest_id=pk, actor=actor)


class Check(Command):
    """Ask now whether a guest may play today: the house's own bans, then the national ban file."""

    service = checking.check
    output = AdmissionCheckSerializer
    idempotent = False
    status = 201


class Decide(Command):
    """Admit a guest by a manager's decision, where the ban file did not answer and the house permits it."""

    service = checking.decide
    output = AdmissionCheckSerializer
    idempotent = False
    status = 201


class AdmissionChecks(Rows):
    """All questions, the newest first; nothing is ever deleted."""

    permission = "tables.read_guests"
    queryset = AdmissionCheck.objects.none()
    filterset_class = filter_set(
        AdmissionCheck,
        guest=IdFilter("guest_id"),
        gaming_day=IdFilter("gaming_day_id"),
        result=ChoiceFilter(choices=AdmissionCheck.Result.choices),
    )
    output = AdmissionCheckSerializer

    def get_queryset(self) -> QuerySet[AdmissionCheck]:
        return admission.checks(actor=reader(self.request))


class HouseBans(RowsAndNew):
    """The house's own bans. Pronounce one, from today and until it is lifted unless days are given."""

    permission = "tables.read_guests"
    queryset = HouseBan.objects.none()
    filterset_class = filter_set(HouseBan, guest=IdFilter("guest_id"))
    service = bans.ban
    output = HouseBanSerializer

    class Input(Body):
        guest = IdField()
        reason = ReasonField()
        begins_on = serializers.DateField(input_formats=_DAY, required=False)
        ends_on = serializers.DateField(input_formats=_DAY, required=False)

    def get_queryset(self) -> QuerySet[HouseBan]:
        return admission.house_bans(actor=reader(self.request))


class Lift(Command):
    """End a house ban before its last day."""

    service = bans.lift
    output = HouseBanSerializer
    idempotent = False


urlpatterns = [
    path("guests/<guest:pk>/admission/", Admission.as_view(), name="guest-admission"),
    path("guests/<guest:pk>/identify/", Identify.as_view(), name="guest-identify"),
    path("guests/<guest:pk>/check/", Check.as_view(), name="guest-check"),
    path("guests/<guest:pk>/admit/", Decide.as_view(), name="guest-admit"),
    path("admission-checks/", AdmissionChecks.as_view(), name="admission-checks"),
    path("house-bans/", HouseBans.as_view(), name="house-bans"),
    path("house-bans/<ban:pk>/lift/", Lift.as_view(), name="house-ban-lift"),
]

"""Admission of guests: who he is, whether he may play today, the house's own bans.  No answer holds a ban's reason."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request

from casino.api.commands import Command
from casino.api.fields import Body, IdField, ReasonField
from casino.api.reading import IdFilter, Row, Rows, RowsAndNew, answer, reader
from casino.api.rendering import Json
from casino.models import User
from tables.guests.selectors import admission
from tables.guests.services.admission import bans, checking
from tables.models import AdmissionCheck, Guest, HouseBan

_DAY = ("%Y-%m-%d",)


class AdmissionCheckShape(serializers.Serializer[Any]):
    """One question and its answer."""

    id = serializers.IntegerField()
    guest = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    answered_by = serializers.ChoiceField(AdmissionCheck.Source.choices)
    result = serializers.ChoiceField(AdmissionCheck.Result.choices)
    reference = serializers.CharField(allow_blank=True, help_text="The service's own.")
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "AdmissionCheck"


class AdmissionShape(serializers.Serializer[Any]):
    """Where a guest stands today."""

    guest = serializers.IntegerField()
    is_checked = serializers.BooleanField(help_text="Whether the house checks its guests at all.")
    refusal = serializers.CharField(
        allow_blank=True,
        help_text="The code that seating him would meet: guest_banned, too_young, identity_required, "
        "admission_unknown; empty: he may play.",
    )
    is_banned_here = serializers.BooleanField(help_text="By the house itself.")
    birth_date = serializers.DateField(allow_null=True)
    identified_at = serializers.DateTimeField(allow_null=True)
    identified_by = serializers.IntegerField(allow_null=True)
    identified_with = serializers.ChoiceField(Guest.Document.choices, allow_null=True)
    check = AdmissionCheckShape(allow_null=True, help_text="The answer that stands today.")

    class Meta:
        ref_name = "Admission"


class HouseBanShape(serializers.Serializer[Any]):
    """A ban of the house's own; its reason is for the managers' back office."""

    id = serializers.IntegerField()
    guest = serializers.IntegerField()
    begins_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True, help_text="Its last day; null: until it is lifted.")
    at = serializers.DateTimeField()
    by = serializers.IntegerField()
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_by = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "HouseBan"


class AdmissionCheckFilter(filters.FilterSet):
    """`?guest=&gaming_day=&result=banned`"""

    guest = IdFilter("guest_id")
    gaming_day = IdFilter("gaming_day_id")
    result = filters.ChoiceFilter(choices=AdmissionCheck.Result.choices)

    class Meta:
        model = AdmissionCheck
        fields: tuple[str, ...] = ()


class HouseBanFilter(filters.FilterSet):
    """`?guest=`"""

    guest = IdFilter("guest_id")

    class Meta:
        model = HouseBan
        fields: tuple[str, ...] = ()


def check_face(row: AdmissionCheck) -> Json:
    """A question and its answer."""
    return {
        "id": row.pk,
        "guest": row.guest_id,
        "gaming_day": row.gaming_day_id,
        "answered_by": row.source,
        "result": row.result,
        "reference": row.reference,
        "at": row.at,
        "by": row.by_id,
    }


def ban_face(row: HouseBan) -> Json:
    """A house ban."""
    return {
        "id": row.pk,
        "guest": row.guest_id,
        "begins_on": row.begins_on,
        "ends_on": row.ends_on,
        "at": row.at,
        "by": row.by_id,
        "lifted_at": row.lifted_at,
        "lifted_by": row.lifted_by_id,
    }


def card_face(card: admission.Card) -> Json:
    """Where a guest stands."""
    guest = card.guest
    return {
        "guest": guest.pk,
        "is_checked": card.is_checked,
        "refusal": card.standing.refusal,
        "is_banned_here": card.standing.is_banned_here,
        "birth_date": guest.birth_date,
        "identified_at": guest.identified_at,
        "identified_by": guest.identified_by_id,
        "identified_with": guest.identified_with or None,
        "check": check_face(card.standing.check) if card.standing.check else None,
    }


class Admission(Row):
    """Where a guest stands today; for who lets guests in, and for audit."""

    queryset = Guest.objects.all()
    shape = AdmissionShape

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """Read it, having looked who asks."""
        return answer(card_face(admission.card(guest_id=path["pk"], actor=reader(request))))


class Identify(Command):
    """Keep that you saw who a guest is, by which kind of document; its number is not asked for."""

    output = AdmissionShape
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "By his identity card": {"birth_date": "1990-02-28", "document": "identity_card"}
    }

    class Input(Body):
        """Date of birth, and what it was seen on."""

        birth_date = serializers.DateField(input_formats=_DAY)
        document = serializers.ChoiceField(Guest.Document.choices)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Keep it."""
        checking.identify(guest_id=pk, birth_date=values["birth_date"], document=values["document"], actor=actor)
        return card_face(admission.card(guest_id=pk, actor=actor))


class Check(Command):
    """Ask now whether a guest may play today: the house's own bans, then the national ban file."""

    output = AdmissionCheckShape
    idempotent = False
    status = 201

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Ask."""
        return check_face(checking.check(guest_id=pk, actor=actor))


class Decide(Command):
    """Let a guest in by a manager's word, where the ban file did not answer and the house lets him."""

    output = AdmissionCheckShape
    idempotent = False
    status = 201

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Decide."""
        return check_face(checking.decide(guest_id=pk, actor=actor))


class AdmissionChecks(Rows):
    """All questions, the newest first; nothing is ever deleted."""

    queryset = AdmissionCheck.objects.none()
    filterset_class = AdmissionCheckFilter
    shape = AdmissionCheckShape

    def get_queryset(self) -> QuerySet[AdmissionCheck]:
        """For who lets guests in, and for audit."""
        return admission.checks(actor=reader(self.request))

    def face(self, row: AdmissionCheck) -> Json:
        """A question and its answer."""
        return check_face(row)


class HouseBans(RowsAndNew):
    """The house's own bans; pronouncing one."""

    queryset = HouseBan.objects.none()
    filterset_class = HouseBanFilter
    shape = output = HouseBanShape

    class Input(Body):
        """Whom, why, and from when to when; today and until it is lifted, unless said."""

        guest = IdField()
        reason = ReasonField()
        begins_on = serializers.DateField(input_formats=_DAY, required=False)
        ends_on = serializers.DateField(input_formats=_DAY, required=False)

    def get_queryset(self) -> QuerySet[HouseBan]:
        """For who lets guests in, and for audit."""
        return admission.house_bans(actor=reader(self.request))

    def face(self, row: HouseBan) -> Json:
        """A house ban."""
        return ban_face(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Pronounce it."""
        return ban_face(
            bans.ban(
                guest_id=values["guest"],
                reason=values["reason"],
                begins_on=values.get("begins_on"),
                ends_on=values.get("ends_on"),
                actor=actor,
            )
        )


class Lift(Command):
    """End a house ban before its day."""

    output = HouseBanShape
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Lift it."""
        return ban_face(bans.lift(ban_id=pk, actor=actor))


urlpatterns = [
    path("guests/<id:pk>/admission/", Admission.as_view(), name="guest-admission"),
    path("guests/<id:pk>/identify/", Identify.as_view(), name="guest-identify"),
    path("guests/<id:pk>/check/", Check.as_view(), name="guest-check"),
    path("guests/<id:pk>/admit/", Decide.as_view(), name="guest-admit"),
    path("admission-checks/", AdmissionChecks.as_view(), name="admission-checks"),
    path("house-bans/", HouseBans.as_view(), name="house-bans"),
    path("house-bans/<id:pk>/lift/", Lift.as_view(), name="house-ban-lift"),
]

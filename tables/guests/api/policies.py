"""What a house demands of its guests: read by everybody who works there, set by who administers it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from rest_framework import serializers

from accounting.days.api.fields import KindField
from accounting.models import House
from casino.api.fields import Body, CentsField, FlagField, IntField, ReasonField
from casino.api.reading import RowAndChange
from casino.api.rendering import Json
from casino.api.serializers import Serializer
from casino.models import User
from tables.guests.selectors import admission
from tables.guests.services.admission import policies
from tables.models import AdmissionPolicy


class AdmissionPolicySerializer(Serializer):
    """Requirements of state law and of the house."""

    is_on = serializers.BooleanField(help_text="Whether the house checks its guests at all.")
    least_age = serializers.IntegerField(help_text="In years, by the law of the Land.")
    unanswered = serializers.ChoiceField(
        AdmissionPolicy.Unanswered.choices, help_text="Who lets a guest in when the ban file does not answer."
    )
    identified_from_cents = serializers.IntegerField(
        help_text="From this sum of a gaming day on it must be known who the guest is (GwG §10 (5))."
    )


class HouseAdmissionPolicy(RowAndChange):
    """What a house demands of its guests.

    Change some of it; what is left out stays. The history keeps what stood there, and the reason.
    """

    permission = None
    queryset = House.objects.all()
    service = policies.put
    output = AdmissionPolicySerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "Guests are checked, from 18 on": {"is_on": True, "least_age": 18, "reason": "the law of the Land"}
    }

    class Input(Body):
        """What is to change, and why."""

        is_on = FlagField(required=False)
        least_age = IntField(required=False, min_value=policies.AGES[0], max_value=policies.AGES[1])
        unanswered = KindField(AdmissionPolicy.Unanswered.choices, required=False)
        identified_from_cents = CentsField(required=False, min_value=1)
        reason = ReasonField(required=False, help_text="422 `reason_required` without one.")

    def found(self, pk: int) -> AdmissionPolicy:
        return admission.policy_of(super().found(pk).pk)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> AdmissionPolicy:
        return policies.put(house_id=pk, actor=actor, **{"reason": "", **values})


urlpatterns = [
    path("houses/<house:pk>/admission-policy/", HouseAdmissionPolicy.as_view(), name="admission-policy"),
]

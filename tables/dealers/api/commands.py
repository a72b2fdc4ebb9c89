"""The rota's commands: shifts entered, begun, ended, called off; breaks; qualifications; a line pushed at once."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from rest_framework import serializers

from casino import wording
from casino.api.commands import Command
from casino.api.fields import Body, IdField, IntField, ReasonField, VersionField
from casino.api.rendering import Json
from casino.models import User
from tables.dealers.api import views
from tables.dealers.api.schemas import DealerBreakShape, PushesShape, ShiftShape, SkillsShape
from tables.dealers.services import breaks, downs, qualifications, shifts
from tables.models import Qualification

MOST = 200


class PlanBody(Body):
    """Who is to come, from when to when."""

    dealer = IdField()
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class EnteredShape(serializers.Serializer[Any]):
    """The shifts that were entered."""

    shifts = ShiftShape(many=True)

    class Meta:
        ref_name = "EnteredShifts"


class EnterShifts(Command):
    """Enter shifts of a house, a whole evening at once: all of them or none."""

    output = EnteredShape
    status = 201
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "One": {
            "shifts": [{"dealer": 7, "begins_at": "2026-11-21T18:00:00+01:00", "ends_at": "2026-11-22T02:30:00+01:00"}]
        }
    }

    class Input(Body):
        """Each with its times."""

        shifts = serializers.ListField(child=PlanBody(), min_length=1, max_length=MOST)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Enter them."""
        plans = [shifts.Plan(one["dealer_id"], one["begins_at"], one["ends_at"]) for one in values["shifts"]]
        rows = shifts.enter(house_id=pk, plans=plans, actor=actor)
        return {"shifts": [views.shift(row) for row in rows]}


class CallOff(Command):
    """Call off a shift that has not begun."""

    output = ShiftShape
    idempotent = False

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Call it off."""
        return views.shift(shifts.call_off(shift_id=pk, reason=values["reason"], actor=actor))


class Come(Command):
    """A dealer is here: his planned shift begins, or one that nobody planned."""

    output = ShiftShape
    idempotent = False

    class Input(Body):
        """Of which house, and until when he stays if that was not planned."""

        house = IdField()
        until = serializers.DateTimeField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Begin it."""
        row = shifts.come(house_id=values["house_id"], dealer_id=pk, until=values.get("until"), actor=actor)
        return views.shift(row)


class Go(Command):
    """A dealer goes home; who deals is relieved before."""

    output = ShiftShape
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """End his shift."""
        return views.shift(shifts.go(dealer_id=pk, actor=actor))


class SendOnBreak(Command):
    """Send a dealer who stands by on his break."""

    output = DealerBreakShape
    idempotent = False

    class Input(Body):
        """Of which house, and for how long, if not as is usual."""

        house = IdField()
        minutes = IntField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Send him."""
        row = breaks.send(house_id=values["house_id"], dealer_id=pk, minutes=values.get("minutes"), actor=actor)
        return views.pause(row)


class Back(Command):
    """A dealer is back from his break."""

    output = DealerBreakShape
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """End it."""
        return views.pause(breaks.back(dealer_id=pk, actor=actor))


class PutSkills(Command):
    """Say all that a dealer may deal; what is left out ends now."""

    output = SkillsShape
    idempotent = False

    class Input(Body):
        """Of which house, and what."""

        house = IdField()
        skills = serializers.ListField(
            child=serializers.ChoiceField(Qualification.Skill.choices), allow_empty=True, max_length=MOST
        )

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Put them."""
        skills = qualifications.put(house_id=values["house_id"], dealer_id=pk, skills=values["skills"], actor=actor)
        kept: Any = skills
        return {"dealer": pk, "skills": kept}


class PushBody(Body):
    """One push: the table as it was seen, and who is to come."""

    table = IdField()
    dealer = IdField()
    version = VersionField()


class PushLine(Command):
    """Push several tables at once; each push that cannot be done is told, and none is half done."""

    output = PushesShape
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"One": {"pushes": [{"table": 3, "dealer": 7, "version": 12}]}}

    class Input(Body):
        """As the line-up proposes."""

        pushes = serializers.ListField(child=PushBody(), min_length=1, max_length=MOST)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Push them."""
        wanted = [downs.Wanted(one["table_id"], one.get("version"), one["dealer_id"]) for one in values["pushes"]]
        outcomes = downs.push_line(house_id=pk, pushes=wanted, actor=actor)
        return {
            "outcomes": [
                {
                    "table": one.table_id,
                    "dealer": one.dealer_id,
                    "code": one.refusal.code if one.refusal else None,
                    "detail": wording.sentence(one.refusal) if one.refusal else None,
                }
                for one in outcomes
            ]
        }


_HOUSE, _DEALER = "houses/<id:pk>/", "dealers/<id:pk>/"

urlpatterns = [
    path("dealers/", views.Dealers.as_view(), name="dealers"),
    path("shifts/", views.Shifts.as_view(), name="shifts"),
    path("shifts/<id:pk>/call-off/", CallOff.as_view(), name="shift-call-off"),
    path("dealer-breaks/", views.Breaks.as_view(), name="dealer-breaks"),
    path("qualifications/", views.Qualifications.as_view(), name="qualifications"),
    path(_HOUSE + "rota-rules/", views.RotaRules.as_view(), name="rota-rules"),
    path(_HOUSE + "line-up/", views.LineUp.as_view(), name="line-up"),
    path(_HOUSE + "push-line/", PushLine.as_view(), name="push-line"),
    path(_HOUSE + "enter-shifts/", EnterShifts.as_view(), name="enter-shifts"),
    path(_DEALER + "come/", Come.as_view(), name="dealer-come"),
    path(_DEALER + "go/", Go.as_view(), name="dealer-go"),
    path(_DEALER + "break/", SendOnBreak.as_view(), name="dealer-break"),
    path(_DEALER + "back/", Back.as_view(), name="dealer-back"),
    path(_DEALER + "skills/", PutSkills.as_view(), name="dealer-skills"),
]

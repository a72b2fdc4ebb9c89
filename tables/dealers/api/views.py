"""Dealers and their rota: shifts, breaks, qualifications, the line-up, pushes of a whole line, the house's rules."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.urls import path
from rest_framework import serializers

from accounting.models import House
from casino import house_time, wording
from casino.api.commands import Command
from casino.api.fields import Body, IdField, IntField, ReasonField, VersionField
from casino.api.reading import FlagFilter, IdFilter, Row, Rows, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.models import User
from casino.roles import Role
from tables.dealers.selectors import rota
from tables.dealers.services import breaks, downs, qualifications, shifts
from tables.dealers.services.downs import Outcome
from tables.models import DealerBreak, Qualification, Shift
from tables.play.api import house_rules
from tables.rules.rota.line_up import Turn
from tables.rules.rota.terms import RotaRules

MOST = 200

_IS_HERE = ExpressionWrapper(Q(came_at__isnull=False, went_at=None), BooleanField())


class ShiftSerializer(Serializer):
    """A dealer's shift, as planned and as worked."""

    takes = Takes(Shift, "id house dealer dealer_name begins_at ends_at came_at went_at called_off_at")
    dealer_name = serializers.CharField()
    reason = serializers.CharField(allow_blank=True, help_text="Why it was called off.")

    def get_dealer_name(self, shift: Shift) -> str:
        return str(shift.dealer)


class EnteredShiftsSerializer(Serializer):
    """The shifts that were entered."""

    shifts = ShiftSerializer(many=True)


class DealerBreakSerializer(Serializer):
    """A break in a shift."""

    takes = Takes(DealerBreak, "id shift dealer started_at back_at ended_at")
    back_at = serializers.DateTimeField(help_text="When the dealer is to be back.")


class QualificationSerializer(Serializer):
    """What a dealer may deal, since when and until when."""

    takes = Takes(Qualification, "id house dealer skill since until")


class SkillsSerializer(Serializer):
    """All that a dealer may deal now."""

    dealer = serializers.IntegerField()
    skills = serializers.ListField(child=serializers.ChoiceField(Qualification.SKILLS))


class TurnSerializer(Serializer):
    """The next push of a table."""

    takes = Takes(Turn, "table due_at is_due dealer relieved")
    dealer = RelatedId(allow_null=True, help_text="The dealer who comes; null where nobody can.")
    next_table = RelatedId(allow_null=True, help_text="The table that the relieved dealer pushes next.")
    break_minutes = serializers.IntegerField(
        allow_null=True, help_text="How long the break of the relieved dealer is; null: there is none."
    )


class LineUpSerializer(Serializer):
    """All pushes of a house, as they are due."""

    house = serializers.IntegerField(source="pk")
    turns = TurnSerializer(many=True)

    def get_turns(self, house: House) -> list[Turn]:
        return rota.standing(house.pk, house_time.now()).turns


class PushOutcomeSerializer(Serializer):
    """What became of one push of a line."""

    table = RelatedId()
    dealer = RelatedId()
    code = serializers.CharField(
        source="refusal.code", allow_null=True, help_text="Null where it was done, else why not."
    )
    detail = serializers.CharField(allow_null=True)

    def get_detail(self, outcome: Outcome) -> str | None:
        return wording.sentence(outcome.refusal) if outcome.refusal else None


class PushesSerializer(Serializer):
    """What became of a line."""

    outcomes = PushOutcomeSerializer(many=True)


class DealerSerializer(Serializer):
    """A person who may be sent to a table."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()

    def get_name(self, user: User) -> str:
        return str(user)


class Dealers(Rows):
    """The dealers who can be sent to a table (`POST tables/{id}/dealer/`)."""

    permission = "tables.read_dealers"
    queryset = User.objects.filter(roles__contains=[Role.DEALER.value], is_active=True)
    ordering = ("username",)
    output = DealerSerializer


class Shifts(Rows):
    """Shifts, planned and worked, the newest first."""

    permission = "tables.read_dealers"
    queryset = Shift.objects.select_related("dealer").annotate(is_here=_IS_HERE)
    filterset_class = filter_set(Shift, house=IdFilter("house_id"), dealer=IdFilter("dealer_id"), is_here=FlagFilter())
    output = ShiftSerializer


class Breaks(Rows):
    """Breaks, the newest first."""

    permission = "tables.read_dealers"
    queryset = DealerBreak.objects.all()
    filterset_class = filter_set(DealerBreak, dealer=IdFilter("dealer_id"), shift=IdFilter("shift_id"))
    output = DealerBreakSerializer


class Qualifications(Rows):
    """What dealers may deal and might deal before, the newest first."""

    permission = "tables.read_dealers"
    queryset = Qualification.objects.all()
    filterset_class = filter_set(Qualification, house=IdFilter("house_id"), dealer=IdFilter("dealer_id"))
    output = QualificationSerializer


class LineUp(Row):
    """The next push of every table in play, as it stands now, the first due first."""

    permission = "tables.read_dealers"
    queryset = House.objects.all()
    output = LineUpSerializer


class PlanBody(Body):
    """One shift."""

    dealer = IdField()
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class EnterShifts(Command):
    """Enter shifts of a house, a whole evening at once: all of them or none."""

    service = shifts.enter
    output = EnteredShiftsSerializer
    status = 201
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "One": {
            "shifts": [{"dealer": 7, "begins_at": "2026-11-21T18:00:00+01:00", "ends_at": "2026-11-22T02:30:00+01:00"}]
        }
    }

    class Input(Body):
        shifts = serializers.ListField(child=PlanBody(), min_length=1, max_length=MOST)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        rows = shifts.enter(house_id=pk, plans=[shifts.Plan(**one) for one in values["shifts"]], actor=actor)
        return {"shifts": [ShiftSerializer.json(row) for row in rows]}


class CallOff(Command):
    """Call off a shift that has not begun."""

    service = shifts.call_off
    target = "shift_id"
    output = ShiftSerializer
    idempotent = False

    class Input(Body):
        reason = ReasonField()


class DealerCommand(Command):
    """A command on the dealer in the address."""

    target = "dealer_id"
    idempotent = False


class Come(DealerCommand):
    """A dealer is here: their planned shift begins, or one that nobody planned."""

    service = shifts.come
    output = ShiftSerializer

    class Input(Body):
        house = IdField()
        until = serializers.DateTimeField(required=False, help_text="Of a shift that was not planned.")


class Go(DealerCommand):
    """A dealer goes home; one who deals is relieved before."""

    service = shifts.go
    output = ShiftSerializer


class SendOnBreak(DealerCommand):
    """Send a dealer who stands by on their break."""

    service = breaks.send
    output = DealerBreakSerializer

    class Input(Body):
        house = IdField()
        minutes = IntField(required=False, help_text="If not as long as is usual.")


class Back(DealerCommand):
    """A dealer is back from their break."""

    service = breaks.back
    output = DealerBreakSerializer


class PutSkills(DealerCommand):
    """Say all that a dealer may deal; what is left out ends now."""

    service = qualifications.put
    output = SkillsSerializer

    class Input(Body):
        house = IdField()
        skills = serializers.ListField(
            child=serializers.ChoiceField(Qualification.SKILLS), allow_empty=True, max_length=MOST
        )

    def shown(self, result: list[str]) -> Json:
        return {"dealer": self.kwargs["pk"], "skills": result}


class PushBody(Body):
    """One push: the table as it was seen, and the dealer who is to come."""

    table = IdField()
    dealer = IdField()
    version = VersionField()


class PushLine(Command):
    """Push several tables at once, as the line-up proposes; a push that cannot be done is told, none is half done."""

    service = downs.push_line
    output = PushesSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"One": {"pushes": [{"table": 3, "dealer": 7, "version": 12}]}}

    class Input(Body):
        pushes = serializers.ListField(child=PushBody(), min_length=1, max_length=MOST)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        wanted = [downs.Wanted(**one) for one in values["pushes"]]
        outcomes = downs.push_line(house_id=pk, pushes=wanted, actor=actor)
        return {"outcomes": [PushOutcomeSerializer.json(one) for one in outcomes]}


_HOUSE, _DEALER = "houses/<house:pk>/", "dealers/<dealer:pk>/"

urlpatterns = [
    path("dealers/", Dealers.as_view(), name="dealers"),
    path("shifts/", Shifts.as_view(), name="shifts"),
    path("shifts/<shift:pk>/call-off/", CallOff.as_view(), name="shift-call-off"),
    path("dealer-breaks/", Breaks.as_view(), name="dealer-breaks"),
    path("qualifications/", Qualifications.as_view(), name="qualifications"),
    path(_HOUSE + "rota-rules/", house_rules.view(RotaRules).as_view(), name="rota-rules"),
    path(_HOUSE + "line-up/", LineUp.as_view(), name="line-up"),
    path(_HOUSE + "push-line/", PushLine.as_view(), name="push-line"),
    path(_HOUSE + "enter-shifts/", EnterShifts.as_view(), name="enter-shifts"),
    path(_DEALER + "come/", Come.as_view(), name="dealer-come"),
    path(_DEALER + "go/", Go.as_view(), name="dealer-go"),
    path(_DEALER + "break/", SendOnBreak.as_view(), name="dealer-break"),
    path(_DEALER + "back/", Back.as_view(), name="dealer-back"),
    path(_DEALER + "skills/", PutSkills.as_view(), name="dealer-skills"),
]

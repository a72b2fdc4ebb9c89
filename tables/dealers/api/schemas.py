"""What the faces of the rota give, declared for the OpenAPI schema; nothing is read or written through these."""

from typing import Any

from rest_framework import serializers

from tables.models import Qualification


class ShiftShape(serializers.Serializer[Any]):
    """A dealer's shift, as planned and as worked."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    dealer = serializers.IntegerField()
    dealer_name = serializers.CharField()
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    came_at = serializers.DateTimeField(allow_null=True)
    went_at = serializers.DateTimeField(allow_null=True)
    called_off_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was called off.")

    class Meta:
        ref_name = "Shift"


class DealerBreakShape(serializers.Serializer[Any]):
    """A break in a shift."""

    id = serializers.IntegerField()
    shift = serializers.IntegerField()
    dealer = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    back_at = serializers.DateTimeField(help_text="When he is to be back.")
    ended_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "DealerBreak"


class QualificationShape(serializers.Serializer[Any]):
    """What a dealer may deal, since when and until when."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    dealer = serializers.IntegerField()
    skill = serializers.ChoiceField(Qualification.Skill.choices)
    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "Qualification"


class SkillsShape(serializers.Serializer[Any]):
    """All that a dealer may deal now."""

    dealer = serializers.IntegerField()
    skills = serializers.ListField(child=serializers.ChoiceField(Qualification.Skill.choices))

    class Meta:
        ref_name = "Skills"


class TurnShape(serializers.Serializer[Any]):
    """The next push of a table."""

    table = serializers.IntegerField()
    due_at = serializers.DateTimeField()
    is_due = serializers.BooleanField()
    dealer = serializers.IntegerField(allow_null=True, help_text="Who comes; null where nobody can.")
    relieved = serializers.IntegerField(allow_null=True)
    next_table = serializers.IntegerField(allow_null=True, help_text="Where the relieved pushes next.")
    break_minutes = serializers.IntegerField(allow_null=True, help_text="How long his break is, where he has one.")

    class Meta:
        ref_name = "Turn"


class LineUpShape(serializers.Serializer[Any]):
    """Who pushes whom, and when."""

    house = serializers.IntegerField()
    turns = TurnShape(many=True)

    class Meta:
        ref_name = "LineUp"


class PushOutcomeShape(serializers.Serializer[Any]):
    """What became of one push of a line."""

    table = serializers.IntegerField()
    dealer = serializers.IntegerField()
    code = serializers.CharField(allow_null=True, help_text="Null where it was done, else why not.")
    detail = serializers.CharField(allow_null=True)

    class Meta:
        ref_name = "PushOutcome"


class PushesShape(serializers.Serializer[Any]):
    """What became of a line."""

    outcomes = PushOutcomeShape(many=True)

    class Meta:
        ref_name = "Pushes"


class RotaRulesShape(serializers.Serializer[Any]):
    """What a house may set of its rota, in minutes; `is_on`: whether it keeps one."""

    is_on = serializers.BooleanField()
    down_minutes = serializers.IntegerField()
    lead_minutes = serializers.IntegerField(help_text="Due so soon, a table is pushed together with others.")
    break_minutes = serializers.IntegerField()
    least_break_minutes = serializers.IntegerField(help_text="What is shorter is no break (ArbZG §4).")
    longest_stretch_minutes = serializers.IntegerField(help_text="Of work without a break (§4).")
    first_break_after_minutes = serializers.IntegerField()
    first_break_minutes = serializers.IntegerField()
    second_break_after_minutes = serializers.IntegerField()
    second_break_minutes = serializers.IntegerField()
    usual_work_minutes = serializers.IntegerField(help_text="A day's work; more only with a reason (§3).")
    most_work_minutes = serializers.IntegerField(help_text="Never more than that (§3).")
    rest_minutes = serializers.IntegerField(help_text="Between two shifts (§5).")
    same_table_again = serializers.BooleanField()
    checks_qualification = serializers.BooleanField()

    class Meta:
        ref_name = "RotaRules"


class DealerShape(serializers.Serializer[Any]):
    """Somebody who may be sent to a table."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()

    class Meta:
        ref_name = "Dealer"

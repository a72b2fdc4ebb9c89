"""Rule sets of a house: reading them, proposing the next version, approving and declining it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.days.api.fields import HouseField
from casino.api.commands import Decision
from casino.api.fields import Body, ObjectField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, TextFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes
from casino.errors import N_
from tables.games.selectors.rule_sets import RULES
from tables.games.services import rule_sets
from tables.models import HouseRuleSet
from tables.rules.rule_sets import RULE_SETS, SWITCHES

SWITCHES_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {name: {"type": "string", "enum": sorted(values)} for name, values in SWITCHES.items()},
    "example": {"odd_chip": "all_to_first"},
}


@extend_schema_field(SWITCHES_SCHEMA)
class SwitchesField(ObjectField):
    """Rules by name, each with the word for its value; `tables.rules.rule_sets` reads them."""

    default_error_messages: ClassVar[dict[str, Any]] = {"words": N_("Give each rule exactly one word.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found = super().to_internal_value(data)
        if not all(isinstance(word, str) for word in found.values()):
            self.fail("words")
        return found


class RuleSetSerializer(Serializer):
    """A version of a house's rule set."""

    takes = Takes(HouseRuleSet, "id house name version key state proposed_at proposed_by decided_at decided_by reason")
    key = serializers.CharField(help_text="What games and hands name: the shipped set and every switched rule.")
    decided_by = RelatedId(allow_null=True, help_text="Of approved rules never the person who proposed them.")
    seen = Seen(RULES)


class RuleSets(RowsAndNew):
    """The rule sets of the house with all their versions. Propose a version, new or of a known name.

    A proposal is approved by a second person, after the last month's hands were replayed under it (a job of the kind
    `rule_replay`). Games take its `key` from then on.
    """

    permission = "tables.read_tables"
    queryset = HouseRuleSet.objects.all()
    filterset_class = filter_set(HouseRuleSet, house=IdFilter("house_id"), name=TextFilter())
    service = rule_sets.propose
    output = RuleSetSerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "Odd chips to the first winner": {
            "name": "Hausregeln", "base": "house/3", "switches": {"odd_chip": "all_to_first", "run_it_twice": "yes"},
        }
    }  # fmt: skip

    class Input(Body):
        """Name, the shipped set, and what is switched."""

        house = HouseField()
        name = TextField(max_length=rule_sets.NAME_MOST)
        base = TextField(max_length=40, help_text=f"One of {', '.join(sorted(RULE_SETS))}.")
        switches = SwitchesField()


class OneRuleSet(Row):
    """One version of a house's rule set."""

    permission = "tables.read_tables"
    queryset = HouseRuleSet.objects.all()
    output = RuleSetSerializer


class _Decision(Decision):
    output = RuleSetSerializer


class ApproveRules(_Decision):
    """Approve rules that somebody else has proposed; games may take them from now on."""

    service = rule_sets.approve


class DeclineRules(_Decision):
    """Decline proposed rules, or withdraw one's own."""

    service = rule_sets.decline

    class Input(Body):
        reason = TextField(max_length=rule_sets.REASON_MOST, required=False)


urlpatterns = [
    path("rule-sets/", RuleSets.as_view(), name="rule-sets"),
    path("rule-sets/<rule_set:pk>/", OneRuleSet.as_view(), name="rule-set"),
    path("rule-sets/<rule_set:pk>/approve/", ApproveRules.as_view(), name="rule-set-approve"),
    path("rule-sets/<rule_set:pk>/decline/", DeclineRules.as_view(), name="rule-set-decline"),
]

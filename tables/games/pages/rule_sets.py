"""Management's pages of a house's rule sets: proposing, replaying the last month under them, and deciding."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from casino.models import Job, User
from casino.models.jobs import JobState
from casino.pages.decisions import Decide, Told
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Page
from casino.roles import permits
from casino.services import jobs
from tables.games.selectors import rule_sets as selector
from tables.games.selectors import rule_words
from tables.games.services import rule_sets
from tables.models import HouseRuleSet
from tables.rules.rule_sets import SWITCHES, USUAL, rule_set, words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PERMISSION = "accounting.view_reports"


@dataclass(frozen=True, slots=True)
class Shown:
    """A version as one person reads it: what is switched in words, and what they may do."""

    row: HouseRuleSet
    base: "StrOrPromise"
    lines: list[Any]
    may_approve: bool
    may_decline: bool


def shown(row: HouseRuleSet, actor: User) -> Shown:
    """The version in words."""
    waits, is_own = row.state == HouseRuleSet.State.PROPOSED, row.proposed_by_id == actor.pk
    approves = permits(actor, selector.RULES.approves)
    return Shown(
        row,
        rule_words.title(row.key.partition(";")[0]),
        rule_words.switched(rule_set(row.key)),
        may_approve=waits and approves and not is_own,
        may_decline=waits and (approves or is_own),
    )


class RuleSets(InHouse, Page):
    """All rule sets of the house with all their versions."""

    permission = PERMISSION
    template_name = "games/rule_sets.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "versions": [shown(row, self.actor) for row in selector.of_house(self.house.pk)],
            "may_propose": permits(self.actor, "tables.edit_rules"),
        }


class ProposeForm(CommandForm):
    """Name, the shipped set, and every rule that may be switched; empty: as shipped."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=rule_sets.NAME_MOST)
    base = forms.ChoiceField(label=gettext_lazy("Shipped rule set"), initial=USUAL)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["base"].choices = rule_words.shipped(self.initial.get("base", ""))  # type: ignore[attr-defined]
        as_shipped = ("", gettext_lazy("as shipped"))
        for name in SWITCHES:
            choices = [as_shipped, *rule_words.choices(name)]
            self.fields[name] = forms.ChoiceField(label=rule_words.LABELS[name], choices=choices, required=False)

    def named(self) -> list[forms.BoundField]:
        """What the set is called, and what it begins with."""
        return [self[name] for name in ("name", "base")]

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The rules under their headings."""
        return [(title, [self[name] for name in names]) for title, names in rule_words.GROUPS]


class Propose(OfHouse):
    """Propose a rule set; hands are played under it once a second person has approved it and a game takes it."""

    permission = "tables.edit_rules"
    template_name = "games/rule_set_new.html"
    form_class: type[CommandForm] = ProposeForm
    service = rule_sets.propose
    success = gettext_lazy("Proposed. It takes effect once a second person has approved it.")

    def get_initial(self) -> dict[str, Any]:
        """What the version named by `?from=` has switched."""
        asked = self.request.GET.get("from", "")
        rows = selector.of_house(self.house.pk)
        row = rows.filter(pk=int(asked)).first() if asked.isascii() and asked.isdecimal() and len(asked) < 18 else None
        if row is None:
            return {}
        rules = rule_set(row.key)
        said = words(rules)
        names = [part.partition("=")[0] for part in rules.switched.split(";") if part]
        return {"name": row.name, "base": row.key.partition(";")[0], **{name: said[name] for name in names}}

    def run(self, values: Mapping[str, Any]) -> str:
        switches = {name: values[name] for name in SWITCHES if values[name]}
        row = self.act({"name": values["name"], "base": values["base"], "switches": switches})
        return reverse("policy:rule-set", args=[row.pk])


class AboutRuleSet(InHouse):
    """A page about the version in its address."""

    @cached_property
    def row(self) -> HouseRuleSet:
        """Refuses `no_such_rule_set`."""
        return selector.one(self.kwargs["pk"])

    def sheet(self) -> dict[str, Any]:
        """The version, and the newest replay of the last month's hands under it with its result."""
        replay = selector.latest_replay(self.row.pk)
        return {
            "version": shown(self.row, self.actor),
            "replay": replay,
            "result": replay.result if replay is not None and replay.state == JobState.DONE else None,
        }


class RuleSet(AboutRuleSet, Page):
    """One version: what it switches, what last month's hands would have come to, and what is to be decided."""

    permission = PERMISSION
    template_name = "games/rule_set.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        sheet = self.sheet()
        replay: Job | None = sheet["replay"]
        is_running = replay is not None and replay.state in {JobState.QUEUED, JobState.RUNNING}
        return {
            **super().get_context_data(**kwargs),
            **sheet,
            "is_running": is_running,
            "may_replay": permits(self.actor, selector.RULES.edits) and not is_running,
        }


class Replay(AboutRuleSet, Command):
    """Replay the last month's hands under this version; a worker does it."""

    permission = "tables.edit_rules"
    template_name = "games/rule_set_step.html"
    service = jobs.ask
    title = gettext_lazy("Replay last month's hands")
    success = gettext_lazy("The hands are being replayed.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.sheet()}

    def target(self) -> dict[str, Any]:
        return {"kind": selector.REPLAY, "params": {"rule_set": self.row.pk, "house": self.house.code}}

    def get_success_url(self) -> str:
        return reverse("policy:rule-set", args=[self.row.pk])


class OnRuleSet(AboutRuleSet, Decide):
    """A decision on the version."""

    matter = selector.RULES
    in_address: ClassVar = {"rule_set_id": "pk"}
    template_name = "games/rule_set_step.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.sheet()}

    @classmethod
    def told(cls, row: HouseRuleSet) -> Told:
        return Told(rules_asked=[str(line) for line in rule_words.switched(rule_set(row.key))])

    def get_success_url(self) -> str:
        return reverse("policy:rule-set", args=[self.row.pk])


class Approve(OnRuleSet):
    """Approve the rules; asks for the password again."""

    permission = selector.RULES.approves
    service = rule_sets.approve
    title = gettext_lazy("Approve the rules")


class DeclineForm(CommandForm):
    """Why, which may be left out."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=rule_sets.REASON_MOST)


class Decline(OnRuleSet):
    """Decline a proposal, or withdraw one's own."""

    permission = selector.RULES.edits
    service = rule_sets.decline
    title = gettext_lazy("Decline proposal")
    form_class = DeclineForm

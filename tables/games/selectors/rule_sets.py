"""Rule sets of a house, and what recorded hands would have come to under them."""

from typing import Final

from django.db.models import QuerySet

from casino.errors import N_, NotFound, Refusal
from casino.models import Job
from casino.models.jobs import JobState
from casino.selectors.decisions import APPROVER, PROPOSER, Matter
from tables.models import HouseRuleSet

REPLAY: Final = "rule_replay"
"""The kind of the job that replays the last month under a proposal."""


def latest_replay(rule_set_id: int) -> Job | None:
    """The newest replay of the last month's hands under this version, also one that is still running."""
    return Job.objects.filter(kind=REPLAY, params__rule_set=rule_set_id).order_by("-pk").first()


def _replay(row: HouseRuleSet) -> tuple[int, str] | None:
    """The replay that the page of a proposal shows, and whether it is done."""
    replay = latest_replay(row.pk) if row.state == HouseRuleSet.State.PROPOSED else None
    return None if replay is None else (replay.pk, replay.state)


RULES = Matter(
    model=HouseRuleSet,
    name=N_("Rule set of the house"),
    about=str,
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    edits="tables.edit_rules",
    approves="tables.approve_rules",
    page="policy:rule-set-approve",
    declines="policy:rule-set-decline",
    decided=lambda row: Refusal("rules_decided", N_("This proposal has already been decided."), state=row.state),
    shows=_replay,
    is_alarmed=True,
)


def of_house(house_id: int) -> QuerySet[HouseRuleSet]:
    """All versions of all rule sets of a house, by name, the latest first."""
    rows = HouseRuleSet.objects.filter(house_id=house_id).select_related("proposed_by", "decided_by")
    return rows.order_by("name", "-version")


def one(rule_set_id: int) -> HouseRuleSet:
    """One version; refuses `no_such_rule_set`."""
    row = HouseRuleSet.objects.select_related("house", "proposed_by", "decided_by").filter(pk=rule_set_id).first()
    if row is None:
        raise NotFound("no_such_rule_set", N_("Rule set not found."))
    return row


def approved(house_id: int) -> QuerySet[HouseRuleSet]:
    """Every version that games of the house may take."""
    return of_house(house_id).filter(state=HouseRuleSet.State.APPROVED)


def is_approved(house_id: int, key: str) -> bool:
    """Whether two people of the house have signed this rule set."""
    return approved(house_id).filter(key=key).exists()


def is_replayed(rule_set_id: int) -> bool:
    """Whether the last month's hands were replayed under this version."""
    return Job.objects.filter(kind=REPLAY, params__rule_set=rule_set_id, state=JobState.DONE).exists()

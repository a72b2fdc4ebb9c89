"""Rule sets of a house: one person switches single rules of a shipped set, a second one approves them.

Before they approve, the last month's hands are replayed under the new rules (`rule_replays`).  A version never
changes; games take an approved one by its key, and hands keep that key.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from accounting import locks
from casino import house_time
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.services import decisions
from casino.transactions import use_case
from tables.games.selectors import rule_sets as selector
from tables.games.selectors.rule_sets import RULES
from tables.models import HouseRuleSet
from tables.rules import rule_sets

if TYPE_CHECKING:
    from casino.models import User

State = HouseRuleSet.State
REASON_MOST = 200
NAME_MOST = 60


@use_case(RULES.edits)
def propose(*, house_id: int, name: str, base: str, switches: Mapping[str, str], actor: "User") -> HouseRuleSet:
    """Propose the shipped set `base` with these rules switched as the next version of the house's set `name`.

    Refuses an empty name (`rules_nameless`), unknown sets and switches (`unknown_rule_set`, `unknown_switch`), a
    proposal without any switch (`nothing_switched`), rules that are in force by this name already
    (`rules_unchanged`), and a second proposal while one is undecided (`proposal_open`).
    """
    name = name.strip()
    if not 0 < len(name) <= NAME_MOST:
        raise Malformed(
            "rules_nameless", N_("The name of a rule set can have up to %(most)s characters."), most=NAME_MOST
        )
    rules = rule_sets.switched(base, switches)
    if not rules.switched:
        raise Refusal("nothing_switched", N_("These are the rules “%(base)s” as supplied."), base=base)
    locks.house(house_id)
    last = HouseRuleSet.objects.filter(house_id=house_id, name=name).order_by("-version").first()
    if last is not None and last.state == State.PROPOSED:
        raise Refusal(
            "proposal_open",
            N_("Version %(version)s of “%(name)s” has already been proposed: approve or decline it first."),
            name=name,
            version=last.version,
        )
    if last is not None and last.state == State.APPROVED and last.key == rules.key:
        raise Refusal("rules_unchanged", N_("These rules are already approved under this name."))
    return HouseRuleSet.objects.create(
        house_id=house_id,
        name=name,
        version=last.version + 1 if last else 1,
        key=rules.key,
        proposed_at=house_time.now(),
        proposed_by=actor,
    )


@use_case(RULES.approves, password=True, decides=RULES)
def approve(*, rule_set_id: int, seen: str, actor: "User") -> HouseRuleSet:
    """Approve rules that another person proposed; games may take them from now on.

    Refuses the proposer (`two_people`), decided rules (`rules_decided`), rules under which the last month's hands were
    not replayed (`rules_not_replayed`), and those replayed again since they were `seen` (`stale`).
    """
    row = decisions.approve(RULES, _locked(rule_set_id), actor, seen)
    if not selector.is_replayed(row.pk):
        raise Refusal("rules_not_replayed", N_("First replay last month's hands under these rules."))
    return row


@use_case(RULES.edits, decides=RULES)
def decline(*, rule_set_id: int, reason: str = "", seen: str, actor: "User") -> HouseRuleSet:
    """Decline a proposal, or withdraw one's own; it stays on record.

    Refuses decided rules (`rules_decided`), and those that were `seen` otherwise (`stale`).
    """
    if len(reason) > REASON_MOST:
        raise Malformed("reason_too_long", N_("The reason can have up to %(most)s characters."), most=REASON_MOST)
    return decisions.decline(RULES, _locked(rule_set_id), actor, seen, reason=reason.strip())


def _locked(rule_set_id: int) -> HouseRuleSet:
    """Lock the house, so that decisions on its rules come one after the other."""
    house_id = HouseRuleSet.objects.filter(pk=rule_set_id).values_list("house_id", flat=True).first()
    if house_id is None:
        raise NotFound("no_such_rule_set", N_("Rule set not found."))
    locks.house(house_id)
    return selector.one(rule_set_id)

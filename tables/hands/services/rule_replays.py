"""The last month's hands under a proposed rule set: what would have come out otherwise.  Work of a job."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet

from accounting.policy import rake
from casino import house_time, membership
from casino.errors import N_, Malformed, NotFound
from casino.services.jobs import JobKind, Progress
from tables.games.selectors import rule_sets as selector
from tables.hands.selectors import hands
from tables.models import Hand, HouseRuleSet
from tables.rules import setup
from tables.verdicts import rule_changes
from tables.verdicts.rule_changes import Difference, Outcome

if TYPE_CHECKING:
    from casino.models import User

PERIOD: Final = timedelta(days=31)
MOST_HANDS: Final = 50_000
MOST_TOLD: Final = 200
_TELL_EVERY: Final = 200


def replay(row: HouseRuleSet, progress: Progress) -> dict[str, Any]:
    """Replay every settled hand of the last month recorded action by action under any version of the shipped set.

    `hands` and one count for each `Outcome`; `differing` has the first hands that come out otherwise, with the number
    of the action that would have been refused and its code, or the seats with their winnings as played and otherwise.
    """
    rows = _hands(row)
    total = min(rows.count(), MOST_HANDS)
    counts: Counter[str] = Counter()
    differing: list[dict[str, Any]] = []
    for done, (hand, found) in enumerate(_compared(rows, row.key), 1):
        counts[found.outcome.value] += 1
        if found.outcome is not Outcome.SAME and len(differing) < MOST_TOLD:
            differing.append(_told(hand, found))
        if done % _TELL_EVERY == 0:
            progress(done, total)
    progress(total, total)
    outcomes = {outcome.value: counts[outcome.value] for outcome in Outcome}
    return {"key": row.key, "name": str(row), "days": PERIOD.days, "hands": total, **outcomes, "differing": differing}


def _hands(row: HouseRuleSet) -> QuerySet[Hand]:
    versions = row.key.partition("/")[0] + "/"
    rows = Hand.objects.filter(
        house_id=row.house_id,
        state=Hand.State.SETTLED,
        setup__isnull=False,
        setup__rule_set__startswith=versions,
        started_at__gte=house_time.now() - PERIOD,
    )
    return rows.select_related("table", "schedule_version").order_by("-pk")


def _compared(rows: QuerySet[Hand], key: str) -> Iterator[tuple[Hand, Difference]]:
    for hand in rows[:MOST_HANDS].iterator(chunk_size=500):
        assert hand.setup is not None
        assert hand.result is not None
        actions = [hands.action_of(row) for row in hands.standing(hands.rows_of(hand.pk))]
        terms = rake.parse(hand.schedule_version.terms)
        taken = hand.result["rake"]
        to_house_cents = taken["taken_cents"] + taken["jackpot_cents"]
        yield hand, rule_changes.compare(setup.from_json(hand.setup), actions, key, terms, to_house_cents)


def _told(hand: Hand, found: Difference) -> dict[str, Any]:
    return {
        "hand": hand.pk,
        "number": hand.number,
        "table": hand.table.code,
        "started_at": hand.started_at.isoformat(),
        "outcome": found.outcome.value,
        "action": found.number,
        "code": found.code,
        "seats": [list(seat) for seat in found.seats],
    }


def _read(params: Mapping[str, Any], actor: "User") -> Mapping[str, Any]:
    unknown = sorted(set(params) - {"rule_set", "house"})
    if unknown:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=unknown)
    wanted = params.get("rule_set")
    rows = membership.within(HouseRuleSet.objects.select_related("house"), actor)
    row = rows.filter(pk=wanted).first() if isinstance(wanted, int) and not isinstance(wanted, bool) else None
    if row is None:
        raise NotFound("no_such_rule_set", N_("Rule set not found."))
    return {"rule_set": row.pk, "house": row.house.code}


def _work(params: Mapping[str, Any], actor: "User", progress: Progress) -> Mapping[str, Any]:
    return replay(selector.one(params["rule_set"]), progress)


REPLAY_JOB = JobKind(permission="tables.edit_rules", read=_read, work=_work)
"""`POST jobs/ {"kind": "rule_replay", "rule_set": 7}`."""

"""Whether a tournament's money and chips fit together (FinASVO NRW §§20–23).  Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accounting.verdicts import Fact, Rule, Verdict

SETTLED_WITHIN_DAYS = 10
"""NRW §23: the settlement statement within ten days."""


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """A tournament as it stands, in cents and chips.

    `held_cents`: what lies in its pool; `due_cents`: what should.  `prizes_cents`: all its prizes, None before they
    are fixed; `pool_cents`: what they must come to.  `counts`: counts of all chips that did not come to what was
    issued, (number, counted, issued).  `missing`: pieces that were not found, by the time of the check.
    """

    id: int
    code: str
    held_cents: int
    due_cents: int
    prizes_cents: int | None
    pool_cents: int
    counts: tuple[tuple[int, int, int], ...]
    missing: tuple[tuple[str, int], ...]
    unsettled_days: int


def verdicts(told: TournamentFacts) -> list[Verdict]:
    """Every rule it breaks; none for an honest one."""
    return list(_verdicts(told))


def _verdicts(told: TournamentFacts) -> Iterator[Verdict]:
    if told.held_cents != told.due_cents:
        facts: dict[str, Fact] = {"held_cents": told.held_cents, "due_cents": told.due_cents}
        yield _verdict(told, Rule.TOURNAMENT_MONEY, told.held_cents - told.due_cents, facts, part="pool")
    if told.prizes_cents is not None and told.prizes_cents != told.pool_cents:
        facts = {"prizes_cents": told.prizes_cents, "pool_cents": told.pool_cents}
        yield _verdict(told, Rule.TOURNAMENT_MONEY, told.prizes_cents - told.pool_cents, facts, part="prizes")
    for number, counted, issued in told.counts:
        yield _verdict(told, Rule.TOURNAMENT_CHIPS, 0, {"counted": counted, "issued": issued}, part=f"count{number}")
    for when, pieces in told.missing:
        yield _verdict(told, Rule.CHIP_SET_MISSING, 0, {"when": when, "pieces": pieces}, part=when)
    if told.unsettled_days > SETTLED_WITHIN_DAYS:
        yield _verdict(told, Rule.SETTLEMENT_LATE, 0, {"days": told.unsettled_days})


def _verdict(
    told: TournamentFacts, rule: Rule, amount_cents: int, facts: Mapping[str, Fact], *, part: str = ""
) -> Verdict:
    return Verdict(
        rule=rule,
        subject=f"tournament:{told.id}" + (f"#{part}" if part else ""),
        amount_cents=amount_cents,
        facts={"tournament": told.code, **facts},
    )

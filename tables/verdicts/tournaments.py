"""Whether a tournament's money and chips fit together (FinASVO NRW §§20–23).  Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from accounting.verdicts import Fact, Rule, Verdict

SETTLED_WITHIN_DAYS = 10
"""NRW §23: the settlement statement is due within ten days."""


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """The facts of a tournament, in cents and chips.

    `held_cents`: the sum in its pool; `due_cents`: the sum that should be there.  `prizes_cents`: all its prizes, None
    before they are fixed; `pool_cents`: the sum they must come to.  `counts`: counts of all chips that differ from the
    chips issued, (number, counted, issued).  `missing`: pieces that were not found, by the time of the check.
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


def verdicts(event: TournamentFacts) -> list[Verdict]:
    """Every rule the tournament breaks; none for an honest one."""
    return list(_verdicts(event))


def _verdicts(event: TournamentFacts) -> Iterator[Verdict]:
    if event.held_cents != event.due_cents:
        facts: dict[str, Fact] = {"held_cents": event.held_cents, "due_cents": event.due_cents}
        yield _verdict(event, Rule.TOURNAMENT_MONEY, event.held_cents - event.due_cents, facts, part="pool")
    if event.prizes_cents is not None and event.prizes_cents != event.pool_cents:
        facts = {"prizes_cents": event.prizes_cents, "pool_cents": event.pool_cents}
        yield _verdict(event, Rule.TOURNAMENT_MONEY, event.prizes_cents - event.pool_cents, facts, part="prizes")
    for number, counted, issued in event.counts:
        yield _verdict(event, Rule.TOURNAMENT_CHIPS, 0, {"counted": counted, "issued": issued}, part=f"count{number}")
    for when, pieces in event.missing:
        yield _verdict(event, Rule.CHIP_SET_MISSING, 0, {"when": when, "pieces": pieces}, part=when)
    if event.unsettled_days > SETTLED_WITHIN_DAYS:
        yield _verdict(event, Rule.SETTLEMENT_LATE, 0, {"days": event.unsettled_days})


def _verdict(
    event: TournamentFacts, rule: Rule, amount_cents: int, facts: Mapping[str, Fact], *, part: str = ""
) -> Verdict:
    return Verdict(
        rule=rule,
        subject=f"tournament:{event.id}" + (f"#{part}" if part else ""),
        amount_cents=amount_cents,
        facts={"tournament": event.code, **facts},
    )

"""Whether a round against the house agrees with its computation: its bets, payouts and transfers.  Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from accounting.chain import Move, WagerFacts
from accounting.verdicts import Fact, Rule, Verdict
from casino.errors import Refusal
from tables import settlement
from tables.rules.banked import boxes, records
from tables.rules.banked.records import RoundRecord, SettledBox
from tables.rules.banked.rule_sets import rule_set
from tables.rules.banked.settling import Result
from tables.settlement import Occasion, Tip
from tables.verdicts.computed import UNCOMPUTABLE

_SETTLED: Final = "settled"


@dataclass(frozen=True, slots=True)
class BookedRound:
    """A round as recorded, and its entry (`moves` None: it has none).

    `totals_cents`: staked, lost, paid, tips.  `is_as_booked`: the record is still the one whose digest the entry has.
    `wager`: the figures of reports.
    """

    round_id: int
    number: int
    table_code: str
    dealer_id: int | None
    recorded_at: datetime
    state: str
    recording: str
    rule_set: str
    record: Mapping[str, Any]
    result: Mapping[str, Any]
    totals_cents: tuple[int, int, int, int]
    booked_by: int | None
    moves: Sequence[Move] | None
    is_reversed: bool
    is_as_booked: bool
    wager: WagerFacts | None = None


def verdicts(booked: BookedRound) -> list[Verdict]:
    """Every rule the round breaks; none for an honest one."""
    return list(_verdicts(booked))


def _verdicts(booked: BookedRound) -> Iterator[Verdict]:
    if booked.moves is None:
        yield _verdict(booked, Rule.NOT_BOOKED)
        return
    if not booked.is_as_booked:
        yield _verdict(booked, Rule.RECORD_CHANGED)
    was_settled = bool(booked.record)
    if was_settled and (booked.state == _SETTLED) == booked.is_reversed:
        yield _verdict(booked, Rule.VOID_DIFFERS)
    if not was_settled:
        return
    try:
        yield from _recomputed(booked)
    except UNCOMPUTABLE as error:
        yield _verdict(booked, Rule.NOT_COMPUTABLE, facts={"error": type(error).__name__})


def _recomputed(booked: BookedRound) -> Iterator[Verdict]:
    rules = rule_set(booked.rule_set)
    record, limits = records.from_json(booked.record)
    full = booked.recording == settlement.EVERY_ACTION
    for one in record.boxes:
        try:
            boxes.check(rules, one.box, limits)
        except Refusal as refusal:
            facts: dict[str, Fact] = {"box": one.box.number, "code": refusal.code}
            yield _verdict(booked, Rule.BET_NOT_BY_RULES, facts=facts, part=f"box{one.box.number}")
    settled = [records.settled(rules, one, record, limits, full=full) for one in record.boxes]
    yield from _payouts(booked, settled)
    yield from _figures(booked, record, settled)
    # The game's name is no figure, and may have changed since.
    game = booked.wager.game if booked.wager else ""
    occasion = Occasion(booked.recorded_at, booked.table_code, booked.dealer_id, game)
    if booked.wager != settlement.wager(occasion, rules, record, settled, _tips(booked)):
        yield _verdict(booked, Rule.FIGURES_DIFFER, part="wager")


def _payouts(booked: BookedRound, settled: Sequence[SettledBox]) -> Iterator[Verdict]:
    """Compare each bet's payment with the one due; a loss of the house is negative."""
    stored = {
        (one["box"], bet["spot"]): (bet["result"], bet["paid_cents"], bet["staked_cents"], bet.get("rounded_cents"))
        for one in booked.result["boxes"]
        for bet in one["bets"]
    }
    for one in settled:
        for due in one.outcomes:
            found = stored.pop((one.number, due.spot.value), ("", 0, 0, None))
            result, paid_cents, staked_cents, rounded_cents = found
            wanted = due.result.value, due.paid_cents, due.staked_cents
            # Rounds that were booked before wins could be rounded have no such figure.
            if found[:3] != wanted or rounded_cents not in (None, due.rounded_cents):
                lost_cents = staked_cents if result == Result.LOST else 0
                facts: dict[str, Fact] = {
                    "box": one.number, "spot": due.spot.value, "staked_cents": due.staked_cents,
                    "result": result, "due": due.result.value, "paid_cents": paid_cents, "due_cents": due.paid_cents,
                }  # fmt: skip
                lacks_cents = (lost_cents - paid_cents) - due.house_cents
                yield _verdict(booked, Rule.PAYOUT_DIFFERS, lacks_cents, facts, part=f"box{one.number}.{due.spot}")
    for number, spot in stored:
        yield _verdict(booked, Rule.PAYOUT_DIFFERS, 0, {"box": number, "spot": spot}, part=f"box{number}.{spot}")


def _figures(booked: BookedRound, record: RoundRecord, settled: Sequence[SettledBox]) -> Iterator[Verdict]:
    tips = _tips(booked)
    totals = (
        sum(one.box.staked_cents for one in record.boxes),
        sum(one.lost_cents for one in settled),
        sum(one.paid_cents for one in settled),
        sum(tip.amount_cents for tip in tips),
    )
    if booked.totals_cents != totals:
        lacks_cents = (booked.totals_cents[1] - booked.totals_cents[2]) - (totals[1] - totals[2])
        yield _verdict(booked, Rule.FIGURES_DIFFER, lacks_cents)
    if list(booked.moves or ()) != settlement.of_round(booked.table_code, booked.recording, settled, tips):
        yield _verdict(booked, Rule.TRANSFERS_DIFFER)


def _tips(booked: BookedRound) -> list[Tip]:
    return [Tip(seat, cents) for seat, cents in booked.result["tips"]]


def _verdict(
    booked: BookedRound,
    rule: Rule,
    amount_cents: int = 0,
    facts: Mapping[str, Fact] | None = None,
    *,
    part: str = "",
) -> Verdict:
    return Verdict(
        rule=rule,
        subject=f"round:{booked.round_id}" + (f"#{part}" if part else ""),
        amount_cents=amount_cents,
        table_code=booked.table_code,
        dealer_id=booked.dealer_id,
        booked_by=booked.booked_by,
        facts={"round": booked.number, **(facts or {})},
    )

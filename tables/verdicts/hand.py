"""Verdicts on one hand: due ↔ booked, and how it was recorded.  Pure.

The hand is computed again (`computed`): every figure, every transfer, the digest of its evidence and the link of its
entries in their book's chain.  The rules are the trade's (domain §5).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from accounting import chain
from accounting.policy import rake
from accounting.policy.terms import Terms
from accounting.verdicts import Fact, Rule, Verdict
from tables import evidence
from tables.evidence import Dealt
from tables.settlement import Settlement
from tables.verdicts import computed, sharing
from tables.verdicts.booked import MISDEAL, VOID, BookedHand, Entered, Recorded
from tables.verdicts.recording import Facts, is_late, taken_back, unusual

DIFFERENCES: Final = frozenset({
    Rule.WRONG_VERSION, Rule.FIGURES_DIFFER, Rule.JACKPOT_DIFFERS, Rule.TRANSFERS_DIFFER, Rule.RECORD_CHANGED,
    Rule.NOT_COMPUTABLE, Rule.NOT_BOOKED, Rule.NO_HAND, Rule.VOID_DIFFERS, Rule.DOUBLE_BOOKING, Rule.CHAIN_BROKEN,
})  # fmt: skip
"""The rules that a hand breaks only if it does not agree with its computation.  A rake other than the one due is not
among them: it was recorded with its reason, and the books say so."""


def verdicts(booked: BookedHand) -> list[Verdict]:
    """Every rule the hand breaks; none for an honest one."""
    return list(_verdicts(booked))


def agrees(found: list[Verdict]) -> bool:
    """Whether the hand agrees with its computation."""
    return not any(verdict.rule in DIFFERENCES for verdict in found)


def verdict(booked: BookedHand, rule: Rule, facts: Facts, amount_cents: int = 0) -> Verdict:
    """The verdict that this hand breaks a rule, with its number among the facts."""
    hand = booked.recorded
    return Verdict(
        rule=rule,
        subject=f"hand:{hand.hand_id}",
        amount_cents=amount_cents,
        table_code=hand.table_code,
        hand_id=hand.hand_id,
        dealer_id=hand.dealer_id,
        booked_by=booked.booking.facts.actor_id if booked.booking else None,
        facts={"number": hand.number, **facts},
    )


def _verdicts(booked: BookedHand) -> Iterator[Verdict]:
    entry = booked.booking
    for entered in booked.entries:
        if not _is_linked(entered):
            yield _broken(booked, entered)
    # If no entry has the hand's reference, the first without it is its booking, which lost it.
    for other in booked.doubles if entry else booked.doubles[1:]:
        facts: Facts = {"entry": other.entry_id, "entry_number": other.number}
        yield verdict(booked, Rule.DOUBLE_BOOKING, facts, _taken(other))
    if entry is None:
        yield verdict(booked, Rule.NOT_BOOKED, {"state": booked.recorded.state})
        return
    if entry.facts.code == MISDEAL:
        yield from _misdeal(booked, entry)
        return
    is_void = booked.recorded.state == VOID
    if is_void != (booked.reversal is not None):
        yield verdict(booked, Rule.VOID_DIFFERS, _standing(booked))
    yield from _recomputed(booked, entry, is_void=is_void)
    if booked.reversal is not None:
        if not _mirrors(booked.reversal, entry):
            yield verdict(booked, Rule.TRANSFERS_DIFFER, {"entry": booked.reversal.entry_id, "reversal": True})
        for rule, facts in taken_back(booked, entry, booked.reversal):
            # The verdict is about the reversal, so the person who made it must not decide it.
            yield replace(verdict(booked, rule, facts), booked_by=booked.reversal.facts.actor_id)


def _recomputed(booked: BookedHand, entry: Entered, *, is_void: bool) -> Iterator[Verdict]:
    hand = booked.recorded
    if entry.facts.evidence != evidence.digest(dealt(hand), booked.rows, hand.result or {}):
        yield verdict(booked, Rule.RECORD_CHANGED, {})
    try:
        settled = computed.settled(hand, booked.rows, booked.charged)
    except computed.UNCOMPUTABLE as error:
        yield verdict(booked, Rule.NOT_COMPUTABLE, {"error": f"{type(error).__name__}: {error}"[:200]})
        return
    yield from _version(booked, entry)
    yield from _figures(booked, entry, settled)
    yield from _transfers(booked, entry, settled)
    if not is_void:
        yield from _tax(booked, entry, settled)
        for rule, amount_cents, facts in unusual(booked, settled):
            yield verdict(booked, rule, facts, amount_cents)


def dealt(hand: Recorded) -> Dealt:
    """The hand's own part of the evidence."""
    return Dealt(
        hand.session_id,
        hand.number,
        hand.started_at,
        hand.button_seat,
        hand.client_uuid,
        hand.setup,
        hand.corrects,
    )


def _standing(booked: BookedHand) -> Facts:
    return {"state": booked.recorded.state, "reversed": booked.reversal is not None}


def _is_linked(entered: Entered) -> bool:
    """Whether its digest follows from the entry before it and its own content."""
    if entered.previous is None:
        return False
    content = chain.content(entered.facts)
    return chain.link(entered.previous, entered.number, entered.entry_id, content) == entered.digest


def _broken(booked: BookedHand, entered: Entered) -> Verdict:
    hand = booked.recorded
    return Verdict(
        rule=Rule.CHAIN_BROKEN,
        subject=f"book:{entered.facts.book}#{entered.number}",
        table_code=hand.table_code,
        hand_id=hand.hand_id,
        dealer_id=hand.dealer_id,
        booked_by=entered.facts.actor_id,
        facts={"number": hand.number, "entry_number": entered.number},
    )


def _misdeal(booked: BookedHand, entry: Entered) -> Iterator[Verdict]:
    """A hand void before it was settled: no chip moved, but its entry proves the record."""
    hand = booked.recorded
    if hand.state != VOID or booked.reversal is not None:
        yield verdict(booked, Rule.VOID_DIFFERS, _standing(booked))
    if entry.facts.moves or entry.facts.assessment is not None:
        yield verdict(booked, Rule.TRANSFERS_DIFFER, {"entry": entry.entry_id})
    if hand.result is not None or entry.facts.evidence != evidence.digest(dealt(hand), booked.rows, {}):
        yield verdict(booked, Rule.RECORD_CHANGED, {})


def _version(booked: BookedHand, entry: Entered) -> Iterator[Verdict]:
    """The terms must be those of the moment the hand was dealt.

    A hand recorded after its end may have those of that moment, unless it was recorded late.
    """
    hand, charged, assessed = booked.recorded, booked.charged, entry.facts.assessment
    moments = [hand.started_at]
    if hand.came_whole and not is_late(hand):
        moments.append(hand.ended_at)
    facts: dict[str, Fact] = {}
    if not any(charged.in_force(at) for at in moments):
        facts["in_force"] = False
    if charged.schedule_id not in {booked.stakes.at(at).schedule_id for at in moments}:
        facts["schedule_of_game"] = False
    if assessed is not None and assessed.schedule_version_id != hand.version_id:
        facts["assessed_version"] = assessed.schedule_version_id
    if facts:
        yield verdict(booked, Rule.WRONG_VERSION, {"version": hand.version_id, **facts})


def _figures(booked: BookedHand, entry: Entered, settled: Settlement) -> Iterator[Verdict]:
    hand, assessed, due = booked.recorded, entry.facts.assessment, settled.due
    facts: dict[str, Fact] = {}
    if assessed is None:
        yield verdict(booked, Rule.FIGURES_DIFFER, {"assessment": False}, -settled.taken_cents)
        return
    stored = (
        assessed.pot_cents, assessed.base_cents, assessed.due_cents, assessed.taken_cents, assessed.tips_cents,
        assessed.dealt_in, assessed.flop_seen, assessed.bomb_pot,
        assessed.sign, assessed.dealer_id, assessed.table_code,
    )  # fmt: skip
    made = (
        settled.pot_cents, due.base_cents, due.due_cents, settled.taken_cents, settled.tips_cents,
        settled.dealt_in, settled.flop_seen, settled.bomb_pot,
        1, hand.dealer_id, hand.table_code,
    )  # fmt: skip
    if stored != made:
        for name, was, should in zip(_FIGURES, stored, made, strict=True):
            if was != should:
                facts |= {f"stored_{name}": was, f"computed_{name}": should}
    if hand.result != settled.result:
        facts["result"] = _differing(hand.result or {}, settled.result)
        facts |= sharing.first_difference(hand.result or {}, settled.result)
    if (entry.facts.house_id, entry.gaming_day_id) != (hand.house_id, hand.gaming_day_id):
        facts["filed_elsewhere"] = True
    if facts:
        yield verdict(booked, Rule.FIGURES_DIFFER, facts, assessed.taken_cents - settled.taken_cents)
    if assessed.jackpot_cents != due.jackpot_cents:
        facts = {"due_cents": due.jackpot_cents, "taken_cents": assessed.jackpot_cents}
        yield verdict(booked, Rule.JACKPOT_DIFFERS, facts, assessed.jackpot_cents - due.jackpot_cents)


_FIGURES: Final = (
    "pot_cents", "base_cents", "due_cents", "taken_cents", "tips_cents",
    "dealt_in", "flop_seen", "bomb_pot", "sign", "dealer", "table",
)  # fmt: skip


def _differing(stored: Mapping[str, object], made: Mapping[str, object]) -> str:
    names = stored.keys() | made.keys()
    return " ".join(sorted(name for name in names if stored.get(name) != made.get(name)))


def _transfers(booked: BookedHand, entry: Entered, settled: Settlement) -> Iterator[Verdict]:
    stored, made = tuple(entry.facts.moves), settled.moves
    if stored == made:
        return
    at = next((at for at, pair in enumerate(zip(stored, made, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(stored), len(made)) if at is None else at
    said = [" ".join(map(str, moves[at])) if at < len(moves) else "" for moves in (stored, made)]
    facts: Facts = {"entry": entry.entry_id, "position": at + 1, "stored": said[0], "computed": said[1]}
    yield verdict(booked, Rule.TRANSFERS_DIFFER, facts)


def _mirrors(reversal: Entered, entry: Entered) -> bool:
    """Whether a reversal undoes each transfer, the last one first, and the assessment."""
    back = [(move.destination, move.source, move.amount_cents) for move in reversed(entry.facts.moves)]
    if [tuple(move) for move in reversal.facts.moves] != back:
        return False
    assessed, undone = entry.facts.assessment, reversal.facts.assessment
    if assessed is None or undone is None:
        return assessed is undone
    return undone.sign == -1 and (undone.pot_cents, undone.due_cents, undone.taken_cents, undone.tips_cents) == (
        assessed.pot_cents,
        assessed.due_cents,
        assessed.taken_cents,
        assessed.tips_cents,
    )


def _taken(entered: Entered) -> int:
    return entered.facts.assessment.taken_cents if entered.facts.assessment else 0


def _tax(booked: BookedHand, entry: Entered, settled: Settlement) -> Iterator[Verdict]:
    """Taken ↔ due, also where the dealer gave a reason: an auditor decides whether it is a good one."""
    taken_cents, due_cents = _taken(entry), settled.due.due_cents
    if taken_cents == due_cents:
        return
    terms = booked.charged.terms
    assert terms is not None, "the hand was computed by them"
    cap_cents = cap_of(terms, settled.dealt_in)
    if taken_cents < due_cents:
        rule = Rule.TAX_SHORT if taken_cents else Rule.TAX_MISSED
    elif terms.no_flop_no_drop and not settled.flop_seen:
        rule = Rule.NO_FLOP_TAXED
    else:
        rule = Rule.CAP_EXCEEDED if cap_cents is not None and taken_cents > cap_cents else Rule.TAX_OVER
    facts: Facts = {
        "due_cents": due_cents,
        "taken_cents": taken_cents,
        "pot_cents": settled.pot_cents,
        "reason": settled.reason,
    }
    yield verdict(booked, rule, facts, taken_cents - due_cents)


def cap_of(terms: Terms, dealt_in: int) -> int | None:
    """The most that the schedule takes with a number of players dealt in; None when it has no cap."""
    caps = (terms.cap_cents, rake.players_cap(terms, dealt_in))
    return min((cap for cap in caps if cap is not None), default=None)

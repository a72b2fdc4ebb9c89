"""A hand computed again from its record, under its own rule set and its own schedule version.  Pure.

Only what people entered is taken as given: the actions or the outcome, the tips, and the rake that the dealer took with
its reason.  Everything else is computed again.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from casino.errors import Refusal
from tables import settlement
from tables.evidence import Row
from tables.rules import cards, setup
from tables.rules.actions import Action, Kind
from tables.rules.hand import replay, result
from tables.settlement import Settlement, Tax, Tip
from tables.verdicts.booked import Charged, Recorded

UNDO = "undo"

UNCOMPUTABLE: Final = (
    Refusal, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip
"""The errors that a record which was tampered with may raise; any other is a defect of ours and stops the audit."""


def settled(hand: Recorded, rows: Sequence[Row], charged: Charged) -> Settlement:
    """Settle a hand again; raises one of `UNCOMPUTABLE` if its record was tampered with."""
    if charged.terms is None:
        raise ValueError("the schedule's terms cannot be read")
    stored: Mapping[str, Any] = hand.result or {}
    rake = stored["rake"]
    tax = Tax(charged.terms, hand.version_id, rake["taken_cents"], rake["reason"], was_booked=True)
    if hand.setup is not None:
        played = replay(setup.from_json(hand.setup), [_action_of(row) for row in _standing(rows)])
        tips = [Tip(tip["seat"], tip["amount_cents"]) for tip in stored["tips"]]
        return settlement.of_hand(table=hand.table_code, result=result(played), tips=tips, tax=tax)
    return settlement.of_summary(
        table=hand.table_code,
        facts=settlement.facts_of(stored),
        tip_cents=stored["tips_cents"],
        winners=stored["winners"],
        tax=tax,
        contributions=stored.get("contributions"),
        won=stored.get("won"),
    )


def _standing(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that stand: neither an undo nor taken back by one."""
    taken_back = {row.undoes for row in rows}
    if taken_back == {None}:
        return rows
    return [row for row in rows if row.kind != UNDO and row.sequence not in taken_back]


def _action_of(row: Row) -> Action:
    return _action(row.kind, row.seat, row.to_cents, row.cards)


@lru_cache(maxsize=8_192)
def _action(kind: str, seat: int | None, to_cents: int | None, dealt: str) -> Action:
    return Action(Kind(kind), seat, to_cents, cards.parse(dealt) if dealt else ())

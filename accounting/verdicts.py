"""The audit's rules, how severe a breach of each is, and the verdict: one breach.  Pure.

The names are the trade's (domain §5).  Pure functions make verdicts from recorded, booked and counted facts;
`accounting.findings.services.findings` keeps them as findings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final

from casino.errors import N_

Fact = int | str | bool | None


class Severity(IntEnum):
    """How severe a breach is: open findings of all but `NOTE` keep a gaming day from being closed."""

    NOTE = 1
    EXPLAIN = 2
    GRAVE = 3


class Rule(StrEnum):
    """The rule that was broken."""

    # One hand: due ↔ booked.
    TAX_SHORT = "TAX_SHORT"
    TAX_MISSED = "TAX_MISSED"
    TAX_OVER = "TAX_OVER"
    NO_FLOP_TAXED = "NO_FLOP_TAXED"
    CAP_EXCEEDED = "CAP_EXCEEDED"
    JACKPOT_DIFFERS = "JACKPOT_DIFFERS"
    WRONG_VERSION = "WRONG_VERSION"
    FIGURES_DIFFER = "FIGURES_DIFFER"
    TRANSFERS_DIFFER = "TRANSFERS_DIFFER"
    RECORD_CHANGED = "RECORD_CHANGED"
    NOT_COMPUTABLE = "NOT_COMPUTABLE"
    NOT_BOOKED = "NOT_BOOKED"
    NO_HAND = "NO_HAND"
    VOID_DIFFERS = "VOID_DIFFERS"
    # One hand: how it was recorded.
    POT_OUTLIER = "POT_OUTLIER"
    TIP_OUTLIER = "TIP_OUTLIER"
    DUP_SUSPECT = "DUP_SUSPECT"
    DOUBLE_BOOKING = "DOUBLE_BOOKING"
    LATE_SYNC = "LATE_SYNC"
    EDIT_AFTER_30S = "EDIT_AFTER_30S"
    VOID_AFTER_COUNT = "VOID_AFTER_COUNT"
    SAME_PERSON = "SAME_PERSON"
    NO_DEALER = "NO_DEALER"
    # One round against the house.
    BET_NOT_BY_RULES = "BET_NOT_BY_RULES"
    PAYOUT_DIFFERS = "PAYOUT_DIFFERS"
    # A tournament.
    TOURNAMENT_MONEY = "TOURNAMENT_MONEY"
    TOURNAMENT_CHIPS = "TOURNAMENT_CHIPS"
    CHIP_SET_MISSING = "CHIP_SET_MISSING"
    SETTLEMENT_LATE = "SETTLEMENT_LATE"
    # A guest.
    LINKED_TRANSACTIONS = "LINKED_TRANSACTIONS"
    # A session, a dealer, a day.
    GAP_IN_NUMBERS = "GAP_IN_NUMBERS"
    VOID_RATE = "VOID_RATE"
    DEALER_OUTLIER = "DEALER_OUTLIER"
    LATE_CLOSE = "LATE_CLOSE"
    REOPENED = "REOPENED"
    HOURS_DIFFER = "HOURS_DIFFER"
    # Booked ↔ counted.
    DROP_MISMATCH = "DROP_MISMATCH"
    BOX_SHORT = "BOX_SHORT"
    BOX_OVER = "BOX_OVER"
    BOX_UNCOUNTED = "BOX_UNCOUNTED"
    COUNT_DIFFERS = "COUNT_DIFFERS"
    FLOAT_DRIFT = "FLOAT_DRIFT"
    POOL_RESIDUE = "POOL_RESIDUE"
    STACK_OUT_OF_BOUNDS = "STACK_OUT_OF_BOUNDS"
    WINDOW_VARIANCE = "WINDOW_VARIANCE"
    SLIP_GAP = "SLIP_GAP"
    SLIP_CANCELLED = "SLIP_CANCELLED"
    FILL_UNCOUNTED = "FILL_UNCOUNTED"
    # The books themselves.
    CHAIN_BROKEN = "CHAIN_BROKEN"
    SEAL_BROKEN = "SEAL_BROKEN"
    BALANCE_DIFFERS = "BALANCE_DIFFERS"
    SCHEDULE_UNSIGNED = "SCHEDULE_UNSIGNED"


SENTENCES: Final[Mapping[Rule, str]] = {
    Rule.TAX_SHORT: N_("Less rake was taken than was due."),
    Rule.TAX_MISSED: N_("No rake was taken although some was due."),
    Rule.TAX_OVER: N_("More rake was taken than was due."),
    Rule.NO_FLOP_TAXED: N_("Rake was taken from a hand without a flop."),
    Rule.CAP_EXCEEDED: N_("The rake is above the schedule's cap."),
    Rule.JACKPOT_DIFFERS: N_("The players' fund did not get its due."),
    Rule.WRONG_VERSION: N_("The hand was charged under terms that were not in force when it was dealt."),
    Rule.FIGURES_DIFFER: N_("The booked figures do not match the record."),
    Rule.TRANSFERS_DIFFER: N_("The transfers do not match the result."),
    Rule.RECORD_CHANGED: N_("The record was changed after it was booked."),
    Rule.NOT_COMPUTABLE: N_("The hand cannot be computed from its record."),
    Rule.NOT_BOOKED: N_("The hand is over, but it was not booked."),
    Rule.NO_HAND: N_("An entry names a hand that does not exist."),
    Rule.VOID_DIFFERS: N_("The hand is void but its entry is not reversed, or the other way round."),
    Rule.POT_OUTLIER: N_("The pot is far above what is usual at this table."),
    Rule.TIP_OUTLIER: N_("The tip is far above what is usual."),
    Rule.DUP_SUSPECT: N_("The hand is the same as the one before it: entered twice?"),
    Rule.DOUBLE_BOOKING: N_("The same hand was booked twice."),
    Rule.LATE_SYNC: N_("The hand was entered long after it was dealt."),
    Rule.EDIT_AFTER_30S: N_("The hand was voided more than 30 seconds after it was booked."),
    Rule.VOID_AFTER_COUNT: N_("The hand was voided after its box was emptied."),
    Rule.SAME_PERSON: N_("One person did what takes two."),
    Rule.NO_DEALER: N_("The hand was recorded while no dealer was at the table."),
    Rule.BET_NOT_BY_RULES: N_("A bet in a box was not made according to the rules."),
    Rule.PAYOUT_DIFFERS: N_("A bet was not paid according to the rules."),
    Rule.TOURNAMENT_MONEY: N_("The tournament's income, debts and payments do not match."),
    Rule.TOURNAMENT_CHIPS: N_("The tournament's chips in play did not match those issued."),
    Rule.CHIP_SET_MISSING: N_("The tournament's chip set was not complete."),
    Rule.SETTLEMENT_LATE: N_("The tournament was not settled in time."),
    Rule.LINKED_TRANSACTIONS: N_("An unidentified guest bought or exchanged so much that identification was required."),
    Rule.GAP_IN_NUMBERS: N_("A hand's number is missing."),
    Rule.VOID_RATE: N_("Unusually many hands of this dealer were void."),
    Rule.DEALER_OUTLIER: N_("This dealer's figures are outside the range of the other dealers."),
    Rule.LATE_CLOSE: N_("The gaming day was closed late."),
    Rule.REOPENED: N_("The gaming day was reopened after it had been sealed."),
    Rule.HOURS_DIFFER: N_("Clock, roster and downs do not agree on the hours that count for the tronc."),
    Rule.DROP_MISMATCH: N_("The amount booked is not the one the boxes were booked out with."),
    Rule.BOX_SHORT: N_("There was less in the box than was booked."),
    Rule.BOX_OVER: N_("There was more in the box than was booked."),
    Rule.BOX_UNCOUNTED: N_("A drop box was removed but not counted."),
    Rule.COUNT_DIFFERS: N_("The box was settled with an amount other than the one counted."),
    Rule.FLOAT_DRIFT: N_("The table's float does not balance."),
    Rule.POOL_RESIDUE: N_("The guests left with an amount other than the table held."),
    Rule.STACK_OUT_OF_BOUNDS: N_("A guest's chips were counted outside of what the books allow."),
    Rule.WINDOW_VARIANCE: N_("The window does not balance."),
    Rule.SLIP_GAP: N_("A slip's number is missing."),
    Rule.SLIP_CANCELLED: N_("A slip was not used."),
    Rule.FILL_UNCOUNTED: N_("Chips came to the table without a count by denomination."),
    Rule.CHAIN_BROKEN: N_("The book is no longer as it was written."),
    Rule.SEAL_BROKEN: N_("A seal does not match."),
    Rule.BALANCE_DIFFERS: N_("A place's balance does not equal the sum of its transfers."),
    Rule.SCHEDULE_UNSIGNED: N_("Terms were applied that no second person had approved."),
}
"""One English sentence for each rule; pages and API translate it."""

_NOTES: Final = frozenset({Rule.SLIP_CANCELLED, Rule.LATE_CLOSE, Rule.DEALER_OUTLIER})
_GRAVE: Final = frozenset({
    Rule.RECORD_CHANGED, Rule.TRANSFERS_DIFFER, Rule.FIGURES_DIFFER, Rule.NOT_BOOKED, Rule.NO_HAND, Rule.VOID_DIFFERS,
    Rule.DOUBLE_BOOKING, Rule.GAP_IN_NUMBERS, Rule.SAME_PERSON, Rule.COUNT_DIFFERS, Rule.SLIP_GAP, Rule.CHAIN_BROKEN,
    Rule.SEAL_BROKEN, Rule.BALANCE_DIFFERS, Rule.WRONG_VERSION, Rule.NOT_COMPUTABLE, Rule.DROP_MISMATCH,
    Rule.BET_NOT_BY_RULES, Rule.PAYOUT_DIFFERS, Rule.TOURNAMENT_MONEY,
})  # fmt: skip


def severity(rule: Rule) -> Severity:
    """The severity of a breach of the rule."""
    if rule in _GRAVE:
        return Severity.GRAVE
    return Severity.NOTE if rule in _NOTES else Severity.EXPLAIN


@dataclass(frozen=True, slots=True)
class Verdict:
    """A breach of a rule by a subject (`hand:812`, `drop:4`, `book:table/T07#12`), with the facts behind it.

    `amount_cents`: what the house lacks (negative) or has in excess.  `booked_by`: id of the user who booked it and
    therefore may not resolve it.
    """

    rule: Rule
    subject: str
    amount_cents: int = 0
    table_code: str = ""
    hand_id: int | None = None
    dealer_id: int | None = None
    booked_by: int | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)

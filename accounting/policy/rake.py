"""The rake due of a hand: takes the terms and the hand's facts, returns the amount and its computation.

The rake is one amount for the whole hand, not one per pot, so a cap can never apply to each side pot by accident.  The
order is fixed: base → exemptions → charge → rounding to the chip → caps → the pot itself.  Each step adds a `Line`;
hand sheets show the lines, so that an auditor can follow the arithmetic.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import lcm
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.policy.terms import Fixed, Increment, Percent, Steps, Terms, Time, dump, parse
from casino.errors import N_

__all__ = [
    "Due",
    "HandFacts",
    "Line",
    "Step",
    "charge_pots",
    "charge_pots_as_due",
    "due",
    "dump",
    "in_chips",
    "parse",
    "payable",
    "time_charge",
]


@dataclass(frozen=True, slots=True)
class HandFacts:
    """The facts that the tax of a hand depends on.

    `pot_cents`: all pots together, before any rake, without the uncalled bet.  `uncalled_cents`: that bet.  `dealt_in`:
    the number of players who received cards.  `chip_cents`: the smallest chip at the table.  `bomb_pot`: all put in an
    ante and nobody bets before the flop, so a flop is always seen.
    """

    pot_cents: int
    flop_seen: bool
    dealt_in: int
    uncalled_cents: int = 0
    chip_cents: int = 1
    bomb_pot: bool = False


class Step(StrEnum):
    """The steps of the computation, in the order in which they can occur."""

    BASE = "base"
    BASE_WITH_UNCALLED = "base_with_uncalled"
    TIME = "time"
    BOMB_POT = "bomb_pot"
    NO_FLOP = "no_flop"
    BELOW_MINIMUM_POT = "below_minimum_pot"
    PERCENT = "percent"
    LEAST = "least"
    STEPS = "steps"
    INCREMENT = "increment"
    FIXED = "fixed"
    ROUNDED = "rounded"
    CAP = "cap"
    PLAYERS_CAP = "players_cap"
    POT_LIMIT = "pot_limit"
    JACKPOT_BOMB_POT = "jackpot_bomb_pot"
    JACKPOT_FEW_PLAYERS = "jackpot_few_players"
    JACKPOT_NO_FLOP = "jackpot_no_flop"
    JACKPOT = "jackpot"


SENTENCES: Final[Mapping[Step, str]] = {
    Step.BASE: N_("The pot is %(base_cents)s; an uncalled bet of %(uncalled_cents)s went back and is not raked."),
    Step.BASE_WITH_UNCALLED: N_("The pot with the uncalled bet of %(uncalled_cents)s is %(base_cents)s."),
    Step.TIME: N_("In this game players pay by time; nothing is taken from the pot."),
    Step.BOMB_POT: N_("Bomb pots bear no rake."),
    Step.NO_FLOP: N_("No flop, no drop."),
    Step.BELOW_MINIMUM_POT: N_("Below %(min_pot_cents)s nothing is taken."),
    Step.PERCENT: N_("%(rate_bp)s of %(base_cents)s, rounded %(rounding)s to %(chip_cents)s, is %(due_cents)s."),
    Step.LEAST: N_("At least %(due_cents)s."),
    Step.STEPS: N_("The steps up to %(base_cents)s come to %(due_cents)s."),
    Step.INCREMENT: N_(
        "%(first_cents)s plus %(times)s times %(amount_cents)s, for each full %(per_cents)s, makes %(due_cents)s."
    ),
    Step.FIXED: N_("Fixed at %(due_cents)s."),
    Step.ROUNDED: N_("Rounded %(rounding)s to %(chip_cents)s: %(due_cents)s."),
    Step.CAP: N_("No more than %(due_cents)s."),
    Step.PLAYERS_CAP: N_("With %(dealt_in)s dealt in, no more than %(due_cents)s."),
    Step.POT_LIMIT: N_("The pot holds no more than %(due_cents)s."),
    Step.JACKPOT_BOMB_POT: N_("Nothing for the fund %(fund)s from a bomb pot."),
    Step.JACKPOT_FEW_PLAYERS: N_("Nothing for the fund %(fund)s: it needs %(min_players)s players dealt in."),
    Step.JACKPOT_NO_FLOP: N_("Nothing for the fund %(fund)s: it needs a flop."),
    Step.JACKPOT: N_("For the fund %(fund)s: %(jackpot_cents)s, besides the rake."),
}
"""English templates of the lines; pages and API translate them and show `*_cents` as money, `*_bp` as per cent."""


@dataclass(frozen=True, slots=True)
class Line:
    """One step of the computation with the facts it used."""

    step: Step
    facts: Mapping[str, int | str]

    @property
    def message(self) -> str:
        """The English template that `facts` fills."""
        return SENTENCES[self.step]


@dataclass(frozen=True, slots=True)
class Due:
    """The amount that the tax is computed on, the tax, the amount for the players' fund, and the computation."""

    base_cents: int
    due_cents: int
    jackpot_cents: int
    lines: tuple[Line, ...]


class _Sheet:
    """The computation so far: the amount and the lines that led to it."""

    def __init__(self) -> None:
        self.due_cents = 0
        self.lines: list[Line] = []

    def note(self, step: Step, **facts: int | str) -> None:
        self.lines.append(Line(step, facts))

    def limit(self, step: Step, most_cents: int, **facts: int | str) -> None:
        """Lower the amount to `most_cents`; adds a line only if that changes it."""
        if self.due_cents > most_cents:
            self.due_cents = most_cents
            self.note(step, due_cents=most_cents, **facts)


def due(terms: Terms, facts: HandFacts) -> Due:
    """Compute the tax of one hand.  Pure: the same terms and facts always give the same result."""
    assert min(facts.pot_cents, facts.uncalled_cents, facts.dealt_in) >= 0, facts
    terms = payable(terms, facts.chip_cents)
    sheet = _Sheet()
    base_cents = _base(terms, facts, sheet)
    if _is_owed(terms, facts, base_cents, sheet):
        _charge(terms, base_cents, sheet)
        _limit(terms, facts, sheet)
    jackpot_cents = _jackpot(terms, facts, base_cents, sheet)
    assert min(sheet.due_cents, jackpot_cents) >= 0, (terms, facts)
    assert sheet.due_cents + jackpot_cents <= facts.pot_cents, (terms, facts)
    assert terms.cap_cents is None or sheet.due_cents <= terms.cap_cents, (terms, facts)
    return Due(base_cents, sheet.due_cents, jackpot_cents, tuple(sheet.lines))


def time_charge(terms: Terms, *, minutes: int, chip_cents: int = 1) -> int:
    """Cents that one seat owes for `minutes` at the table; 0 if the game pays from the pot.

    Collected in advance, so each period begun is owed whole (WSOP Live-Action 2024 r. 27: every 30 minutes, announced).
    The charge of a period is rounded down to whole chips of the table.
    """
    assert minutes >= 0, minutes
    if not isinstance(terms.charge, Time):
        return 0
    periods_begun = -(-minutes // terms.charge.period_minutes)
    return in_chips(payable(terms, chip_cents), terms.charge.amount_cents) * periods_begun


def charge_pots(taken_cents: int, pots_cents: Sequence[int]) -> tuple[int, ...]:
    """The part of the hand's rake that each pot pays: the main pot first, then the side pots in their order."""
    return money.in_order(taken_cents, pots_cents)


def charge_pots_as_due(terms: Terms, facts: HandFacts, taken_cents: int, pots_cents: Sequence[int]) -> tuple[int, ...]:
    """Charge each pot, main pot first, what it adds to tax and fund; in whole chips if pots and `taken_cents` are.

    A pot adds the sum due of it and the pots before it, less the sum due of those alone, and pays at most what it
    holds.  If less was taken than is due, the last pots pay nothing, as when a cap is reached; if more was taken, the
    rest comes from the main pot first.
    """
    adds_cents = []
    before_cents = 0
    for last, cents in enumerate(pots_cents, start=1):
        owed = due(terms, replace(facts, pot_cents=sum(pots_cents[:last])))
        owed_cents = owed.due_cents + owed.jackpot_cents
        adds_cents.append(min(owed_cents - before_cents, cents))
        before_cents = owed_cents
    charged = money.in_order(min(taken_cents, sum(adds_cents)), adds_cents)
    left = [cents - part for cents, part in zip(pots_cents, charged, strict=True)]
    rest = money.in_order(taken_cents - sum(charged), left)
    return tuple([part + more for part, more in zip(charged, rest, strict=True)])


def payable(terms: Terms, chip_cents: int) -> Terms:
    """The terms with a `chip_cents` that the table can pay: the least common multiple of the schedule's and its own."""
    if money.is_multiple(terms.chip_cents, chip_cents):
        return terms
    return replace(terms, chip_cents=lcm(terms.chip_cents, chip_cents))


def _base(terms: Terms, facts: HandFacts, sheet: _Sheet) -> int:
    if terms.base_includes_uncalled:
        base_cents = facts.pot_cents + facts.uncalled_cents
        sheet.note(Step.BASE_WITH_UNCALLED, base_cents=base_cents, uncalled_cents=facts.uncalled_cents)
        return base_cents
    sheet.note(Step.BASE, base_cents=facts.pot_cents, uncalled_cents=facts.uncalled_cents)
    return facts.pot_cents


def _is_owed(terms: Terms, facts: HandFacts, base_cents: int, sheet: _Sheet) -> bool:
    if isinstance(terms.charge, Time):
        sheet.note(Step.TIME)
        return False
    if terms.bomb_pots_free and facts.bomb_pot:
        sheet.note(Step.BOMB_POT)
        return False
    if terms.no_flop_no_drop and not facts.flop_seen:
        sheet.note(Step.NO_FLOP)
        return False
    if base_cents < terms.min_pot_cents:
        sheet.note(Step.BELOW_MINIMUM_POT, min_pot_cents=terms.min_pot_cents)
        return False
    return True


def _charge(terms: Terms, base_cents: int, sheet: _Sheet) -> None:
    chip_cents, rounding = terms.chip_cents, terms.rounding
    match terms.charge:
        case Percent(rate_bp, least_cents):
            sheet.due_cents = money.share(base_cents, rate_bp, unit_cents=chip_cents, rounding=rounding)
            sheet.note(
                Step.PERCENT,
                rate_bp=rate_bp,
                base_cents=base_cents,
                rounding=rounding.value,
                chip_cents=chip_cents,
                due_cents=sheet.due_cents,
            )
            if sheet.due_cents < least_cents:
                sheet.due_cents = least_cents
                sheet.note(Step.LEAST, due_cents=least_cents)
        case Steps() as steps:
            sheet.due_cents = steps.at(base_cents)
            sheet.note(Step.STEPS, base_cents=base_cents, due_cents=sheet.due_cents)
        case Increment(amount_cents, per_cents, first_cents):
            times = money.whole_times(base_cents, per_cents)
            sheet.due_cents = first_cents + amount_cents * times
            sheet.note(
                Step.INCREMENT,
                first_cents=first_cents,
                amount_cents=amount_cents,
                times=times,
                per_cents=per_cents,
                due_cents=sheet.due_cents,
            )
        case Fixed(amount_cents):
            sheet.due_cents = amount_cents
            sheet.note(Step.FIXED, due_cents=amount_cents)
    rounded_cents = money.to_unit(sheet.due_cents, chip_cents, rounding)
    if rounded_cents != sheet.due_cents:
        sheet.due_cents = rounded_cents
        sheet.note(Step.ROUNDED, rounding=rounding.value, chip_cents=chip_cents, due_cents=rounded_cents)


def players_cap(terms: Terms, dealt_in: int) -> int | None:
    """The cap in cents for a number of players dealt in; None where the schedule has no such caps."""
    if not terms.caps:
        return None
    fitting = [cap.cap_cents for cap in terms.caps if dealt_in >= cap.players]
    # The list begins with two players; a hand with fewer dealt in has the cap of two.
    return fitting[-1] if fitting else terms.caps[0].cap_cents


def _limit(terms: Terms, facts: HandFacts, sheet: _Sheet) -> None:
    """Apply the caps, the pot being the last; each is rounded down to whole chips, whatever the charge's rounding."""
    if terms.cap_cents is not None:
        sheet.limit(Step.CAP, in_chips(terms, terms.cap_cents))
    players_cap_cents = players_cap(terms, facts.dealt_in)
    if players_cap_cents is not None:
        sheet.limit(Step.PLAYERS_CAP, in_chips(terms, players_cap_cents), dealt_in=facts.dealt_in)
    sheet.limit(Step.POT_LIMIT, in_chips(terms, facts.pot_cents))


def _jackpot(terms: Terms, facts: HandFacts, base_cents: int, sheet: _Sheet) -> int:
    jackpot = terms.jackpot
    if jackpot is None:
        return 0
    if terms.bomb_pots_free and facts.bomb_pot:
        sheet.note(Step.JACKPOT_BOMB_POT, fund=jackpot.fund)
        return 0
    if facts.dealt_in < jackpot.min_players:
        sheet.note(Step.JACKPOT_FEW_PLAYERS, fund=jackpot.fund, min_players=jackpot.min_players)
        return 0
    if jackpot.flop_required and not facts.flop_seen:
        sheet.note(Step.JACKPOT_NO_FLOP, fund=jackpot.fund)
        return 0
    left_cents = facts.pot_cents - sheet.due_cents
    jackpot_cents = in_chips(terms, min(jackpot.steps.at(base_cents), left_cents))
    if jackpot_cents:
        sheet.note(Step.JACKPOT, fund=jackpot.fund, jackpot_cents=jackpot_cents)
    return jackpot_cents


def in_chips(terms: Terms, amount_cents: int) -> int:
    """An amount rounded down to whole chips of the terms."""
    return money.to_unit(amount_cents, terms.chip_cents, Rounding.DOWN)

"""A hand's rake as numbered steps: each clause of its terms in order, also one that it did not come to.

The amounts are those of the computation that is stored with the hand; a step that is not in it changed nothing, and
says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.policy import rake
from accounting.policy.rake import HandFacts, Line, Step
from accounting.policy.terms import Fixed, Increment, Percent, Steps, Terms
from casino.errors import N_

NOT_REACHED: Final = N_("not reached")
_NOTHING_OWED: Final = (Step.TIME, Step.BOMB_POT, Step.NO_FLOP, Step.BELOW_MINIMUM_POT)
_ROUNDED: Final = {
    Rounding.DOWN: N_("Rounded down to whole chips of %(chip_cents)s"),
    Rounding.NEAREST: N_("Rounded to the nearest whole chip of %(chip_cents)s"),
    Rounding.UP: N_("Rounded up to whole chips of %(chip_cents)s"),
}


@dataclass(frozen=True, slots=True)
class RakeStep:
    """English templates with their facts: what the terms say, and a note on it.

    `amount_cents`: what has come out so far; `is_so`: the answer where the step is a question.
    """

    message: str
    facts: Mapping[str, int | str]
    note: str = ""
    amount_cents: int | None = None
    is_so: bool | None = None


def steps(terms: Terms, facts: HandFacts, lines: Sequence[Line]) -> list[RakeStep]:
    """Every step from the pot to the last limit, then those of the players' fund."""
    return _Steps(rake.payable(terms, facts.chip_cents), facts, lines).all()


class _Steps:
    """The steps so far, and the amount that they have come to."""

    def __init__(self, terms: Terms, facts: HandFacts, lines: Sequence[Line]) -> None:
        self.terms, self.facts = terms, facts
        self.found = {line.step: line.facts for line in lines}
        self.is_owed = not any(step in self.found for step in _NOTHING_OWED)
        self.cents = 0
        self.steps: list[RakeStep] = []

    def all(self) -> list[RakeStep]:
        self._base()
        if Step.TIME in self.found:
            self._say(rake.SENTENCES[Step.TIME])
        else:
            self._conditions()
            self._charge()
            self._limits()
        self._fund()
        return self.steps

    def _say(
        self, message: str, note: str = "", *, is_so: bool | None = None, facts: Mapping[str, int | str] | None = None
    ) -> None:
        self.steps.append(RakeStep(message, facts or {}, note, None, is_so))

    def _amount(self, message: str, cents: int | None, note: str = "", **facts: int | str) -> None:
        """A step that comes to an amount; None: the hand did not come to it."""
        if not self.is_owed:
            self.steps.append(RakeStep(message, facts, NOT_REACHED))
            return
        self.cents = self.cents if cents is None else cents
        self.steps.append(RakeStep(message, facts, NOT_REACHED if cents is None else note, self.cents))

    def _due_at(self, step: Step) -> int | None:
        """What the computation came to at this step; None: it changed nothing."""
        cents = self.found.get(step, {}).get("due_cents")
        return cents if isinstance(cents, int) else None

    def _base(self) -> None:
        facts, uncalled = self.facts, {"uncalled_cents": self.facts.uncalled_cents}
        if Step.BASE_WITH_UNCALLED in self.found:
            cents = facts.pot_cents + facts.uncalled_cents
            note = N_("with the uncalled bet of %(uncalled_cents)s")
        else:
            cents, note = facts.pot_cents, N_("an uncalled bet of %(uncalled_cents)s went back and is not raked")
        self.steps.append(RakeStep(N_("Pot"), uncalled, note if facts.uncalled_cents else "", cents))

    def _conditions(self) -> None:
        is_free = Step.BOMB_POT in self.found
        if self.terms.bomb_pots_free:
            self._say(N_("It is a bomb pot"), N_("bomb pots bear no rake"), is_so=self.facts.bomb_pot)
        if self.terms.no_flop_no_drop and is_free:
            self._say(N_("A flop was dealt"), NOT_REACHED)
        elif self.terms.no_flop_no_drop:
            self._say(N_("A flop was dealt"), N_("without one there is no rake"), is_so=self.facts.flop_seen)
        if not self.terms.min_pot_cents:
            return
        least: dict[str, int | str] = {"min_pot_cents": self.terms.min_pot_cents}
        message = N_("The pot is %(min_pot_cents)s or more")
        if is_free or Step.NO_FLOP in self.found:
            self._say(message, NOT_REACHED, facts=least)
        else:
            is_so = Step.BELOW_MINIMUM_POT not in self.found
            self._say(message, N_("below it nothing is taken"), is_so=is_so, facts=least)

    def _charge(self) -> None:
        match self.terms.charge:
            case Percent(rate_bp, least_cents):
                self._percent(rate_bp)
                if least_cents:
                    self._amount(N_("At least %(least_cents)s"), self._due_at(Step.LEAST), least_cents=least_cents)
            case Steps():
                self._amount(N_("By the steps of the schedule"), self._due_at(Step.STEPS))
            case Increment(amount_cents, per_cents, first_cents):
                self._amount(
                    N_("%(first_cents)s, and %(amount_cents)s for each full %(per_cents)s"),
                    self._due_at(Step.INCREMENT),
                    first_cents=first_cents,
                    amount_cents=amount_cents,
                    per_cents=per_cents,
                )
            case Fixed(amount_cents):
                self._amount(N_("Fixed at %(amount_cents)s"), self._due_at(Step.FIXED), amount_cents=amount_cents)
        if Step.ROUNDED in self.found:
            self._rounded(self._due_at(Step.ROUNDED))

    def _percent(self, rate_bp: int) -> None:
        """The share to the cent, then as chips can pay it: the stored line has the latter alone."""
        line = self.found.get(Step.PERCENT, {})
        base_cents = line.get("base_cents", 0)
        assert isinstance(base_cents, int)
        exact_cents = money.share(base_cents, rate_bp, unit_cents=1, rounding=self.terms.rounding)
        self._amount(N_("%(rate_bp)s of it"), exact_cents, rate_bp=rate_bp)
        if self.terms.chip_cents > 1:
            self._rounded(self._due_at(Step.PERCENT))

    def _rounded(self, cents: int | None) -> None:
        self._amount(_ROUNDED[self.terms.rounding], cents, chip_cents=self.terms.chip_cents)

    def _limits(self) -> None:
        terms, dealt_in = self.terms, self.facts.dealt_in
        if terms.cap_cents is not None:
            cap_cents = rake.in_chips(terms, terms.cap_cents)
            self._amount(N_("No more than %(cap_cents)s"), self._due_at(Step.CAP), cap_cents=cap_cents)
        players_cap_cents = rake.players_cap(terms, dealt_in)
        if players_cap_cents is not None:
            self._amount(
                N_("With %(dealt_in)s players no more than %(cap_cents)s"),
                self._due_at(Step.PLAYERS_CAP),
                dealt_in=dealt_in,
                cap_cents=rake.in_chips(terms, players_cap_cents),
            )
        if Step.POT_LIMIT in self.found:
            self._amount(N_("No more than the pot"), self._due_at(Step.POT_LIMIT))

    def _fund(self) -> None:
        for step in (Step.JACKPOT_BOMB_POT, Step.JACKPOT_FEW_PLAYERS, Step.JACKPOT_NO_FLOP, Step.JACKPOT):
            if (facts := self.found.get(step)) is None:
                continue
            cents = facts.get("jackpot_cents")
            message = N_("For the fund %(fund)s, besides the rake") if step is Step.JACKPOT else rake.SENTENCES[step]
            amount_cents = cents if isinstance(cents, int) else None
            self.steps.append(RakeStep(message, facts, "", amount_cents))

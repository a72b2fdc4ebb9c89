"""The computation of a hand's rake in words, line by line, for screens and hand sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import get_format
from django.utils.translation import gettext, pgettext_lazy

from accounting import money
from accounting.money import Rounding
from accounting.policy import rake, rake_steps
from accounting.policy.rake import HandFacts, Line
from accounting.policy.rake_steps import RakeStep
from accounting.policy.terms import Terms
from casino import wording

ROUNDINGS: Final = {
    Rounding.DOWN.value: pgettext_lazy("rounded", "down"),
    Rounding.NEAREST.value: pgettext_lazy("rounded", "to the nearest"),
    Rounding.UP.value: pgettext_lazy("rounded", "up"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A numbered step in the reader's language; `amount`: money, yes or no, or empty."""

    text: str
    note: str
    amount: str


def sentences(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """Stored lines (`step`, `facts`) in the reader's language, amounts as money, rates as per cent."""
    return [wording.filled(rake.SENTENCES[rake.Step(line["step"])], words(line["facts"])) for line in lines]


def steps(terms: Terms, facts: HandFacts, lines: Sequence[Mapping[str, Any]]) -> list[Told]:
    """Every clause of the terms with what it came to in this hand, from its stored lines."""
    stored = [Line(rake.Step(line["step"]), line["facts"]) for line in lines]
    return [_told(step) for step in rake_steps.steps(terms, facts, stored)]


def _told(step: RakeStep) -> Told:
    facts = words(step.facts)
    if step.is_so is not None:
        amount = gettext("yes") if step.is_so else gettext("no")
    else:
        amount = "" if step.amount_cents is None else wording.money(step.amount_cents)
    return Told(wording.filled(step.message, facts), wording.filled(step.note, facts) if step.note else "", amount)


def words(facts: Mapping[str, Any]) -> dict[str, object]:
    """Facts of a sentence about rake: the rounding in words, rates as per cent."""
    return {name: _word(name, fact) for name, fact in facts.items()}


def percent(rate_bp: int) -> str:
    """`500` → `5 %`, `225` → `2,25 %` in German."""
    text = money.decimal_text(rate_bp, point=get_format("DECIMAL_SEPARATOR"))
    return f"{text.rstrip('0').rstrip(get_format('DECIMAL_SEPARATOR'))} %"


def _word(name: str, fact: object) -> object:
    if name == "rounding":
        return str(ROUNDINGS.get(str(fact), fact))
    if name.endswith("_bp") and isinstance(fact, int):
        return percent(fact)
    return fact

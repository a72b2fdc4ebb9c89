"""The computation of a hand's rake as sentences, line by line, for screens and hand sheets."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import pgettext_lazy

from accounting.money import Rounding
from accounting.policy import rake
from casino import wording

ROUNDINGS: Final = {
    Rounding.DOWN.value: pgettext_lazy("rounded", "down"),
    Rounding.NEAREST.value: pgettext_lazy("rounded", "to the nearest"),
    Rounding.UP.value: pgettext_lazy("rounded", "up"),
}


def sentences(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """Stored lines (`step`, `facts`) in the reader's language, amounts as money."""
    return [wording.filled(rake.SENTENCES[rake.Step(line["step"])], _words(line["facts"])) for line in lines]


def _words(facts: Mapping[str, object]) -> dict[str, object]:
    return {name: str(ROUNDINGS.get(str(fact), fact)) if name == "rounding" else fact for name, fact in facts.items()}

"""The next step of the day on a desk's first page: one sentence, and the page where it is done."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do now; without an address somebody else does it."""

    sentence: str | Promise
    address: str = ""


def first(steps: Iterable[NextStep]) -> NextStep | None:
    """The first step that is due; they come in the order of the day."""
    return next(iter(steps), None)

"""What each pot of a hand pays: by board where there are several, and by half where low wins one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.rules import boards, result
from tables.rules.boards import Award
from tables.rules.result import Payout, Result


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a pot that is won by itself, for a page: in words, the amount, and the winners."""

    words: str
    cents: int
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot for a page: its words, its amount before the house's part, and what is won of it by itself."""

    words: str
    cents: int
    parts: tuple[Part, ...]


def words(board: int | None, part: result.Part) -> str:
    """Such as `board 1, high`, where the first board is 0; empty where a pot is not divided."""
    named = {
        result.Part.WHOLE: "",
        result.Part.HIGH: pgettext("half of a pot", "high"),
        result.Part.NO_LOW: pgettext("half of a pot", "high"),
        result.Part.LOW: pgettext("half of a pot", "low"),
        result.Part.BOTH: pgettext("half of a pot", "high and low"),
    }[part]
    return ", ".join(filter(None, ("" if board is None else _("board %(n)s") % {"n": board + 1}, named)))


def of_hand(found: Result, paid: Payout, names: Mapping[int, str]) -> list[Pot]:
    """Every pot as it is paid, the main pot first."""
    awards = boards.awards(found, paid)
    return [
        Pot(
            pot_words(number, len(found.pots)),
            pot.amount_cents,
            tuple([_part(award, names) for award in awards if award.pot == number]),
        )
        for number, pot in enumerate(found.pots)
    ]


def _part(award: Award, names: Mapping[int, str]) -> Part:
    winners = tuple([f"{seat} {names.get(seat, '')}".strip() for seat in award.shares])
    return Part(words(award.board, award.part), award.cents, winners)


def is_divided(found: Result) -> bool:
    """Whether a pot is divided by boards or halves."""
    return any(pot.low or len(pot.winners) > 1 for pot in found.pots)


def pot_words(number: int, count: int) -> str:
    """The name of a pot, counted from 0, of so many."""
    if count == 1:
        return _("Pot")
    return _("Side pot %(n)s") % {"n": number} if number else _("Main pot")

"""Terms of a rake schedule as plain sentences, and worked examples from the function that charges the hands.

Posting what is charged is required nearly everywhere (domain.md §5: "posted rules: rake, fees … visible to patrons"),
and what hangs on the wall must be what the table takes.  A sentence is an English template with facts, like a line of
the computation; a door translates it and shows `*_cents` as money and `*_bp` as per cent.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.policy.terms import MOST_PLAYERS, Fixed, Increment, Jackpot, Percent, Steps, Terms, Time
from casino.errors import _

POTS_CENTS: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Pots of the worked examples."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template, and the facts that fill it."""

    message: str
    facts: Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Example:
    """What a hand that saw a flop owes: its pot, how many were dealt in, tax, and what goes to the players' fund."""

    pot_cents: int
    players: int
    due_cents: int
    jackpot_cents: int


def sentences(terms: Terms, *, chip_cents: int = 1) -> tuple[Sentence, ...]:
    """All that the terms say, where the smallest chip at the table is `chip_cents`: every field of theirs is in it."""
    terms = rake.payable(terms, chip_cents)
    said = list(_charge(terms))
    if _takes_from_pot(terms):
        said += _limits(terms)
        said += _conditions(terms)
    if terms.jackpot is not None:
        said += _jackpot(terms, terms.jackpot)
    return tuple(said)


def players_of_examples(terms: Terms) -> tuple[int, ...]:
    """How many dealt in make a difference: the first of each line of the caps by players; else any number."""
    if not _takes_from_pot(terms):
        return ()
    return tuple(cap.players for cap in terms.caps) or (MOST_PLAYERS,)


def examples(terms: Terms, *, chip_cents: int = 1, pots_cents: Sequence[int] = POTS_CENTS) -> tuple[Example, ...]:
    """Worked examples, pot by pot, for each number of players that makes a difference; none where time is paid."""
    worked = []
    for pot_cents in pots_cents:
        for players in players_of_examples(terms):
            due = rake.due(terms, HandFacts(pot_cents, flop_seen=True, dealt_in=players, chip_cents=chip_cents))
            worked.append(Example(pot_cents, players, due.due_cents, due.jackpot_cents))
    return tuple(worked)


def _takes_from_pot(terms: Terms) -> bool:
    return not isinstance(terms.charge, Time) and terms.charge != Fixed(0)


def _charge(terms: Terms) -> Iterator[Sentence]:
    match terms.charge:
        case Percent(rate_bp, least_cents):
            yield _say(_("The tax is %(rate_bp)s of the pot."), rate_bp=rate_bp)
            if least_cents:
                yield _say(_("It is at least %(least_cents)s."), least_cents=least_cents)
        case Steps() as steps:
            yield from _steps(steps, _("From a pot of %(from_cents)s on, the tax is %(total_cents)s."))
        case Increment(amount_cents, per_cents, 0):
            message = _("The tax is %(amount_cents)s for each full %(per_cents)s in the pot.")
            yield _say(message, amount_cents=amount_cents, per_cents=per_cents)
        case Increment(amount_cents, per_cents, first_cents):
            message = _("The tax is %(first_cents)s, and %(amount_cents)s more for each full %(per_cents)s in the pot.")
            yield _say(message, first_cents=first_cents, amount_cents=amount_cents, per_cents=per_cents)
        case Fixed(0):
            yield _say(_("The house takes no tax."))
        case Fixed(amount_cents):
            yield _say(_("The tax is %(amount_cents)s for each hand, whatever its pot."), amount_cents=amount_cents)
        case Time(amount_cents, period_minutes):
            yield _say(_("Nothing is taken from the pot."))
            message = _("Each seat pays %(amount_cents)s in advance for every %(period_minutes)s minutes begun.")
            yield _say(message, amount_cents=amount_cents, period_minutes=period_minutes)


def _limits(terms: Terms) -> Iterator[Sentence]:
    """Rounding and caps, each as it is paid: in whole chips, caps downwards."""
    if terms.chip_cents == 1:
        yield _say(_("It is rounded %(rounding)s to the cent."), rounding=terms.rounding.value)
    else:
        message = _("It is rounded %(rounding)s to whole chips of %(chip_cents)s.")
        yield _say(message, rounding=terms.rounding.value, chip_cents=terms.chip_cents)
    if terms.cap_cents is not None:
        yield _say(_("It is never more than %(cap_cents)s."), cap_cents=_in_chips(terms, terms.cap_cents))
    for cap, following in zip_longest(terms.caps, terms.caps[1:]):
        most: dict[str, int | str] = {"players": cap.players, "cap_cents": _in_chips(terms, cap.cap_cents)}
        if following is None:
            yield Sentence(_("With %(players)s players or more dealt in, it is never more than %(cap_cents)s."), most)
        elif following.players == cap.players + 1:
            yield Sentence(_("With %(players)s players dealt in, it is never more than %(cap_cents)s."), most)
        else:
            message = _("With %(players)s to %(to_players)s players dealt in, it is never more than %(cap_cents)s.")
            yield Sentence(message, most | {"to_players": following.players - 1})
    yield _say(_("It is one amount for the hand, however many side pots there are."))


def _conditions(terms: Terms) -> Iterator[Sentence]:
    if terms.no_flop_no_drop:
        yield _say(_("No flop, no drop: a hand that ends before the flop pays no tax."))
    else:
        yield _say(_("The tax is also taken from a hand that ends before the flop."))
    if terms.min_pot_cents:
        yield _say(_("Below a pot of %(min_pot_cents)s nothing is taken."), min_pot_cents=terms.min_pot_cents)
    if terms.base_includes_uncalled:
        yield _say(_("A bet that nobody called goes back, but counts as part of the pot."))
    else:
        yield _say(_("A bet that nobody called goes back first and is not taxed."))


def _jackpot(terms: Terms, jackpot: Jackpot) -> Iterator[Sentence]:
    yield _say(
        _("Apart from the tax, the pot pays into the players' fund “%(fund)s”, which is no income of the house."),
        fund=jackpot.fund,
    )
    yield from _steps(jackpot.steps, _("From a pot of %(from_cents)s on, %(total_cents)s go into the fund."), terms)
    if jackpot.min_players > 2:
        message = _("Nothing goes into the fund with fewer than %(min_players)s players dealt in.")
        yield _say(message, min_players=jackpot.min_players)
    if jackpot.flop_required:
        yield _say(_("Nothing goes into the fund when a hand ends before the flop."))


def _steps(steps: Steps, message: str, chips_of: Terms | None = None) -> Iterator[Sentence]:
    """Each step with what is due in all from there on: a guest adds nothing up."""
    for step in steps.steps:
        total_cents = steps.at(step.from_cents)
        if chips_of is not None:
            total_cents = _in_chips(chips_of, total_cents)
        yield _say(message, from_cents=step.from_cents, total_cents=total_cents)


def _in_chips(terms: Terms, amount_cents: int) -> int:
    return money.to_unit(amount_cents, terms.chip_cents, Rounding.DOWN)


def _say(message: str, **facts: int | str) -> Sentence:
    return Sentence(message, facts)

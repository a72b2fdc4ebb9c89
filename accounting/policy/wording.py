"""Terms of a rake schedule as plain sentences, and worked examples computed by `rake.due`.

Charges must be posted nearly everywhere (domain §5: "posted rules: rake, fees … visible to patrons"), and the posted
terms must be those that are charged.  A sentence is an English template with facts, like a line of the computation;
pages and API translate it and show `*_cents` as money and `*_bp` as per cent.  Each sentence also has a `Claim`, so
that the tests can compute a hand's tax from the sentences alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.policy.terms import MOST_PLAYERS, Fixed, Increment, Jackpot, Percent, Steps, Terms, Time
from casino.errors import N_

POTS_CENTS: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Pots of the worked examples."""


class Claim(StrEnum):
    """What a sentence says of the tax or the fund; the amounts are in the sentence's facts."""

    NO_TAX = "no_tax"
    TIME = "time"
    RATE = "rate"
    LEAST = "least"
    FROM_POT = "from_pot"
    INCREMENT = "increment"
    FIXED = "fixed"
    ROUNDED = "rounded"
    MOST = "most"
    MOST_BY_PLAYERS = "most_by_players"
    MOST_IS_THE_POT = "most_is_the_pot"
    ONCE = "once"
    NO_FLOP_NO_DROP = "no_flop_no_drop"
    ALSO_BEFORE_FLOP = "also_before_flop"
    NO_BOMB_POT = "no_bomb_pot"
    BOMB_POT_TOO = "bomb_pot_too"
    NOTHING_BELOW = "nothing_below"
    UNCALLED_COUNTS = "uncalled_counts"
    UNCALLED_GOES_BACK = "uncalled_goes_back"
    FUND = "fund"
    FUND_FROM_POT = "fund_from_pot"
    FUND_GETS_THE_REST = "fund_gets_the_rest"
    FUND_FROM_PLAYERS = "fund_from_players"
    FUND_NEEDS_FLOP = "fund_needs_flop"
    FUND_NO_BOMB_POT = "fund_no_bomb_pot"
    FUND_BOMB_POT_TOO = "fund_bomb_pot_too"


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template, the facts that fill it, and its claim; None if it says nothing of tax or fund."""

    message: str
    facts: Mapping[str, int | str]
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """A hand with a flop: its pot, the number of players dealt in, its tax, and the amount for the players' fund."""

    pot_cents: int
    players: int
    due_cents: int
    jackpot_cents: int


def sentences(terms: Terms, *, chip_cents: int = 1, bomb_pots: bool = False) -> tuple[Sentence, ...]:
    """Sentences that cover every field of the terms; `chip_cents`: the smallest chip at the table.

    Single amounts are given as they are paid, in whole chips.  `bomb_pots`: the game has them, so that the sentences
    say what they pay also where it is what every hand pays.
    """
    terms = rake.payable(terms, chip_cents)
    found = list(_charge(terms))
    takes_tax = all(sentence.claim not in (Claim.NO_TAX, Claim.TIME) for sentence in found)
    if takes_tax:
        found += _limits(terms, chip_cents)
        found += _conditions(terms, bomb_pots=bomb_pots)
    if takes_tax or terms.jackpot is not None:
        found.append(_uncalled(terms))
    if terms.jackpot is not None:
        found += _jackpot(terms, terms.jackpot, bomb_pots=bomb_pots)
    return tuple(found)


def players_of_examples(terms: Terms) -> tuple[int, ...]:
    """The numbers of players to show examples for: one of each cap by players; any one if there are no such caps."""
    if not _takes_from_pot(terms):
        return ()
    return tuple(cap.players for cap in terms.caps) or (MOST_PLAYERS,)


def examples(terms: Terms, *, chip_cents: int = 1, pots_cents: Sequence[int] = POTS_CENTS) -> tuple[Example, ...]:
    """Worked examples for each pot and each of `players_of_examples`; none for a time charge."""
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
            yield _say(Claim.RATE, N_("The rake is %(rate_bp)s of the pot."), rate_bp=rate_bp)
            if least := _rounded(terms, least_cents):
                yield _say(Claim.LEAST, N_("It is at least %(least_cents)s."), least_cents=least)
        case Steps() as steps:
            message = N_("From a pot of %(from_cents)s up, the rake is %(total_cents)s.")
            found = list(_steps(Claim.FROM_POT, steps, message, terms, terms.rounding))
            yield from found or [_no_tax()]
        case Increment(amount_cents, per_cents, 0):
            message = N_("The rake is %(amount_cents)s for each full %(per_cents)s in the pot.")
            yield _say(Claim.INCREMENT, message, amount_cents=amount_cents, per_cents=per_cents)
        case Increment(amount_cents, per_cents, first_cents):
            message = N_(
                "The rake is %(first_cents)s, and %(amount_cents)s more for each full %(per_cents)s in the pot."
            )
            yield _say(
                Claim.INCREMENT, message, first_cents=first_cents, amount_cents=amount_cents, per_cents=per_cents
            )
        case Fixed(amount_cents):
            message = N_("The rake is %(amount_cents)s for each hand, whatever its pot.")
            amount = _rounded(terms, amount_cents)
            yield _say(Claim.FIXED, message, amount_cents=amount) if amount else _no_tax()
        case Time(amount_cents, period_minutes):
            nothing = N_("Nothing is taken from the pot.")
            yield _say(Claim.TIME, nothing if terms.jackpot is None else N_("No rake is taken from the pot."))
            message = N_("Each seat pays %(amount_cents)s in advance for every %(period_minutes)s minutes begun.")
            if amount := rake.in_chips(terms, amount_cents):
                yield _say(Claim.TIME, message, amount_cents=amount, period_minutes=period_minutes)


def _no_tax() -> Sentence:
    return _say(Claim.NO_TAX, N_("The house takes no rake."))


def _limits(terms: Terms, chip_cents: int) -> Iterator[Sentence]:
    """Sentences on rounding and caps; amounts in whole chips, caps rounded down."""
    rounding = terms.rounding.value
    if terms.chip_cents == 1:
        yield _say(Claim.ROUNDED, N_("It is rounded %(rounding)s to the cent."), rounding=rounding)
    else:
        message = N_("It is rounded %(rounding)s to whole chips of %(chip_cents)s.")
        yield _say(Claim.ROUNDED, message, rounding=rounding, chip_cents=terms.chip_cents)
    if terms.cap_cents is not None:
        most_cents = rake.in_chips(terms, terms.cap_cents)
        yield _say(Claim.MOST, N_("It is never more than %(cap_cents)s."), cap_cents=most_cents)
    for cap, following in zip_longest(terms.caps, terms.caps[1:]):
        most: dict[str, int | str] = {"players": cap.players, "cap_cents": rake.in_chips(terms, cap.cap_cents)}
        if following is None:
            message = N_("With %(players)s players or more dealt in, it is never more than %(cap_cents)s.")
        elif following.players == cap.players + 1:
            message = N_("With %(players)s players dealt in, it is never more than %(cap_cents)s.")
        else:
            message = N_("With %(players)s to %(to_players)s players dealt in, it is never more than %(cap_cents)s.")
            most["to_players"] = following.players - 1
        yield _say(Claim.MOST_BY_PLAYERS, message, **most)
    if _may_exceed_the_pot(terms, chip_cents):
        yield _say(Claim.MOST_IS_THE_POT, N_("It is never more than the pot."))
    yield _say(Claim.ONCE, N_("It is one amount for the hand, however many side pots there are."))


def _may_exceed_the_pot(terms: Terms, chip_cents: int) -> bool:
    """Whether the charge could exceed some pot of whole table chips, so that the pot limits it."""
    smallest_cents = max(terms.min_pot_cents, chip_cents)
    if terms.base_includes_uncalled or (terms.chip_cents != chip_cents and terms.rounding is not Rounding.DOWN):
        return True
    match terms.charge:
        case Percent(_rate_bp, least_cents):
            return _rounded(terms, least_cents) > smallest_cents
        case Steps() as steps:
            return any(
                _rounded(terms, steps.at(step.from_cents)) > max(step.from_cents, smallest_cents)
                for step in steps.steps
            )
        case Increment(amount_cents, per_cents, first_cents):
            # If an increment is at most the amount it is charged for, the smallest pot that pays one is the worst case.
            next_cents = money.to_unit(smallest_cents, per_cents, Rounding.UP)
            due_cents = [
                first_cents + amount_cents * money.whole_times(pot_cents, per_cents) - pot_cents
                for pot_cents in (smallest_cents, next_cents)
            ]
            return amount_cents > per_cents or max(due_cents) > 0
        case Fixed(amount_cents):
            return _rounded(terms, amount_cents) > smallest_cents
        case Time():
            return False


def _conditions(terms: Terms, *, bomb_pots: bool) -> Iterator[Sentence]:
    if terms.no_flop_no_drop:
        yield _say(Claim.NO_FLOP_NO_DROP, N_("No flop, no drop: a hand that ends before the flop pays no rake."))
    else:
        yield _say(Claim.ALSO_BEFORE_FLOP, N_("The rake is also taken from a hand that ends before the flop."))
    if terms.bomb_pots_free:
        yield _say(Claim.NO_BOMB_POT, rake.SENTENCES[rake.Step.BOMB_POT])
    elif bomb_pots and terms.no_flop_no_drop:
        message = N_("No flop, no drop does not spare a bomb pot: it always has a flop, and bears rake like any hand.")
        yield _say(Claim.BOMB_POT_TOO, message)
    elif bomb_pots:
        yield _say(Claim.BOMB_POT_TOO, N_("A bomb pot bears rake like any hand."))
    if terms.min_pot_cents:
        nothing = N_("Below a pot of %(min_pot_cents)s nothing is taken.")
        message = nothing if terms.jackpot is None else N_("Below a pot of %(min_pot_cents)s there is no rake.")
        yield _say(Claim.NOTHING_BELOW, message, min_pot_cents=terms.min_pot_cents)


def _uncalled(terms: Terms) -> Sentence:
    """Whether an uncalled bet counts, for the tax and the fund alike."""
    if terms.base_includes_uncalled:
        return _say(Claim.UNCALLED_COUNTS, N_("An uncalled bet is returned, but counts as part of the pot."))
    if terms.jackpot is None:
        return _say(Claim.UNCALLED_GOES_BACK, N_("An uncalled bet is returned first and bears no rake."))
    return _say(Claim.UNCALLED_GOES_BACK, N_("An uncalled bet is returned first and is not part of the pot."))


def _jackpot(terms: Terms, jackpot: Jackpot, *, bomb_pots: bool) -> Iterator[Sentence]:
    yield _say(
        Claim.FUND,
        N_("Besides the rake, the pot pays into the players' fund “%(fund)s”, which is not income of the house."),
        fund=jackpot.fund,
    )
    message = N_("From a pot of %(from_cents)s up, %(total_cents)s goes into the fund.")
    yield from _steps(Claim.FUND_FROM_POT, jackpot.steps, message, terms, Rounding.DOWN)
    yield _say(Claim.FUND_GETS_THE_REST, N_("The fund gets no more than the rake leaves in the pot."))
    if jackpot.min_players > 2:
        message = N_("Nothing goes into the fund with fewer than %(min_players)s players dealt in.")
        yield _say(Claim.FUND_FROM_PLAYERS, message, min_players=jackpot.min_players)
    if jackpot.flop_required:
        yield _say(Claim.FUND_NEEDS_FLOP, N_("Nothing goes into the fund when a hand ends before the flop."))
    if terms.bomb_pots_free:
        yield _say(Claim.FUND_NO_BOMB_POT, N_("Nothing goes into the fund from a bomb pot."))
    elif bomb_pots:
        yield _say(Claim.FUND_BOMB_POT_TOO, N_("A bomb pot pays into the fund like any hand."))


def _steps(claim: Claim, steps: Steps, message: str, terms: Terms, rounding: Rounding) -> Iterator[Sentence]:
    """A sentence for each step that changes the amount, with the total due from it on."""
    before_cents = 0
    for step in steps.steps:
        total_cents = money.to_unit(steps.at(step.from_cents), terms.chip_cents, rounding)
        if total_cents != before_cents:
            yield _say(claim, message, from_cents=step.from_cents, total_cents=total_cents)
        before_cents = total_cents


def _rounded(terms: Terms, amount_cents: int) -> int:
    """An amount of the charge in whole chips, by the rounding of the terms."""
    return money.to_unit(amount_cents, terms.chip_cents, terms.rounding)


def _say(claim: Claim, message: str, **facts: int | str) -> Sentence:
    return Sentence(message, facts, claim)

"""Who won what in a hand that is over, and with which cards: only cards that were shown, so never a folded hand's."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from accounting.policy.rake import HandFacts
from accounting.policy.terms import Terms
from casino.wording import money
from tables import settlement
from tables.hands.selectors import named, shares
from tables.hands.selectors.hands import RecordedHand
from tables.play.selectors.cards import Face, faces
from tables.rules.boards import awards
from tables.rules.made_hands import best, best_low
from tables.rules.result import Part, Payout, Result, payout, result, tax_facts
from tables.rules.state import State


@dataclass(frozen=True, slots=True)
class Shown:
    """A shown hand in words, and its five cards; `part`: what it plays for, where that must be said."""

    words: str
    cards: tuple[Face, ...]
    part: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A seat that won, or that showed and did not.

    `cents`: None where it was not recorded; `hands`: one for each board and half; `parts`: the pots they come from.
    """

    seat: int
    has_won: bool
    cents: int | None = None
    hands: tuple[Shown, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winners, who won most first, then the other seats that showed; `used`: the hole cards that count, by seat."""

    lines: tuple[Line, ...] = ()
    used: Mapping[int, AbstractSet[str]] = field(default_factory=dict)


def of_hand(recorded: RecordedHand, names: Mapping[int, str], terms: Terms) -> Outcome:
    """The outcome as it was settled, also of a hand that was voided afterwards; empty where it never was.

    `names`: of the guests, by seat, as a pot names whom it was won against.
    """
    stored = recorded.hand.result
    if not stored:
        return Outcome()
    if recorded.state is None:
        return Outcome(tuple(_of_summary(stored)))
    made = _made(recorded.state)
    found, house_cents = result(recorded.state), stored["rake"]["taken_cents"] + stored["rake"]["jackpot_cents"]
    paid = payout(found, house_cents, terms)
    won = {int(seat): cents for seat, cents in stored["won"].items()}
    shown = [seat for seat in sorted(made) if not won.get(seat)]
    winners = sorted((seat for seat, cents in won.items() if cents), key=lambda seat: -won[seat])
    return Outcome(
        lines=tuple(
            [
                Line(
                    seat=seat,
                    has_won=seat in winners,
                    cents=won.get(seat, 0),
                    hands=tuple(made.get(seat, ())),
                    parts=tuple(_parts(seat, found, paid, names)),
                )
                for seat in (*winners, *shown)
            ]
        ),
        used={seat: {face.text for one in hands for face in one.cards} for seat, hands in made.items()},
    )


def facts_of(recorded: RecordedHand) -> HandFacts | None:
    """What the hand's rake depends on; None before there is a result."""
    stored = recorded.hand.result
    if not stored:
        return None
    if recorded.state is not None:
        return tax_facts(result(recorded.state))
    return settlement.facts_of(stored)


def _made(state: State) -> dict[int, list[Shown]]:
    """By seat the hands it showed: on each board the high, and the low where there is one."""
    frame, form = state.frame, state.frame.form
    is_halved = len(form.halves) > 1
    found: dict[int, list[Shown]] = {}
    for position, hole in state.shown.items():
        for number, board in enumerate(state.boards):
            on = number if len(state.boards) > 1 else None
            high, low = best(form, hole, board), best_low(form, hole, board)
            shown = found.setdefault(frame.seats[position], [])
            if high is not None:
                part = Part.HIGH if is_halved else Part.WHOLE
                shown.append(Shown(named.name(high), tuple(faces(high.cards)), shares.words(on, part)))
            if low is not None:
                shown.append(Shown(named.low(low), tuple(faces(low)), shares.words(on, Part.LOW)))
    return {seat: shown for seat, shown in found.items() if shown}


def _parts(seat: int, found: Result, paid: Payout, names: Mapping[int, str]) -> Iterator[str]:
    """The seat's pots: `main pot 270.00 less rake 18.00`; of a shared one its part of it, by boards and halves."""
    awarded = awards(found, paid)
    for number, (pot, given) in enumerate(zip(found.pots, paid.pots, strict=True)):
        share = dict(given.shares).get(seat)
        if not share:
            continue
        words = {
            "share": money(share),
            "pot": shares.pot_words(number, len(found.pots)),
            "amount": money(given.amount_cents),
            "taken": money(given.taken_cents),
        }
        if len(given.shares) == 1:
            message = _("%(pot)s %(amount)s less rake %(taken)s") if given.taken_cents else _("%(pot)s %(amount)s")
        elif given.taken_cents:
            message = _("%(share)s of %(pot)s %(amount)s less rake %(taken)s")
        else:
            message = _("%(share)s of %(pot)s %(amount)s")
        against = [names.get(other, str(other)) for other in pot.eligible if other != seat] if number else []
        said = message % words + (_(", against %(names)s") % {"names": ", ".join(against)} if against else "")
        divided = [
            f"{shares.words(award.board, award.part)} {money(award.shares[seat])}"
            for award in awarded
            if award.pot == number and seat in award.shares
        ]
        yield f"{said}: {'; '.join(divided)}" if shares.is_divided(found) else said


def _of_summary(stored: Mapping[str, Any]) -> Iterator[Line]:
    """The winners of a hand of which only the outcome was recorded; one alone got what the house left."""
    winners: Sequence[int] = stored["winners"]
    rake = stored["rake"]
    house_cents = rake["taken_cents"] + rake["jackpot_cents"]
    won = {int(seat): cents for seat, cents in stored.get("won", {}).items()}
    if len(winners) == 1 and not won:
        won = {winners[0]: stored["pot_cents"] - house_cents}
    for seat in sorted(winners, key=lambda one: -won.get(one, 0)):
        yield Line(seat, has_won=True, cents=won.get(seat))

"""The part of a hand's page that cash games, tournaments and practice share: seats, board, legal actions, showdown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting import money
from accounting.money import Rounding
from casino.pages.forms import CommandForm
from tables.hands.selectors import shares
from tables.hands.selectors.chip_hands import state_of
from tables.hands.selectors.history import told
from tables.models.tournament.chip_hands import ChipHand
from tables.play.pages import oval
from tables.play.pages.forms import MISDEALS
from tables.play.selectors.cards import Face, faces
from tables.rules import actions, cards, misdeal, setup
from tables.rules import hand as rules
from tables.rules.actions import Action, Kind
from tables.rules.hand import HandView
from tables.rules.setup import HandSetup

_SHARES_BP: Final = {5_000: gettext_lazy("½ pot"), 7_500: gettext_lazy("¾ pot"), 10_000: gettext_lazy("Pot")}
_DECK: Final = [cards.NAMES.index(rank + suit) for suit in "shdc" for rank in "AKQJT98765432"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A raise by one tap: its words, and the total on the street that it makes."""

    words: str
    to_cents: int


@dataclass(frozen=True, slots=True)
class CardKey:
    """A key of the deck; `at` says where the card lies already."""

    name: str
    face: Face
    at: str


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a finished hand is shown: after `step` of its `last` actions."""

    step: int
    last: int

    @property
    def before(self) -> int:
        return max(self.step - 1, 0)

    @property
    def after(self) -> int:
        return min(self.step + 1, self.last)


def replayed(setup: HandSetup, done: Sequence[Action], wanted: str) -> tuple[Replay, HandView | None]:
    """A finished hand after as many actions as `?step=` wants, and what was to be seen then; None: its end."""
    step = min(int(wanted), len(done)) if wanted.isdecimal() and len(wanted) < 6 else len(done)
    seen = rules.view(rules.replay(setup, done[:step])) if step < len(done) else None
    return Replay(step, len(done)), seen


def context(
    seen: HandView | None,
    names: Mapping[int, str],
    *,
    setup: HandSetup | None = None,
    places: int,
    won: Mapping[str, int] | None = None,
    stacks: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """For the templates of a hand at a table with `places` places; `won` and `stacks` by seat once it is settled."""
    options = {option.kind.value: option for option in seen.legal.options} if seen else {}
    return {
        "seen": seen,
        "is_bomb_pot": setup is not None and setup.bomb_pot,
        "oval": oval.of_hand(seen, setup, names, places=places, won=won or {}, stacks=stacks or {})
        if seen and setup
        else None,
        "options": options,
        "raising": options.get("raise") or options.get("bet"),
        "presets": presets(seen, setup.terms.chip_cents) if seen and setup else [],
        "deck": deck(seen) if seen and ("board" in options or "show" in options) else [],
        "hole_cards": options["show"].cards if "show" in options else None,
        "showdown": _showdown(seen, names) if seen else [],
        "to_act_name": names.get(seen.to_act or 0, "") if seen else "",
    }


def of_chips(
    played: ChipHand, names: Mapping[int, str], *, places: int, step: str, said: Callable[[int], str]
) -> dict[str, Any]:
    """For the templates of a hand that is played for chips which are no money.

    `step`: how far a finished hand is shown; `said` formats amounts.
    """
    seen = rules.view(state_of(played))
    is_open, began = played.state == ChipHand.State.OPEN, setup.from_json(played.setup)
    done = [actions.from_json(one) for one in played.actions]
    paid = rules.payout(seen.result) if seen.result and played.state != ChipHand.State.VOID else None
    won = {str(seat): chips for seat, chips in paid.won_cents.items()} if paid else {}
    replay, then = (None, None) if is_open else replayed(began, done, step)
    return {
        "replay": replay,
        "is_open": is_open,
        "hand": played,
        "version": len(done),
        "button_seat": began.button_seat,
        **context(
            then or seen,
            names,
            setup=began,
            places=places,
            won={} if then else won,
            stacks=played.result["stacks"] if played.result and not then else {},
        ),
        "pot_cents": seen.pot_cents,
        "sentences": told(began, done, names, said),
        "pots": shares.of_hand(seen.result, paid, names) if paid and seen.result else [],
        **misdeals(done, is_open=is_open),
        "settle_form": CommandForm(version=len(done)) if is_open and seen.result else None,
    }


def presets(seen: HandView, chip_cents: int) -> list[Preset]:
    """Shares of the pot as it is after the call, in whole chips, and all-in: what is legal, so none in limit games."""
    raising = seen.legal.option(Kind.RAISE) or seen.legal.option(Kind.BET)
    if raising is None:
        return []
    assert raising.min_to_cents is not None
    assert raising.max_to_cents is not None
    seat = next(seat for seat in seen.seats if seat.seat == seen.to_act)
    call = seen.legal.option(Kind.CALL)
    owed = (call.call_cents or 0) if call else 0
    everything = seat.bet_cents + seat.stack_cents
    found = {}
    for rate_bp, words in _SHARES_BP.items():
        raised_cents = money.share(seen.pot_cents + owed, rate_bp, unit_cents=chip_cents, rounding=Rounding.DOWN)
        to_cents = seat.bet_cents + owed + raised_cents
        if raising.min_to_cents <= to_cents <= raising.max_to_cents and raising.min_to_cents < raising.max_to_cents:
            found[to_cents] = Preset(str(words), to_cents)
    if raising.max_to_cents >= everything:
        found[everything] = Preset(_("All-in"), everything)  # a share that is all of it says so
    return list(found.values())


def deck(seen: HandView) -> list[CardKey]:
    """The 52 cards by suits, each with where it lies already."""
    several = len(seen.boards) > 1
    places = {
        card: _("Board %(n)s") % {"n": number} if several else _("Board")
        for number, board in enumerate(seen.boards, 1)
        for card in board
    }
    places |= {card: _("Seat %(seat)s") % {"seat": seat.seat} for seat in seen.seats for card in seat.shown}
    return [
        CardKey(cards.NAMES[card], face, places.get(card, "")) for card, face in zip(_DECK, faces(_DECK), strict=True)
    ]


def misdeals(standing: Iterable[Action], *, is_open: bool) -> dict[str, Any]:
    """Whether the dealer may still call a misdeal without the floor, and the reasons to choose from."""
    may = is_open and misdeal.may_be_called(standing)
    return {"may_misdeal": may, "misdeals": [(reason.value, MISDEALS[reason]) for reason in misdeal.Misdeal]}


def _showdown(seen: HandView, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """The seats that may open their cards now, in the order in which the dealer asks them."""
    show, muck = seen.legal.option(Kind.SHOW), seen.legal.option(Kind.MUCK)
    mucking = muck.seats if muck else ()
    return [
        {"seat": seat, "text": str(seat), "name": names.get(seat, ""), "may_muck": seat in mucking}
        for seat in (show.seats if show else ())
    ]

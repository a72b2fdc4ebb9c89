"""A finished hand street by street: what was done, what lay in each pot after it, and where a replay finds it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import wording
from tables.hands.selectors import history
from tables.play.selectors.cards import Face, faces
from tables.rules import hand as rules
from tables.rules.actions import Action, Kind
from tables.rules.setup import HandSetup
from tables.rules.state import State

_NAMES = {0: gettext_lazy("Preflop"), 3: gettext_lazy("Flop"), 4: gettext_lazy("Turn"), 5: gettext_lazy("River")}


@dataclass(slots=True)
class Street:
    """A street: it begins after `first` actions of the hand, its board being dealt, and ends after `last`."""

    name: str
    first: int
    last: int = 0
    sentences: list[str] = field(default_factory=list)
    folded: list[int] = field(default_factory=list)
    laid: dict[int, list[Face]] = field(default_factory=dict)
    pots: tuple[int, ...] = ()

    @property
    def boards(self) -> list[list[Face]]:
        """The cards laid on this street, by board."""
        return list(self.laid.values())


def of_hand(setup: HandSetup, actions: Sequence[Action], names: Mapping[int, str]) -> list[Street]:
    """The streets in order, the showdown being the last; boards side by side share one, a second run is its own."""
    state = rules.start(setup)
    found = [Street(str(_NAMES[0]), 0, sentences=list(_posted(setup, names)))]
    for number, action in enumerate(actions):
        if name := _begun(found[-1], state, action):
            found[-1].last, found[-1].pots = number, _pots(state)
            found.append(Street(name, number + 1 if action.kind is Kind.BOARD else number))
        after = rules.apply(state, action)
        if action.kind is Kind.BOARD:
            found[-1].laid.setdefault(state.run, []).extend(faces(action.cards))
        else:
            found[-1].sentences.append(history.telling(action, names, put_in_cents=_put_in(state, after, action.seat)))
        if action.kind is Kind.FOLD and action.seat is not None:
            found[-1].folded.append(action.seat)
        state = after
    found[-1].last, found[-1].pots = len(actions), _pots(state)
    return found


def _begun(street: Street, before: State, action: Action) -> str:
    """The street that begins with this action; empty: it is one of the street before it."""
    if action.kind is Kind.BOARD:
        dealt = len(before.boards[before.run]) + len(action.cards)
        if before.run < before.frame.boards:
            return str(_NAMES[dealt]) if before.run == 0 else ""
        again = _("Second board") if before.frame.boards == 1 else _("Second run")
        return again if street.name != again else ""
    is_shown = action.kind in {Kind.SHOW, Kind.MUCK} and before.phase is not rules.Phase.BOARD
    return _("Showdown") if is_shown and street.name != _("Showdown") else ""


def _put_in(before: State, after: State, seat: int | None) -> int:
    """What the action put in, also where the part that nobody matched went back at once."""
    if seat is None:
        return 0
    position = after.frame.position[seat]
    back, excess = after.returned if after.returned and not before.returned else (-1, 0)
    return after.paid[position] - before.paid[position] + (excess if back == position else 0)


def _pots(state: State) -> tuple[int, ...]:
    """What lies in each pot, the main pot first; in one sum while bets lie before the seats."""
    seen = rules.view(state)
    pots = seen.result.pots if seen.result else seen.pots
    parts = tuple([pot.amount_cents for pot in pots])
    return parts if sum(parts) == state.pot else (state.pot,)


def _posted(setup: HandSetup, names: Mapping[int, str]) -> list[str]:
    """The blinds and other posts, in the order of the seats."""
    return [
        _("%(who)s posts %(to)s")
        % {
            "who": history.who(seat.seat, names),
            "to": wording.short_money(sum(post.cents for post in seat.posts)),
        }
        for seat in setup.seats
        if seat.posts
    ]

"""A hand's actions as sentences in the reader's language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino import wording
from tables.hands.selectors.hands import UNDO, RecordedAction
from tables.play.selectors.cards import faces
from tables.rules import cards
from tables.rules.actions import Action, Kind

_SENTENCES: Final[Mapping[str, str]] = {
    Kind.FOLD: _("%(who)s folds"),
    Kind.CHECK: _("%(who)s checks"),
    Kind.CALL: _("%(who)s calls"),
    Kind.BET: _("%(who)s bets %(to)s"),
    Kind.RAISE: _("%(who)s raises to %(to)s"),
    Kind.ALL_IN: _("%(who)s is all-in"),
    Kind.BOARD: _("Board: %(cards)s"),
    Kind.SHOW: _("%(who)s shows %(cards)s"),
    Kind.MUCK: _("%(who)s mucks"),
    Kind.RUN_TWICE: _("Run twice"),
    Kind.CHOP: _("The blinds are taken back"),
}

_WITH_AMOUNTS: Final[Mapping[str, str]] = {
    Kind.CALL: _("%(who)s calls %(to)s"),
    Kind.ALL_IN: _("%(who)s is all-in with %(to)s"),
}

_UNDO: Final = _("Row %(row)s has been undone")


def sentences(actions: Iterable[RecordedAction], names: Mapping[int, str]) -> list[str]:
    """The standing actions as sentences, in order."""
    return [sentence(action, names) for action in actions if action.live]


def sentence(action: RecordedAction, names: Mapping[int, str]) -> str:
    """One recorded row, in the reader's language."""
    if action.kind == UNDO:
        return gettext(_UNDO) % {"row": action.undoes}
    dealt = cards.parse(action.cards) if action.cards else ()
    return doing(Action(Kind(action.kind), action.seat, action.to_cents, dealt), names)


def doing(action: Action, names: Mapping[int, str], said: Callable[[int], str] = wording.money) -> str:
    """The sentence for one action; `said` formats amounts, as money or as chips."""
    return _filled(_SENTENCES[action.kind], action, names, said(action.to_cents or 0))


def telling(action: Action, names: Mapping[int, str], *, put_in_cents: int) -> str:
    """The same for a hand that is over: also of a call it is said what the seat put in."""
    message = _WITH_AMOUNTS.get(action.kind)
    if message is None or not put_in_cents:
        return doing(action, names, wording.short_money)
    return _filled(message, action, names, wording.short_money(put_in_cents))


def who(seat: int | None, names: Mapping[int, str]) -> str:
    """A seat and the name of its guest."""
    return f"{seat} {names.get(seat, '')}".strip() if seat is not None else ""


def _filled(message: str, action: Action, names: Mapping[int, str], amount: str) -> str:
    shown = " ".join(face.text for face in faces(action.cards))
    return gettext(message) % {"who": who(action.seat, names), "to": amount, "cards": shown}

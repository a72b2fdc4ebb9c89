"""A hand's actions as sentences in the reader's language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino import wording
from tables.play.selectors.cards import faces
from tables.play.selectors.hands import UNDO, RecordedAction
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
    who = f"{action.seat} {names.get(action.seat, '')}".strip() if action.seat is not None else ""
    shown = " ".join(face.text for face in faces(action.cards))
    return gettext(_SENTENCES[action.kind]) % {"who": who, "to": said(action.to_cents or 0), "cards": shown}

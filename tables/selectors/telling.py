"""A hand told in words: who did what."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino import wording
from tables.rules import cards
from tables.rules.actions import Kind
from tables.selectors.faces import faces
from tables.selectors.hands import UNDO, RecordedAction

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
    Kind.RUN_TWICE: _("It is run twice"),
}


_UNDO: Final = _("Row %(row)s is taken back")


def told(actions: Iterable[RecordedAction], names: Mapping[int, str]) -> list[str]:
    """The standing actions as sentences, in order."""
    return [sentence(action, names) for action in actions if action.live]


def sentence(action: RecordedAction, names: Mapping[int, str]) -> str:
    """One recorded row, in the reader's language."""
    if action.kind == UNDO:
        return gettext(_UNDO) % {"row": action.undoes}
    who = f"{action.seat} {names.get(action.seat, '')}".strip() if action.seat is not None else ""
    shown = " ".join(face.text for face in faces(cards.parse(action.cards))) if action.cards else ""
    return gettext(_SENTENCES[action.kind]) % {"who": who, "to": wording.money(action.to_cents or 0), "cards": shown}

"""A hand's actions as sentences in the reader's language."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino import wording
from tables.hands.selectors import hands
from tables.hands.selectors.hands import UNDO, RecordedHand
from tables.play.selectors.cards import faces
from tables.rules.actions import Action, Kind
from tables.rules.hand import apply, start
from tables.rules.setup import HandSetup

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

_ON_BOARD: Final = _("Board %(n)s: %(cards)s")
_UNDO: Final = _("Row %(row)s has been undone")


def sentences(recorded: RecordedHand, names: Mapping[int, str]) -> list[str]:
    """The standing actions as sentences, in order."""
    assert recorded.state is not None, "a summary has no actions"
    standing = [hands.action_of(row) for row in hands.standing(recorded.rows)]
    return told(recorded.state.frame.setup, standing, names)


def told(
    setup: HandSetup, actions: Sequence[Action], names: Mapping[int, str], said: Callable[[int], str] = wording.money
) -> list[str]:
    """The actions as sentences; of several boards it is said which one cards were laid on."""
    boards = boards_of(setup, actions)
    return [doing(action, names, said, board=boards.get(number)) for number, action in enumerate(actions)]


def boards_of(setup: HandSetup, actions: Sequence[Action]) -> dict[int, int]:
    """Where there are several boards side by side: the board, from 1, on which each action laid cards."""
    found: dict[int, int] = {}
    if setup.boards == 1:
        return found
    state = start(setup)
    for number, action in enumerate(actions):
        if action.kind is Kind.BOARD:
            found[number] = state.run + 1
        state = apply(state, action)
    return found


def of_rows(recorded: RecordedHand, names: Mapping[int, str]) -> Iterator[str]:
    """Every recorded row as a sentence, those that were undone too."""
    done: list[Action] = []
    for row in recorded.rows:
        if row.kind == UNDO:
            done.pop()
            yield gettext(_UNDO) % {"row": row.undoes}
            continue
        done.append(hands.action_of(row))
        board = None
        if recorded.state is not None and row.kind == Kind.BOARD:
            board = boards_of(recorded.state.frame.setup, done).get(len(done) - 1)
        yield doing(done[-1], names, board=board)


def doing(
    action: Action,
    names: Mapping[int, str],
    said: Callable[[int], str] = wording.money,
    *,
    board: int | None = None,
) -> str:
    """The sentence for one action; `said` formats amounts, as money or as chips."""
    message = _SENTENCES[action.kind] if board is None else _ON_BOARD
    return _filled(message, action, names, said(action.to_cents or 0), board)


def telling(action: Action, names: Mapping[int, str], *, put_in_cents: int) -> str:
    """The same for a hand that is over: also of a call it is said what the seat put in."""
    message = _WITH_AMOUNTS.get(action.kind)
    if message is None or not put_in_cents:
        return doing(action, names, wording.short_money)
    return _filled(message, action, names, wording.short_money(put_in_cents))


def who(seat: int | None, names: Mapping[int, str]) -> str:
    """A seat and the name of its guest."""
    return f"{seat} {names.get(seat, '')}".strip() if seat is not None else ""


def _filled(message: str, action: Action, names: Mapping[int, str], amount: str, board: int | None = None) -> str:
    shown = " ".join(face.text for face in faces(action.cards))
    return gettext(message) % {"who": who(action.seat, names), "to": amount, "cards": shown, "n": board}

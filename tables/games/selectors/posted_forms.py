"""The posted rules of a form of poker: its cards, the halves of the pot, boards and bomb pots.

Every sentence follows from a property of the form or a term of the game, none from its name.  Sources: domain §4.18;
WSOP Live Action Rules 149 and Robert's Rules of Poker, "Ties" (the odd chip goes to the high; identical hands share as
evenly as possible).  The odd chip of several boards and the bomb pots are rules of the house.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from accounting.policy.wording import Sentence
from casino.errors import N_
from tables.models import Game
from tables.rules.forms import FORMS, Form, Half

HAND: Final = 5
"""The cards that make a hand."""
_STREETS: Final[Mapping[tuple[int, ...], tuple[str, str]]] = {
    (3, 1, 1): (
        N_(
            "Three cards are dealt face up (flop), then a fourth (turn) and a fifth (river), each time after a burn"
            " card."
        ),
        N_(
            "On each board three cards are dealt face up (flop), then a fourth (turn) and a fifth (river), board by"
            " board, each time after one burn card for all boards."
        ),
    ),
}
"""By the cards that the streets lay on a board: what is dealt on one board, and on several."""


def form_of(game: Game) -> Form:
    """The form of poker of a game among guests."""
    return FORMS[game.variant]


def about_cards(game: Game) -> Iterator[Sentence]:
    """How many cards are held, and how many of them play."""
    form, name = form_of(game), Game.Variant(game.variant).label
    facts: dict[str, int | str] = {"game": name, "cards": form.hole_cards}
    if form.plays is None:
        yield Sentence(
            N_("%(game)s: %(cards)s cards in the hand; the best five of these and the %(board)s on the board count."),
            facts | {"board": form.board_cards},
        )
    else:
        yield Sentence(
            N_(
                "%(game)s: %(cards)s hole cards, of which exactly %(plays)s count, together with %(others)s of the"
                " board."
            ),
            facts | {"plays": form.plays, "others": HAND - form.plays},
        )
    if Half.LOW_EIGHT in form.halves:
        yield from _about_halves(form)


def _about_halves(form: Form) -> Iterator[Sentence]:
    yield Sentence(N_("Hi-Lo: the highest hand wins one half of each pot, the lowest hand the other half."), {})
    if form.plays is None:
        yield Sentence(N_("The cards that count may be others for the low hand than for the high hand."), {})
    else:
        yield Sentence(
            N_(
                "For the low hand too exactly %(plays)s hole cards count; they may be others than those for the high"
                " hand."
            ),
            {"plays": form.plays},
        )
    yield Sentence(N_("Where nobody in a pot has a low hand that counts, the high hand wins all of that pot."), {})
    yield Sentence(
        N_("Equal hands share their half: a player whose low hand is tied may win only a quarter of the pot."), {}
    )
    yield Sentence(N_("An odd chip between the halves goes to the high hand."), {})
    yield Sentence(N_("The same winners of both halves share the whole pot as evenly as the chips allow."), {})


def about_low(form: Form) -> Iterator[Sentence]:
    """What a low hand is, and which of two is better."""
    if Half.LOW_EIGHT not in form.halves:
        return
    yield Sentence(
        N_(
            "Low hand (eight or better): five cards of five different ranks, none higher than an eight; the ace is low."
        ),
        {},
    )
    yield Sentence(N_("Straights and flushes do not count against a low hand."), {})
    yield Sentence(
        N_(
            "Low hands are compared from their highest card down, and the lower card wins: 5-4-3-2-A is the best,"
            " 8-7-6-5-4 the last that counts."
        ),
        {},
    )


def about_streets(game: Game) -> Iterator[Sentence]:
    """What is dealt face up, on one board or on several."""
    on_one, on_several = _STREETS[tuple(street.board for street in form_of(game).streets if street.board)]
    yield Sentence(on_one if game.boards == 1 else on_several, {})


def about_boards(game: Game) -> Iterator[Sentence]:
    """How many boards every hand has, and how they share the pot where any hand has several."""
    if game.boards > 1:
        yield Sentence(N_("Every hand has %(boards)s boards, side by side."), {"boards": game.boards})
    if max(game.boards, game.bomb_pot_boards) > 1:
        yield Sentence(
            N_("Each board decides an equal part of every pot; an odd chip between boards goes to the first board."), {}
        )


def about_jackpots(game: Game) -> Iterator[Sentence]:
    """Which hands do not count for the jackpots that a hand wins, though they may pay into the fund."""
    if max(game.boards, game.bomb_pot_boards) > 1:
        yield Sentence(N_("A hand with several boards counts for neither bad beat nor high hand."), {})


def about_bomb_pots(game: Game) -> Iterator[Sentence]:
    """When there is one, and what is different in it."""
    if game.bomb_pot_ante_cents is None:
        return
    if game.bomb_pot_every is not None:
        first, second, third = (number * game.bomb_pot_every for number in (1, 2, 3))
        yield Sentence(
            N_("Hands %(first)s, %(second)s, %(third)s and so on at the table are bomb pots."),
            {"first": first, "second": second, "third": third},
        )
    if game.bomb_pot_at_dealer_change:
        yield Sentence(N_("The first hand of a new dealer at the table is a bomb pot."), {})
    yield Sentence(N_("The floor may announce a bomb pot for the next hand."), {})
    yield Sentence(
        N_(
            "In a bomb pot every player at the table puts in an ante of %(ante_cents)s and is dealt in; there are no"
            " blinds and no straddle."
        ),
        {"ante_cents": game.bomb_pot_ante_cents},
    )
    yield Sentence(N_("In a bomb pot there is no betting before the flop."), {})
    if game.bomb_pot_boards > 1:
        yield Sentence(N_("A bomb pot has %(boards)s boards, side by side."), {"boards": game.bomb_pot_boards})
    elif game.boards > 1:
        yield Sentence(N_("A bomb pot has one board."), {})
    yield Sentence(
        N_("A blind that a player owes stays owed in a bomb pot; button and blinds move on as after every hand."), {}
    )

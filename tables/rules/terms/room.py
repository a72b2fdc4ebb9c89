"""How many players a game holds: the deck must suffice for everybody's cards, all boards and the burn cards."""

from casino.errors import N_, Refusal
from tables.rules.forms import FORMS
from tables.rules.setup import MOST_PLAYERS


def most_players(variant: str, boards: int = 1) -> int:
    """How many can be dealt in on that many boards; against the house only the table's seats are counted."""
    form = FORMS.get(variant)
    return MOST_PLAYERS if form is None else min(MOST_PLAYERS, form.most_players(boards))


def room(seats: int, most: int, taken: int) -> int:
    """How many more may sit down where `taken` seats are occupied or held for somebody."""
    return max(0, min(seats, most) - taken)


def refuse_more(players: int, most: int, game: str) -> None:
    """Refuse more players than a game holds (`game_full`)."""
    if players > most:
        raise Refusal("game_full", N_("The deck suffices for %(most)s players of %(game)s."), most=most, game=game)

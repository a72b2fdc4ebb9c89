"""The posted rules of a game among guests: the ranking of hands and the order of play (seed `001`).

Rules that differ between rule sets are read from the game's rule set.
"""

from collections.abc import Iterator
from typing import Final

from accounting.policy.wording import Sentence
from casino.errors import N_, Word
from tables.games.selectors import posted_forms as forms
from tables.models import Game
from tables.rules.banked.categories import Category
from tables.rules.forms import Form
from tables.rules.rule_sets import HalfBetRaise, MinimumRaise, RuleSet, ShowdownOrder, UnmatchedAnte

_RANKING: Final = {
    Category.ROYAL_FLUSH: N_("Royal flush: ace, king, queen, jack and ten of one suit."),
    Category.STRAIGHT_FLUSH: N_("Straight flush: five cards in sequence, all of one suit."),
    Category.FOUR_OF_A_KIND: N_("Four of a kind: four cards of the same rank."),
    Category.FULL_HOUSE: N_("Full house: three of a kind and a pair."),
    Category.FLUSH: N_("Flush: five cards of one suit."),
    Category.STRAIGHT: N_("Straight: five cards in sequence; the ace ranks above the king, or below the two."),
    Category.THREE_OF_A_KIND: N_("Three of a kind: three cards of the same rank."),
    Category.TWO_PAIR: N_("Two pair: two different pairs."),
    Category.PAIR: N_("One pair: two cards of the same rank."),
    Category.HIGH_CARD: N_("High card: none of these; the highest card decides."),
}
#: Seed 002, "Game combinations examples": nine hands, each with its example; "green" are the clubs of its cards.
EXAMPLES: Final = {
    Category.PAIR: Word(N_("two kings")),
    Category.TWO_PAIR: Word(N_("two sixes and two aces")),
    Category.THREE_OF_A_KIND: Word(N_("three fives")),
    Category.STRAIGHT: Word(N_("4, 5, 6, 7 and 8, not all of one suit")),
    Category.FLUSH: Word(N_("five diamonds, not all in sequence")),
    Category.FULL_HOUSE: Word(N_("three tens and two sixes")),
    Category.FOUR_OF_A_KIND: Word(N_("four eights")),
    Category.STRAIGHT_FLUSH: Word(N_("6, 7, 8, 9 and 10 of hearts")),
    Category.ROYAL_FLUSH: Word(N_("10, jack, queen, king and ace of clubs")),
}
_MINIMUM_RAISE: Final = {
    MinimumRaise.LAST_RAISE: N_("A raise must be at least as much as the last bet or raise."),
    MinimumRaise.MINIMUM_BET: N_("A raise must be at least the minimum bet."),
}
_HALF_BET_RAISE: Final = {
    HalfBetRaise.ABOVE_ALL_IN: N_(
        "An all-in of half a bet or more counts as a full bet: a raise then goes a full bet above the all-in."
    ),
    HalfBetRaise.WHOLE_BETS: N_(
        "An all-in of half a bet or more counts as a full bet: a raise then goes to the next whole bet."
    ),
}
_NO_HALF_BET: Final = N_("An all-in below a full bet does not count as one.")
_COMPLETED: Final = N_("The next player may raise an all-in that does not count to the full bet.")
_UNMATCHED_ANTE: Final = {
    UnmatchedAnte.STAYS: N_("The part of an ante that nobody else can match stays in the pot."),
    UnmatchedAnte.RETURNED: N_("The part of an ante that nobody else can match is returned, as that of a bet is."),
}
_SHOWDOWN: Final = {
    ShowdownOrder.LAST_AGGRESSOR: N_(
        "At the showdown the last player to bet or raise in the last round shows first; otherwise the first after the "
        "button."
    ),
    ShowdownOrder.LEFT_OF_BUTTON: N_("At the showdown the first player after the button shows first."),
    ShowdownOrder.LEFT_OF_LAST_CALLER: N_("At the showdown the player after the last caller shows first."),
}


def about_ranking(form: Form) -> Iterator[Sentence]:
    """The hands, best first, the rules for equal ones (row H14), and the low hands where they win a half."""
    for category in sorted(_RANKING, reverse=True):
        yield Sentence(_RANKING[category], {})
    yield Sentence(N_("Of two such hands the higher cards win: first those of the combination, then the others."), {})
    yield Sentence(N_("Equal hands share the pot; suits never decide."), {})
    yield from forms.about_low(form)


def about_ranking_with_examples() -> Iterator[Sentence]:
    """The hands, best first, each with the example of seed 002, which has none of a high card (rows S17, H14)."""
    for category in sorted(_RANKING, reverse=True):
        hand = Word(_RANKING[category])
        if category in EXAMPLES:
            yield Sentence(N_("%(hand)s For example: %(example)s."), {"hand": hand, "example": EXAMPLES[category]})
        else:
            yield Sentence(hand, {})


def about_play(game: Game, rules: RuleSet) -> Iterator[Sentence]:
    """The order of play from the blinds to the showdown."""
    yield Sentence(N_("The button moves clockwise after every hand."), {})
    yield Sentence(N_("Before the deal two blinds are posted: the small blind and, to its left, the big blind."), {})
    yield Sentence(
        N_("Each player gets %(cards)s cards, face down, one after the other, starting to the left of the button."),
        {"cards": forms.form_of(game).hole_cards},
    )
    yield Sentence(
        N_("The first betting round begins to the left of the big blind, who acts last in it and may still raise."), {}
    )
    yield from forms.about_streets(game)
    yield Sentence(
        N_("After each of them there is a betting round, which begins with the first player after the button."), {}
    )
    yield Sentence(N_("Each in turn checks or bets; once there is a bet, a player folds, calls or raises."), {})
    if game.betting != Game.Betting.FIXED_LIMIT:
        yield Sentence(N_("A bet must be at least the big blind."), {})
        yield Sentence(_MINIMUM_RAISE[rules.minimum_raise], {})
    else:
        yield Sentence(_HALF_BET_RAISE[rules.half_bet_raise] if rules.half_bet_rule else _NO_HALF_BET, {})
        yield Sentence(_COMPLETED, {})
    if game.ante_cents or game.bomb_pot_ante_cents:
        yield Sentence(_UNMATCHED_ANTE[rules.unmatched_ante], {})
    if rules.blind_chop:
        yield Sentence(
            N_("If all others have folded before the flop, the two blinds may agree to take theirs back."), {}
        )
    yield Sentence(_SHOWDOWN[rules.showdown_order], {})
    yield Sentence(N_("The last player left in a hand wins the pot without showing their cards."), {})
    yield from forms.about_bomb_pots(game)

"""What a shown hand is called in the reader's language: `Full house, kings and sevens`."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_noop as _

from tables.rules import cards
from tables.rules.banked.categories import Category
from tables.rules.made_hands import MadeHand

_ONE: Final = (
    pgettext_lazy("card", "two"),
    pgettext_lazy("card", "three"),
    pgettext_lazy("card", "four"),
    pgettext_lazy("card", "five"),
    pgettext_lazy("card", "six"),
    pgettext_lazy("card", "seven"),
    pgettext_lazy("card", "eight"),
    pgettext_lazy("card", "nine"),
    pgettext_lazy("card", "ten"),
    pgettext_lazy("card", "jack"),
    pgettext_lazy("card", "queen"),
    pgettext_lazy("card", "king"),
    pgettext_lazy("card", "ace"),
)
_MANY: Final = (
    pgettext_lazy("cards", "twos"),
    pgettext_lazy("cards", "threes"),
    pgettext_lazy("cards", "fours"),
    pgettext_lazy("cards", "fives"),
    pgettext_lazy("cards", "sixes"),
    pgettext_lazy("cards", "sevens"),
    pgettext_lazy("cards", "eights"),
    pgettext_lazy("cards", "nines"),
    pgettext_lazy("cards", "tens"),
    pgettext_lazy("cards", "jacks"),
    pgettext_lazy("cards", "queens"),
    pgettext_lazy("cards", "kings"),
    pgettext_lazy("cards", "aces"),
)
_NAMES: Final = {
    Category.HIGH_CARD: _("%(one)s high"),
    Category.PAIR: _("Pair of %(many)s"),
    Category.TWO_PAIR: _("Two pairs, %(many)s and %(others)s"),
    Category.THREE_OF_A_KIND: _("Three %(many)s"),
    Category.STRAIGHT: _("Straight, %(one)s high"),
    Category.FLUSH: _("Flush, %(one)s high"),
    Category.FULL_HOUSE: _("Full house, %(many)s and %(others)s"),
    Category.FOUR_OF_A_KIND: _("Four %(many)s"),
    Category.STRAIGHT_FLUSH: _("Straight flush, %(one)s high"),
    Category.ROYAL_FLUSH: _("Royal flush"),
}
_WITH_KICKERS: Final = {
    Category.HIGH_CARD: 1,
    Category.PAIR: 1,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 1,
    Category.FOUR_OF_A_KIND: 1,
}
"""Of these the kickers are told too: behind this number of ranks that the name has already."""


def name(made: MadeHand) -> str:
    """The category with its ranks, then the kickers."""
    first, *rest = made.ranks
    words = {"one": _ONE[first], "many": _MANY[first], "others": _MANY[rest[0]] if rest else ""}
    kickers = made.ranks[_WITH_KICKERS.get(made.category, len(made.ranks)) :]
    said = gettext(_NAMES[made.category]) % words
    return ", ".join([said[0].upper() + said[1:], *(str(_ONE[rank]) for rank in kickers)])


def low(five: Sequence[int]) -> str:
    """A low by its ranks, the highest card first: `8-6-4-3-A`."""
    return "-".join([cards.NAMES[card][0] for card in five])

"""A rule set in words: a label for each rule that a house may switch, and a text for each of its values."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tables.rules.rule_sets import NEWEST, RULE_SETS, SWITCHES, RuleSet, rule_set, words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_TITLES: Final[Mapping[str, "StrOrPromise"]] = {
    "house": _("The usual rules"),
    "seed-000": _("Without a dead button, the last to bet or raise shows first"),
    "wiesbaden": "Wiesbaden",
    "seed-003": _("Three raises, each of at least the minimum bet"),
    "pokerstars": "PokerStars",
    "wsop-live": "WSOP Live Action",
    "tda": "TDA",
}
LABELS: Final[Mapping[str, "StrOrPromise"]] = {
    "reopening": _("Re-raising after an all-in that is not a full raise"),
    "short_bet": _("Minimum raise over an all-in below the minimum bet"),
    "minimum_raise": _("A raise adds at least"),
    "half_bet_rule": _("Fixed-limit: an all-in of half a bet or more counts as a full one"),
    "half_bet_raise": _("Fixed-limit: an all-in that counts as a full bet is raised to"),
    "raise_cap": _("Maximum raises per betting round"),
    "raise_cap_everywhere": _("This limit also applies in no-limit and pot-limit"),
    "cap_lifted_heads_up": _("A round that begins with two players has no limit of raises"),
    "cap_lifted_in_round": _("Raises have no limit once two players are left (Robert's Rules)"),
    "all_in_keeps_cap": _("A third player who is all-in keeps the limit"),
    "pot_preflop": _("The first pot-limit raise counts the small blind"),
    "pot_counts_full_blinds": _("Pot-limit: a short blind counts as a full one before the flop"),
    "pot_counts_dead_money": _("Pot-limit: dead money counts"),
    "over_raise": _("A raise that nobody is left to call"),
    "unmatched_ante": _("The part of an ante that nobody can match"),
    "odd_chip": _("Odd chips go to"),
    "tax_from": _("The rake is taken from"),
    "showdown_order": _("Shows first"),
    "straddles": _("Straddle"),
    "straddle_sets_minimum": _("A straddle sets the minimum raise"),
    "blind_chop": _("The blinds may agree to take theirs back when all others have folded"),
    "run_it_twice": _("The rest of the board may be run twice"),
    "run_twice_counts_stub": _("It is run twice only where the deck has enough cards"),
    "all_in_opens": _("Cards are shown once nobody can bet any more"),
    "short_blind_full_price": _("A short blind is called at its full price"),
    "dead_button": _("The button may be at an empty seat"),
    "heads_up": _("Heads-up, the small blind is posted"),
    "big_blind_ante": _("A big blind who cannot cover both pays first"),
    "missed_blinds": _("A player who missed blinds"),
    "new_player": _("A new player"),
}
GROUPS: Final[Sequence[tuple["StrOrPromise", Sequence[str]]]] = (
    (
        _("Raising"),
        (
            "minimum_raise", "raise_cap", "raise_cap_everywhere", "cap_lifted_heads_up", "cap_lifted_in_round",
            "all_in_keeps_cap", "reopening", "short_bet", "half_bet_rule", "half_bet_raise", "over_raise",
        ),
    ),
    (_("Pot-limit"), ("pot_preflop", "pot_counts_full_blinds", "pot_counts_dead_money")),
    (_("Pots and rake"), ("unmatched_ante", "odd_chip", "tax_from")),
    (_("Showdown"), ("showdown_order", "all_in_opens", "run_it_twice", "run_twice_counts_stub")),
    (
        _("Button and blinds"),
        (
            "straddles", "straddle_sets_minimum", "short_blind_full_price", "dead_button", "heads_up",
            "big_blind_ante", "missed_blinds", "new_player", "blind_chop",
        ),
    ),
)  # fmt: skip
"""Every rule once, under the headings of the page that switches them."""

_YES_NO: Final[Mapping[str, "StrOrPromise"]] = {"yes": _("yes"), "no": _("no")}
_VALUES: Final[Mapping[str, Mapping[str, "StrOrPromise"]]] = {
    "reopening": {
        "tda_cumulative": _("once small ones add up to a full raise (TDA 47)"),
        "always": _("always"),
        "never": _("only after a full raise by one player"),
    },
    "short_bet": {"add": _("the all-in plus a full bet"), "complete": _("to the full bet")},
    "half_bet_raise": {
        "above_all_in": _("a full bet more than the all-in (WLA 129)"),
        "whole_bets": _("the next whole bet"),
    },
    "minimum_raise": {"last_raise": _("as much as the last bet or raise"), "minimum_bet": _("the minimum bet")},
    "pot_preflop": {"exact": _("as it is"), "small_blind_as_big": _("as a big blind")},
    "over_raise": {
        "accept_and_return": _("the excess over the all-in is returned"),
        "accept_if_open": _("is returned above the all-in, if the player may raise (TDA 47)"),
        "call": _("counts as a call"),
    },
    "unmatched_ante": {"stays": _("stays in the pot"), "returned": _("is returned")},
    "odd_chip": {
        "one_each": _("the winners, one each from the left of the button"),
        "all_to_first": _("the first winner left of the button"),
        "one_a_player": _("the winners, one each from the left of the button; nobody gets two of one pot"),
    },
    "tax_from": {
        "main_first": _("the main pot first"),
        "by_size": _("all pots, by size"),
        "as_due": _("the main pot first, each pot what it adds to the rake due"),
    },
    "showdown_order": {
        "last_aggressor": _("the last to bet or raise"),
        "left_of_button": _("the first after the button"),
        "left_of_last_caller": _("the player after the last caller"),
    },
    "straddles": {
        "none": _("nobody"),
        "under_the_gun": _("left of the big blind"),
        "button": _("at the button"),
        "both": _("left of the big blind or at the button"),
    },
    "heads_up": {
        "button_posts_small": _("at the button"),
        "left_of_button_posts_small": _("left of the button"),
    },
    "big_blind_ante": {"blind_first": _("the blind"), "ante_first": _("the ante")},
    "missed_blinds": {
        "post_or_wait": _("posts them or waits"),
        "wait": _("waiting for the big blind"),
        "free": _("comes back without posting"),
    },
    "new_player": {"post_or_wait": _("posts the big blind or waits"), "free": _("comes in without posting")},
}


def title(key: str) -> "StrOrPromise":
    """The name of a shipped rule set, with its version from the second on; refuses `unknown_rule_set`."""
    rules = rule_set(key)
    name = _TITLES[rules.name]
    return name if rules.version == 1 else format_lazy("{} v{}", name, rules.version)


def shipped(now: str = "") -> list[tuple[str, "StrOrPromise"]]:
    """The shipped rule sets to choose from: the newest version of each, and the one that is chosen now."""
    keys = {rules.key for rules in NEWEST.values()} | ({now} & RULE_SETS.keys())
    return [(key, title(key)) for key in sorted(keys)]


def value(name: str, word: str) -> "StrOrPromise":
    """The text of a rule's value."""
    if name == "raise_cap":
        return _("without limit") if word == "none" else word
    return _VALUES.get(name, _YES_NO)[word]


def choices(name: str) -> list[tuple[str, "StrOrPromise"]]:
    """The values of a rule, each with its text."""
    return [(word, value(name, word)) for word in SWITCHES[name]]


def switched(rules: RuleSet) -> list["StrOrPromise"]:
    """What a house has switched, a line for each rule."""
    said = words(rules)
    names = [part.partition("=")[0] for part in rules.switched.split(";") if part]
    return [format_lazy("{}: {}", LABELS[name], value(name, said[name])) for name in names]

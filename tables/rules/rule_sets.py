"""Rule sets of poker as data with a version.

A hand keeps the key of its rule set (`"house/1"`).  A rule set that has been shipped never changes; a new version is
added, so that every hand can be replayed under the rules of its day.  A house may switch single rules of a shipped set;
the key then names each (`"house/1;odd_chip=all_to_first"`), so that it alone says how the hand was played.  Where the
seeds contradict each other, each
document has its own rule set.  Sources: seeds `000`, `001`, `003`; TDA 2024; WSOP Live Action Rules 2024 ("WLA"), all
by way of domain §4.2–4.6.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from casino.errors import N_, Refusal


class Reopening(StrEnum):
    """The right to raise again after an all-in smaller than a full raise."""

    TDA_CUMULATIVE = "tda_cumulative"  # facing at least a full raise, small ones added up (TDA 47, WLA 173)
    ALWAYS = "always"
    NEVER = "never"  # only after a full raise by one player


class ShortBet(StrEnum):
    """The least raise over an all-in bet smaller than the minimum bet."""

    ADD = "add"  # the all-in plus a full bet
    # To the full bet, also by a player who has checked (PokerStars-189423156874: 1424 all-in, raised to 6000).
    COMPLETE = "complete"


class HalfBetRaise(StrEnum):
    """The total to which a limit all-in of half a bet or more, which counts as a full bet, is raised."""

    # A full bet more than the all-in: "raising a $15 all-in bet to $35" on a $20 round (WLA 129; Robert's Rules,
    # "Betting and raising" 6).  Small all-ins that add up reopen only to a player who faces half a bet.
    ABOVE_ALL_IN = "above_all_in"
    # The next multiple of the bet, here 40, as rooms do that keep limit bets in whole bets; small all-ins that add up
    # reopen to everybody.
    WHOLE_BETS = "whole_bets"


class MinimumRaise(StrEnum):
    """The least that a raise must add."""

    LAST_RAISE = "last_raise"  # seed `000`: 10 → 20, 24 → 38
    MINIMUM_BET = "minimum_bet"  # seed `003`: "equal or greater than the minimum bid"


class PotPreflop(StrEnum):
    """How the small blind counts in the first pot-limit maximum (WLA 187)."""

    EXACT = "exact"  # 5/10: first raise to 35
    SMALL_BLIND_AS_BIG = "small_blind_as_big"  # 5/10: first raise to 40, until the big blind has acted


class OverRaise(StrEnum):
    """The treatment of a raise that nobody is left to call, because all others are all-in."""

    ACCEPT_AND_RETURN = "accept_and_return"  # seed `000` §5: "he can take back the amount exceeding the all-in"
    # The same, but not by a player whose betting is closed (TDA 47), and not beyond the cap.
    ACCEPT_IF_OPEN = "accept_if_open"
    CALL = "call"


class UnmatchedAnte(StrEnum):
    """The part of an ante that nobody else could match, because all others are all-in for less."""

    STAYS = "stays"  # a pot of one player: theirs in any case, but it bears rake
    RETURNED = "returned"  # as of a bet: antes of 100, 60 and 60 make a pot of 180


class OddChip(StrEnum):
    """The winners who get the chips that do not divide."""

    ONE_EACH = "one_each"  # one unit each, clockwise from the left of the button, pot by pot (WLA 148–149)
    ALL_TO_FIRST = "all_to_first"  # all of them to the first winner left of the button
    # As the first, but of one pot "no player may receive more than one odd chip" (Robert's Rules, "Ties").
    ONE_A_PLAYER = "one_a_player"


class TaxFrom(StrEnum):
    """The pots that bear the house's tax, which is one amount per hand."""

    MAIN_FIRST = "main_first"
    BY_SIZE = "by_size"  # each pot in proportion
    # Main pot first, each pot the tax it adds to the tax due: its rate, until the cap is reached.
    AS_DUE = "as_due"


class ShowdownOrder(StrEnum):
    """The player who is asked to show first."""

    LAST_AGGRESSOR = "last_aggressor"  # seed `000`; of the last betting round, else left of the button
    LEFT_OF_BUTTON = "left_of_button"
    LEFT_OF_LAST_CALLER = "left_of_last_caller"  # seed `003`


class Straddle(StrEnum):
    """The positions from which a straddle, a voluntary blind before the deal, is allowed."""

    UNDER_THE_GUN = "under_the_gun"
    BUTTON = "button"


class HeadsUp(StrEnum):
    """The player who posts the small blind when there are two.

    The first to act follows: before the flop the small blind, later the player left of the button.
    """

    BUTTON_POSTS_SMALL = "button_posts_small"  # TDA 34 B, WLA 153: the button acts first before the flop, then last
    LEFT_OF_BUTTON_POSTS_SMALL = "left_of_button_posts_small"  # the seeds: the button has the big blind, acts last


class BigBlindAnte(StrEnum):
    """The post that a big blind who cannot pay both pays first."""

    BLIND_FIRST = "blind_first"  # TDA 2024 RP-11 ("big-blind-first calculation"); WSOP, announcement of 2019
    ANTE_FIRST = "ante_first"  # common in many rooms before TDA recommended the other


class MissedBlinds(StrEnum):
    """How a player who missed blinds comes back."""

    # Posts all missed blinds, only the big blind live, the rest dead to the centre (WLA 156); or waits.
    POST_OR_WAIT = "post_or_wait"
    WAIT = "wait"  # only in the big blind
    FREE = "free"


class NewPlayer(StrEnum):
    """How a new player comes in."""

    POST_OR_WAIT = "post_or_wait"  # Saarland: posts the big blind or waits for it, never between button and big blind
    FREE = "free"  # WLA 100a for no-limit and pot-limit


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All room rules that a hand's course or payment depends on.

    The defaults are those of `house/1`; they never change either.

    `raise_cap` counts raises after the bet (before the flop: after the big blind) in fixed limit, and in every
    betting when `raise_cap_everywhere`; None is no cap.  `cap_lifted_heads_up` lifts it for a round that starts with
    two players, `cap_lifted_in_round` as soon as two are left before it is reached; with `all_in_keeps_cap` a third
    player who is all-in keeps it.

    With a `dead_button` the big blind moves on by one player each hand, and button and small blind follow it, also to
    a seat that is not dealt in: then nobody posts the small blind.  Otherwise the button moves on by one player, and
    the first and the second player after it always post the blinds.
    """

    name: str
    version: int
    switched: str = ""  # `;odd_chip=all_to_first`: what a house has switched, in the order of names
    reopening: Reopening = Reopening.TDA_CUMULATIVE
    short_bet: ShortBet = ShortBet.ADD
    minimum_raise: MinimumRaise = MinimumRaise.LAST_RAISE
    half_bet_rule: bool = True  # WLA 129: in limit an all-in of at least half a bet counts as a full one
    half_bet_raise: HalfBetRaise = HalfBetRaise.WHOLE_BETS
    raise_cap: int | None = 3
    raise_cap_everywhere: bool = False
    cap_lifted_heads_up: bool = True  # WLA 127
    cap_lifted_in_round: bool = False  # Robert's Rules, "Betting and raising" 4; not so WLA 127
    all_in_keeps_cap: bool = True  # WLA 126, Robert's Rules 3: no, it holds among players "who are not all-in"
    pot_preflop: PotPreflop = PotPreflop.EXACT
    pot_counts_full_blinds: bool = True  # TDA 54: a short blind counts as a full one before the flop
    pot_counts_dead_money: bool = True
    over_raise: OverRaise = OverRaise.ACCEPT_AND_RETURN
    unmatched_ante: UnmatchedAnte = UnmatchedAnte.STAYS
    odd_chip: OddChip = OddChip.ONE_EACH
    tax_from: TaxFrom = TaxFrom.MAIN_FIRST
    showdown_order: ShowdownOrder = ShowdownOrder.LAST_AGGRESSOR
    straddles: frozenset[Straddle] = frozenset({Straddle.UNDER_THE_GUN})
    straddle_sets_minimum: bool = True  # a straddle of 4 is raised to 8; else by the big blind, to 6 (WLA 162)
    run_it_twice: bool = False
    run_twice_counts_stub: bool = False  # only where the deck has the cards of both runs, with a burn card a street
    blind_chop: bool = False  # WLA 67: when all others have folded, the blinds may agree to take theirs back
    all_in_opens: bool = True  # seed `000` §5: nothing more to bet, "the players already open their hand cards"
    short_blind_full_price: bool = True  # WLA 150
    dead_button: bool = True  # WLA 151, TDA 32
    heads_up: HeadsUp = HeadsUp.BUTTON_POSTS_SMALL
    big_blind_ante: BigBlindAnte = BigBlindAnte.BLIND_FIRST
    missed_blinds: MissedBlinds = MissedBlinds.POST_OR_WAIT
    new_player: NewPlayer = NewPlayer.POST_OR_WAIT

    @property
    def key(self) -> str:
        """`"house/1"`, as kept on the hand, with what a house has switched."""
        return f"{self.name}/{self.version}{self.switched}"


_HOUSE: Final = RuleSet("house", 1)

#: The documents know no dead button: "this Dealer Button moves clockwise to the next player" (seed `001` "Dealer
#: Button", `003` 16, `000` §2 "The dealer moves clockwise").  Nor do they know another way for two players, whom they
#: admit (`000`: "a minimum of 2 players", `003`: "Two to ten players"): "The first player to the left of the dealer"
#: posts the small blind "and the second" the big one (`000` §4), "the first player after the Dealer Button" and "the
#: second player" (`001` "Game play" 2), "First player to the left of the dealer", "player to the left of the small
#: blind" (`003` 2–3).  Later rounds begin left of the dealer (`000` §4 "Starting player", `001` 5, `003` 9).
_DOCUMENT: Final = replace(
    _HOUSE, dead_button=False, heads_up=HeadsUp.LEFT_OF_BUTTON_POSTS_SMALL, straddles=frozenset()
)

_FIRST: Final = (
    _HOUSE,
    replace(_DOCUMENT, name="seed-000", showdown_order=ShowdownOrder.LAST_AGGRESSOR),
    # "All players … show their cards in the predetermined order": the order of betting.
    replace(_DOCUMENT, name="wiesbaden", showdown_order=ShowdownOrder.LEFT_OF_BUTTON),
    replace(
        _DOCUMENT,
        name="seed-003",
        minimum_raise=MinimumRaise.MINIMUM_BET,
        raise_cap=3,
        raise_cap_everywhere=True,  # "three round of raising and re-raising per round of betting"
        cap_lifted_heads_up=False,
        showdown_order=ShowdownOrder.LEFT_OF_LAST_CALLER,
    ),
    replace(_HOUSE, name="pokerstars", short_bet=ShortBet.COMPLETE, tax_from=TaxFrom.BY_SIZE),
    # As its printed hands show: 5 % of pots of 2149 and 2918 up to 200 are 107 and 93 (PokerStars-228696115846).
    replace(
        _HOUSE,
        name="pokerstars",
        version=2,
        short_bet=ShortBet.COMPLETE,
        tax_from=TaxFrom.AS_DUE,
        run_it_twice=True,  # "available on No Limit and Pot Limit Hold'em and Omaha ring game tables" (its help pages)
    ),
    replace(
        _HOUSE,
        name="wsop-live",
        raise_cap=4,  # WLA 126: a bet and four raises
        pot_preflop=PotPreflop.SMALL_BLIND_AS_BIG,  # WLA 187
        straddles=frozenset({Straddle.UNDER_THE_GUN, Straddle.BUTTON}),
        straddle_sets_minimum=False,  # WLA 162: least raise to three big blinds
        run_it_twice=True,
        new_player=NewPlayer.FREE,  # WLA 100a
    ),
    replace(
        _HOUSE,
        name="tda",
        # TDA 48: "there is a limit to raises even when heads-up until the event is down to 2 players"
        cap_lifted_heads_up=False,
        straddles=frozenset(),
    ),
)

#: Not PokerStars: none of its printed hands shows what it does there.
_NEXT: Final = tuple(
    [
        replace(
            rules,
            version=2,
            half_bet_raise=HalfBetRaise.ABOVE_ALL_IN,
            over_raise=OverRaise.ACCEPT_IF_OPEN,
            all_in_keeps_cap=False,
            blind_chop=rules.name == "wsop-live",
        )
        for rules in _FIRST
        if rules.name != "pokerstars"
    ]
)
#: Antes are matched as bets are: seed `000` §5, "he can take back the amount exceeding the all-in".
_THIRD: Final = tuple(
    [replace(rules, version=3, unmatched_ante=UnmatchedAnte.RETURNED, run_twice_counts_stub=True) for rules in _NEXT]
)
_SHIPPED: Final = (*_FIRST, *_NEXT, *_THIRD)

#: Every rule set that was ever shipped, by key.
RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.key: rules for rules in _SHIPPED})


#: The newest version of each, which is offered; an older one only to a game that has it.
NEWEST: Final[Mapping[str, RuleSet]] = MappingProxyType({rules.name: rules for rules in RULE_SETS.values()})
#: The rule set of a game that names none.
USUAL: Final = NEWEST["house"].key

MOST_RAISES: Final = 9
_NOBODY: Final = "none"
_YES_NO: Final = {"yes": True, "no": False}
_RAISES: Final[Mapping[str, int | None]] = {_NOBODY: None, **{str(n): n for n in range(1, MOST_RAISES + 1)}}
_STRADDLES: Final = {
    _NOBODY: frozenset[Straddle](),
    "button": frozenset({Straddle.BUTTON}),
    "under_the_gun": frozenset({Straddle.UNDER_THE_GUN}),
    "both": frozenset(Straddle),
}


def _values(usual: Any) -> Mapping[str, Any]:
    """What a rule may be switched to, by the word for it."""
    if isinstance(usual, bool):
        return _YES_NO
    if isinstance(usual, StrEnum):
        return {value.value: value for value in type(usual)}
    return _STRADDLES if isinstance(usual, frozenset) else _RAISES


#: The rules that a house may switch, each with its values by their words.
SWITCHES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {one.name: _values(one.default) for one in fields(RuleSet) if one.name not in {"name", "version", "switched"}}
)


def words(rules: RuleSet) -> dict[str, str]:
    """Every rule that can be switched with the word for its value."""
    return {
        name: next(word for word, value in values.items() if value == getattr(rules, name))
        for name, values in SWITCHES.items()
    }


def switched(base: str, wanted: Mapping[str, str]) -> RuleSet:
    """A shipped rule set with single rules switched; those that are so already are left out of its key.

    Refuses `unknown_rule_set`, and a rule or value that is not in `SWITCHES` (`unknown_switch`).
    """
    shipped = _shipped(base)
    for name, word in wanted.items():
        if word not in SWITCHES.get(name, ()):
            known = sorted(SWITCHES.get(name, SWITCHES))
            raise Refusal(
                "unknown_switch",
                N_("The rule “%(name)s” cannot be set to “%(word)s”."),
                name=name,
                word=word,
                known=known,
            )
    usual = words(shipped)
    differing = {name: word for name, word in sorted(wanted.items()) if usual[name] != word}
    changes = {name: SWITCHES[name][word] for name, word in differing.items()}
    return replace(shipped, switched="".join(f";{name}={word}" for name, word in differing.items()), **changes)


def rule_set(key: str) -> RuleSet:
    """The rule set of that key; refuses `unknown_rule_set`, also for a key that `switched` would write otherwise."""
    return _of_a_house(key) if ";" in key else _shipped(key)


@lru_cache(maxsize=512)
def _of_a_house(key: str) -> RuleSet:
    base, *parts = key.split(";")
    pairs = [part.partition("=") for part in parts]
    try:
        found = switched(base, {name: word for name, _is, word in pairs})
    except Refusal:
        raise _unknown(key) from None
    if found.key != key:
        raise _unknown(key)
    return found


def _shipped(key: str) -> RuleSet:
    try:
        return RULE_SETS[key]
    except KeyError:
        raise _unknown(key) from None


def _unknown(key: str) -> Refusal:
    return Refusal("unknown_rule_set", N_("Rule set “%(key)s” not found."), key=key, known=sorted(RULE_SETS))

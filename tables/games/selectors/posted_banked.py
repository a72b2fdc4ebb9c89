"""The posted sheet of a game against the house: stakes, order of play, outcomes and pay tables, from its rule set.

Every sentence and every line of a pay table comes from the data that settles the rounds (`tables.rules.banked`), so
sheet and table cannot differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Final

from accounting.models import House
from accounting.money import Rounding
from accounting.policy.wording import Sentence
from casino.errors import N_, NotFound, Word
from tables.games.selectors import posted_play as play
from tables.games.selectors import posted_sheet as posted
from tables.models import Game
from tables.rules.banked.boxes import NAMES
from tables.rules.banked.categories import Category, category, pair_named
from tables.rules.banked.rule_sets import (
    EVEN_BP,
    BankedRules,
    Decision,
    Otherwise,
    PayTable,
    SideBet,
    Spot,
    Street,
    Unqualified,
    rule_set,
)

HANDS: Final = {
    Category.HIGH_CARD: Word(N_("high card")),
    Category.PAIR: Word(N_("a pair")),
    Category.TWO_PAIR: Word(N_("two pair")),
    Category.THREE_OF_A_KIND: Word(N_("three of a kind")),
    Category.STRAIGHT: Word(N_("straight")),
    Category.FLUSH: Word(N_("flush")),
    Category.FULL_HOUSE: Word(N_("full house")),
    Category.FOUR_OF_A_KIND: Word(N_("four of a kind")),
    Category.STRAIGHT_FLUSH: Word(N_("straight flush")),
    Category.ROYAL_FLUSH: Word(N_("royal flush")),
}
_DECISIONS: Final = {
    (Street.DEAL, Otherwise.FOLD): N_("Before the flop a box bets %(bet)s or folds."),
    (Street.DEAL, Otherwise.CHECK): N_("Before the flop a box bets %(bet)s or checks."),
    (Street.FLOP, Otherwise.FOLD): N_("After the flop a box bets %(bet)s or folds."),
    (Street.FLOP, Otherwise.CHECK): N_("After the flop a box bets %(bet)s or checks."),
    (Street.TURN, Otherwise.FOLD): N_("After the turn a box bets %(bet)s or folds."),
    (Street.TURN, Otherwise.CHECK): N_("After the turn a box bets %(bet)s or checks."),
    (Street.RIVER, Otherwise.FOLD): N_("After the river a box bets %(bet)s or folds."),
    (Street.RIVER, Otherwise.CHECK): N_("After the river a box bets %(bet)s or checks."),
}
_UNQUALIFIED: Final = {
    Unqualified.PLAYS: N_("If the dealer does not qualify, the %(spot)s wins or loses as usual."),
    Unqualified.PUSHES: N_("If the dealer does not qualify, the %(spot)s is returned."),
    Unqualified.PAYS: N_("If the dealer does not qualify, the %(spot)s is paid whatever the box holds."),
}


_ROUNDED: Final = {
    Rounding.UP: N_("A win that is not a whole number of chips is rounded up, in the guest's favour."),
    Rounding.DOWN: N_("A win that is not a whole number of chips is rounded down, in the house's favour."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a pay table: the hand (as a sentence) and the odds; None where the bet is returned."""

    hand: Sentence
    odds: str | None


@dataclass(frozen=True, slots=True)
class Paid:
    """The pay table of one bet."""

    spot: Word
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PostedBank:
    """A game against the house with the sentences and pay tables of its sheet."""

    game: Game
    house: House
    rules: BankedRules
    stakes: tuple[Sentence, ...]
    ranking: tuple[Sentence, ...]
    play: tuple[Sentence, ...]
    outcome: tuple[Sentence, ...]
    false_deal: tuple[Sentence, ...]
    about_house: tuple[Sentence, ...]
    tables: tuple[Paid, ...]


def sheet(game_id: int) -> PostedBank | None:
    """The sheet of a game against the house; None among guests, refuses `no_such_game`."""
    game = Game.objects.select_related("house").filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game", N_("Game not found."))
    if not game.is_banked:
        return None
    rules = rule_set(game.rule_set)
    return PostedBank(
        game=game,
        house=game.house,
        rules=rules,
        stakes=tuple(_stakes(game, rules)),
        ranking=tuple(play.about_ranking_with_examples()),
        play=tuple(_play(rules)),
        outcome=tuple(_outcome(rules)),
        false_deal=tuple(_false_deal()),
        about_house=tuple(posted.about_house(game.house, has_pot=False)),
        tables=tuple(_tables(rules)),
    )


def offered(house_id: int) -> list[Game]:
    """The games against the house on offer, by name."""
    return list(Game.objects.filter(house_id=house_id, is_active=True, rake_schedule=None).order_by("name"))


def _stakes(game: Game, rules: BankedRules) -> Iterator[Sentence]:
    yield Sentence(N_("The table has %(boxes)s boxes; a guest may play several."), {"boxes": rules.boxes})
    yield Sentence(
        N_("The ante for a box must be between %(least_cents)s and %(most_cents)s."),
        {"least_cents": game.min_box_cents, "most_cents": game.max_box_cents},
    )
    yield posted.PAID
    for spot in rules.equals_ante:
        yield Sentence(N_("The %(spot)s equals the ante and is placed with it."), {"spot": NAMES[spot]})
    for spot in rules.side_bets:
        yield Sentence(
            N_("The %(spot)s is a side bet of up to %(most_cents)s, placed before the deal."),
            {"spot": NAMES[spot], "most_cents": game.max_side_cents},
        )
    yield Sentence(N_("The smallest chip is %(chip_cents)s."), {"chip_cents": game.chip_cents})
    yield from _exactness(game, rules)
    if game.max_paid_cents is not None:
        yield Sentence(
            N_("A box is paid no more than %(most_cents)s per round, side bets included."),
            {"most_cents": game.max_paid_cents},
        )


def _exactness(game: Game, rules: BankedRules) -> Iterator[Sentence]:
    """How a win that is no whole number of chips is paid, or why there is none."""
    unit_cents = rules.ante_unit_cents(game.chip_cents)
    if rules.rounding is not None:
        yield Sentence(_ROUNDED[rules.rounding], {})
    elif unit_cents != game.chip_cents:
        yield Sentence(
            N_("An ante is a multiple of %(unit_cents)s, so that every win is paid exactly."),
            {"unit_cents": unit_cents},
        )


def _deal(rules: BankedRules) -> Iterator[Sentence]:
    """The order of dealing.

    Seed 002 has "face up (uncovered)", which its own text contradicts: players "raise their own cards and take a look",
    a card that "gets uncovered, other than the last dealer's card" is a false deal, and all uncover theirs at the end.
    """
    yield Sentence(N_("Every box with an ante gets two cards, and so does the dealer."), {})
    if rules.dealt_singly:
        yield Sentence(
            N_("The cards are dealt one by one: one to each box, one to the dealer, then the second ones likewise."),
            {},
        )
        yield Sentence(
            N_(
                "The dealer's second card is the last. All lie face down until the board is complete; players look "
                "at their own only."
            ),
            {},
        )
        yield Sentence(
            N_("Three cards are laid open one by one (flop), after more bets a fourth (turn), then a fifth (river)."),
            {},
        )


def _play(rules: BankedRules) -> Iterator[Sentence]:
    yield from _deal(rules)
    if rules.silent:
        yield Sentence(N_("Players must not talk to each other about their cards."), {})
    for decision in rules.decisions:
        yield Sentence(_DECISIONS[decision.street, decision.otherwise], {"bet": _bet(decision)})
    multiples = {multiple for decision in rules.decisions for multiple in decision.multiples}
    for multiple in sorted(multiples):
        yield Sentence(
            N_("%(multiple)s× is exactly the ante of the box.")
            if multiple == 1
            else N_("%(multiple)s× is %(multiple)s times the ante of the box."),
            {"multiple": multiple},
        )
    spots = [decision.spot for decision in rules.decisions]
    for spot in dict.fromkeys(spots):
        if spots.count(spot) > 1:
            yield Sentence(
                N_("Only one %(spot)s per round: a player who has made it cannot bet again."), {"spot": NAMES[spot]}
            )
    if not rules.equals_ante:
        yield Sentence(N_("A box that folds loses its ante and returns its cards."), {})
    for spot in rules.equals_ante:
        yield Sentence(
            N_("A box that folds loses its ante and %(spot)s, and returns its cards."), {"spot": NAMES[spot]}
        )


def _bet(decision: Decision) -> str:
    """The multiples of the ante to choose from, in the rule set's order: `"4× / 3×"`."""
    return " / ".join(f"{multiple}×" for multiple in decision.multiples)


def _outcome(rules: BankedRules) -> Iterator[Sentence]:
    """Outcomes (seed `002`): a lower hand than the dealer's loses, an equal one pushes, a higher one is paid."""
    yield Sentence(
        N_("The best five of a box's two cards and the five on the board count; the same goes for the dealer."), {}
    )
    yield Sentence(N_("A hand lower than the dealer's loses, an equal hand is a push, a higher hand is paid."), {})
    if rules.qualifies is None:
        yield Sentence(N_("The dealer plays with any hand."), {})
    else:
        yield _at_least(rules.qualifies, _PLAYS_FROM)
        for spot, payment in rules.payments.items():
            yield Sentence(_UNQUALIFIED[payment.unqualified], {"spot": NAMES[spot]})
    for spot, bet in rules.side_bets.items():
        yield from _side(spot, bet)


def _side(spot: Spot, bet: SideBet) -> Iterator[Sentence]:
    yield Sentence(
        N_("The %(spot)s counts the box's two cards and the first %(cards)s of the board, whatever the dealer holds."),
        {"spot": NAMES[spot], "cards": bet.board_cards},
    )
    yield _at_least(bet.least, _WINS_FROM, spot=NAMES[spot])
    lost = N_("A box that folds also loses its %(spot)s.")
    kept = N_("The %(spot)s of a box that folds still counts.")
    yield Sentence(lost if bet.lost_by_fold else kept, {"spot": NAMES[spot]})


_PLAYS_FROM: Final = (
    N_("The dealer plays only with a pair of %(cards)s or better."),
    N_("The dealer plays only with %(hand)s or better."),
)
_WINS_FROM: Final = (
    N_("The %(spot)s wins with a pair of %(cards)s or better."),
    N_("The %(spot)s wins with %(hand)s or better."),
)


def _at_least(rank: int, messages: tuple[str, str], **facts: Word) -> Sentence:
    """The worst hand that qualifies: `messages` are for a pair of some rank and for a whole category."""
    cards = pair_named(rank)
    if cards is not None:
        return Sentence(messages[0], {**facts, "cards": cards})
    return Sentence(messages[1], {**facts, "hand": HANDS[category(rank)]})


def _false_deal() -> Iterator[Sentence]:
    """False deals (seed `002`); the bets stand (rows E5, H15)."""
    yield Sentence(
        N_("A wrong number of cards is a misdeal, and so is an exposed card, other than the dealer's last."), {}
    )
    yield Sentence(N_("The dealer announces a misdeal."), {})
    yield Sentence(N_("After a misdeal the cards are shuffled and dealt again; all bets stand."), {})


def _tables(rules: BankedRules) -> Iterator[Paid]:
    for spot, payment in rules.payments.items():
        yield Paid(NAMES[spot], tuple(_lines(payment.table, Category.HIGH_CARD)))
    for spot, bet in rules.side_bets.items():
        yield Paid(NAMES[spot], tuple(_lines(bet.table, category(bet.least))))


def _lines(table: PayTable, least: Category) -> Iterator[Line]:
    """The lines, best hand first; hands paid like the best are one line: "straight or better"."""
    named = sorted(table.bp, reverse=True)
    best = [each for each in named if table.bp[each] == table.bp[named[0]]]
    if len(best) > 1:
        yield Line(Sentence(N_("%(hand)s or better"), {"hand": HANDS[best[-1]]}), _odds(table.bp[best[-1]]))
    for each in named[len(best) if len(best) > 1 else 0 :]:
        yield Line(Sentence(HANDS[each], {}), _odds(table.bp[each]))
    if not named:
        yield Line(Sentence(N_("any hand that wins"), {}), _odds(table.else_bp))
    elif any(each not in table.bp for each in Category if each >= least):
        yield Line(Sentence(N_("any other hand that wins"), {}), _odds(table.else_bp))


def _odds(rate_bp: int) -> str | None:
    """`15000` → `"3 : 2"`."""
    if not rate_bp:
        return None
    common = gcd(rate_bp, EVEN_BP)
    return f"{rate_bp // common} : {EVEN_BP // common}"

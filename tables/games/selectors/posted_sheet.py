"""The posted sheet of a game among guests: the game and the house's tax in sentences, from the terms in force.

The sentences about the tax come from the terms that charge the hands (`accounting.policy.wording`), those about the
game from the rule set that plays them, so sheet and table cannot differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from accounting import chips, money
from accounting.models import House, ScheduleVersion
from accounting.policy import rake, wording
from accounting.policy.terms import Terms
from accounting.policy.wording import Sentence
from accounting.rake.selectors import schedules
from casino.errors import N_, NotFound
from tables.games.selectors import posted_forms as forms
from tables.games.selectors import posted_play as play
from tables.models import Game
from tables.play.selectors.stakes import rebuy_of
from tables.rules.rule_sets import HeadsUp, rule_set

_STAKES = {
    Game.Betting.NO_LIMIT: N_("No-limit: a player may bet all their chips on the table."),
    Game.Betting.POT_LIMIT: N_("Pot-limit: a bet or raise may be as high as the pot."),
    Game.Betting.FIXED_LIMIT: N_(
        "Fixed-limit: bets and raises are %(small_bet_cents)s until the flop and %(big_bet_cents)s from the turn on."
    ),
}
_HEADS_UP = {
    HeadsUp.BUTTON_POSTS_SMALL: N_("With two players, the one with the button posts the small blind."),
    HeadsUp.LEFT_OF_BUTTON_POSTS_SMALL: N_(
        "Even with two players, the first one left of the button posts the small blind."
    ),
}


PAID = Sentence(N_("Nobody plays without chips: every guest buys in before their first hand."), {})
"""Seed 000 §1 leaves it to the organizer.  Every game has a minimum buy-in, and no guest is seated without one."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A game, the version of its schedule in force, and the sentences of its sheet."""

    game: Game
    house: House
    version: ScheduleVersion
    terms: Terms
    about_game: tuple[Sentence, ...]
    about_ranking: tuple[Sentence, ...]
    about_play: tuple[Sentence, ...]
    about_tax: tuple[Sentence, ...]
    about_house: tuple[Sentence, ...]
    examples: tuple[wording.Example, ...]


def sheet(game_id: int, at: datetime) -> Posted:
    """The sheet of a game at that time; refuses `no_such_game`, `schedule_unsigned`, `no_schedule_in_force`."""
    game = _game(game_id)
    version = schedules.required(game.rake_schedule_id, at)
    terms = rake.parse(version.terms)
    return Posted(
        game=game,
        house=game.house,
        version=version,
        terms=terms,
        about_game=(*_about_game(game), *(forms.about_jackpots(game) if terms.jackpot else ())),
        about_ranking=tuple(play.about_ranking(forms.form_of(game))),
        about_play=tuple(play.about_play(game, rule_set(game.rule_set))),
        about_tax=wording.sentences(terms, chip_cents=game.chip_cents, bomb_pots=game.offers_bomb_pots),
        about_house=tuple(about_house(game.house)),
        examples=wording.examples(terms, chip_cents=game.chip_cents),
    )


PRACTICE = (
    Sentence(N_("The chips have no value: nothing is bought, won or lost."), {}),
    Sentence(N_("Everybody may try the game; the rules are those of the game with money."), {}),
    Sentence(N_("The house takes no tax, and there are no tips."), {}),
)
"""Seed 000 § 1: "with no money down"."""


@dataclass(frozen=True, slots=True)
class PostedPractice:
    """A game as it is played for chips without value, and the sentences of its sheet: nothing about money."""

    game: Game
    house: House
    about_chips: tuple[Sentence, ...]
    about_game: tuple[Sentence, ...]
    about_ranking: tuple[Sentence, ...]
    about_play: tuple[Sentence, ...]


def practice(game_id: int) -> PostedPractice:
    """The sheet of a game while it is played for chips without value; refuses `no_such_game`."""
    game = _game(game_id)
    return PostedPractice(
        game=game,
        house=game.house,
        about_chips=PRACTICE,
        about_game=(*_about_betting(game), *_about_chips(game)),
        about_ranking=tuple(play.about_ranking(forms.form_of(game))),
        about_play=tuple(play.about_play(game, rule_set(game.rule_set))),
    )


def _game(game_id: int) -> Game:
    game = Game.objects.select_related("house").filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game", N_("Game not found."))
    return game


def offered(house_id: int) -> list[Game]:
    """The games among guests on offer (those with a rake schedule), by name."""
    games = Game.objects.filter(house_id=house_id, is_active=True, rake_schedule__isnull=False)
    return list(games.select_related("rake_schedule").order_by("name"))


def _about_game(game: Game) -> Iterator[Sentence]:
    yield from _about_betting(game)
    yield from _buy_ins(game)
    yield from _recording(game)


def _about_betting(game: Game) -> Iterator[Sentence]:
    yield from forms.about_cards(game)
    blind_cents = game.big_blind_cents
    # As in the rules: a bet is the big blind, from the turn on twice as much.
    bets = {"small_bet_cents": blind_cents, "big_bet_cents": 2 * blind_cents}
    betting = Game.Betting(game.betting)
    yield Sentence(_STAKES[betting], bets if betting is Game.Betting.FIXED_LIMIT else {})
    yield from _blinds(game)
    yield from _raises(game)
    yield from forms.about_boards(game)


def _blinds(game: Game) -> Iterator[Sentence]:
    yield Sentence(
        N_("The blinds are %(small_cents)s and %(big_cents)s."),
        {"small_cents": game.small_blind_cents, "big_cents": game.big_blind_cents},
    )
    yield Sentence(_HEADS_UP[rule_set(game.rule_set).heads_up], {})
    if game.ante_cents:
        yield Sentence(N_("Each player puts in an ante of %(ante_cents)s."), {"ante_cents": game.ante_cents})
    if game.straddle:
        yield Sentence(N_("A straddle is allowed."), {})
    if game.house.stakes_agreed_before_start:
        yield Sentence(N_("The stake goes up only as announced before the first hand."), {})


def _raises(game: Game) -> Iterator[Sentence]:
    """The cap on raises, as `tables.rules` applies it: the game's own in any betting, else the rule set's."""
    rules = rule_set(game.rule_set)
    fixed = game.betting == Game.Betting.FIXED_LIMIT
    raises = game.raise_cap
    if raises is None and (fixed or rules.raise_cap_everywhere):
        raises = rules.raise_cap
    if raises is None:
        yield Sentence(N_("The number of raises is not limited."), {})
        return
    yield Sentence(N_("In each betting round there can be up to %(raises)s raises after the bet."), {"raises": raises})
    if rules.cap_lifted_in_round:
        yield Sentence(N_("Once two players are left and the limit is not reached, raises are not limited."), {})
    elif rules.cap_lifted_heads_up:
        yield Sentence(N_("In a betting round that begins with two players, raises are not limited."), {})


def _buy_ins(game: Game) -> Iterator[Sentence]:
    if game.max_buy_in_cents is None:
        yield Sentence(N_("The buy-in must be at least %(least_cents)s."), {"least_cents": game.min_buy_in_cents})
    else:
        yield Sentence(
            N_("The buy-in must be between %(least_cents)s and %(most_cents)s."),
            {"least_cents": game.min_buy_in_cents, "most_cents": game.max_buy_in_cents},
        )
    yield PAID
    yield from _chips(game)
    yield from _rebuys(game)
    yield from _about_chips(game)


def _about_chips(game: Game) -> Iterator[Sentence]:
    yield Sentence(N_("Only what lay in front of a player before the hand counts in it (table stakes)."), {})
    yield Sentence(N_("The chips stay on the table and in sight."), {})
    yield Sentence(N_("The smallest chip is %(chip_cents)s."), {"chip_cents": game.chip_cents})


def _chips(game: Game) -> Iterator[Sentence]:
    """The chips of a minimum buy-in (seed 000: the same denominations for each player)."""
    if game.chip_set:
        pieces = chips.load(game.chip_set)
        pieces_text = " · ".join(
            f"{pieces[cents]} × {money.decimal_text(cents).removesuffix('.00')}" for cents in pieces
        )
        yield Sentence(
            N_("Each player gets the same chips for the minimum buy-in: %(pieces)s."), {"pieces": pieces_text}
        )


def _rebuys(game: Game) -> Iterator[Sentence]:
    """The re-buy policy (S6); no sentence where re-buys are not restricted."""
    rebuy = rebuy_of(game)
    if not rebuy.is_allowed:
        yield Sentence(N_("No re-buys."), {})
    if rebuy.at_cents is not None:
        yield Sentence(N_("A player with %(at_cents)s or less may buy in again."), {"at_cents": rebuy.at_cents})
    if rebuy.amount_cents is not None:
        yield Sentence(N_("A re-buy must be %(rebuy_cents)s."), {"rebuy_cents": rebuy.amount_cents})


def _recording(game: Game) -> Iterator[Sentence]:
    """The limit of the books where only outcomes are recorded (T1): they hold no player's own stack."""
    if game.recording == Game.Recording.SUMMARY:
        yield Sentence(
            N_(
                "Only the outcome of each hand is recorded: the books hold what all players have together, and the "
                "dealer watches each player's table stake."
            ),
            {},
        )


def about_house(house: House, *, has_pot: bool = True) -> Iterator[Sentence]:
    """Tips and house decisions, as in seed 001; tips are governed by SpielbG (domain §0)."""
    yield Sentence(
        N_("Tips are gifts. By law they go into the fund of all staff (Tronc); nobody who deals may keep one."), {}
    )
    if has_pot and house.tip_bp:
        yield Sentence(N_("The usual tip is %(tip_bp)s of the pot."), {"tip_bp": house.tip_bp})
    yield Sentence(N_("House decisions cannot be challenged."), {})

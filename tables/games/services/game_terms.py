"""What is wrong with a game's terms: every refusal at once, each with the terms that it is about."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from accounting import chips, money
from accounting.models import House, RakeSchedule
from casino.errors import N_, Malformed, NotFound, Refusal
from tables.games.selectors.rule_sets import is_approved
from tables.models import Game
from tables.play.selectors.stakes import rebuy_of
from tables.play.services.refusals import LARGEST_CENTS
from tables.rules.banked import rule_sets as banked
from tables.rules.rule_sets import rule_set
from tables.rules.setup import MOST_BOARDS
from tables.rules.terms import chip_sets

LONGEST_RETURN_MINUTES = 1_440
MOST_LAST_HANDS = 20
MOST_HANDS_BETWEEN = 1_000
_MINIMUM = "min_buy_in_cents"
_BLINDS = ("small_blind_cents", "big_blind_cents")
_BOX = ("min_box_cents", "max_box_cents", "max_side_cents", "max_paid_cents")
_RAKE = ("rake_schedule_id",)
_RE_BUY = ("rebuy_at_cents", "rebuy_cents")
_BOMB_POTS = ("bomb_pot_ante_cents", "bomb_pot_boards", "bomb_pot_every", "bomb_pot_at_dealer_change")
_CHIP_AMOUNTS = (*_BLINDS, "ante_cents", "bomb_pot_ante_cents", _MINIMUM, "max_buy_in_cents", *_BOX, *_RE_BUY)
_NO_BOMB_POTS = (None, 1, None, False)
_TERMS_WRONG = N_("Blinds, bets, posts and the smallest chip must be sensible amounts.")


@dataclass(frozen=True, slots=True)
class Fault:
    """A refusal, and the terms that it is about; a form shows it at the first of them."""

    refusal: Refusal
    terms: tuple[str, ...]


def faults(game: Game) -> Iterator[Fault]:
    """Everything that is wrong with a game, saved or not.  Creating and editing a game refuse the first."""
    if not game.name.strip():
        yield Fault(Malformed("game_nameless", N_("Enter a name for the game.")), ("name",))
    for name, choices in (("variant", Game.Variant), ("betting", Game.Betting), ("recording", Game.Recording)):
        if getattr(game, name) not in choices.values:
            known = ", ".join(choices.values)
            yield Fault(Malformed(f"unknown_{name}", N_("Choose one of: %(choices)s."), choices=known), (name,))
    yield from _return_window(game)
    yield from _against_the_house(game) if game.is_banked else _among_guests(game)
    yield from _evening(game)
    if Game.objects.filter(house_id=game.house_id, name=game.name).exclude(pk=game.pk).exists():
        yield Fault(name_taken(game), ("name",))


def name_taken(game: Game) -> Refusal:
    """The refusal of a name that another game of the house has."""
    return Refusal("game_name_taken", N_("A game “%(name)s” already exists."), name=game.name)


def _refused(terms: tuple[str, ...], check: Callable[..., object], *given: Any, **facts: Any) -> Iterator[Fault]:
    """The refusal that a check raises, if any."""
    try:
        check(*given, **facts)
    except Refusal as refusal:
        yield Fault(refusal, terms)


def _return_window(game: Game) -> Iterator[Fault]:
    """Return windows last a minute to a day; one to three hours are usual (domain §4.7)."""
    if game.return_minutes is not None and not 1 <= game.return_minutes <= LONGEST_RETURN_MINUTES:
        refusal = Refusal(
            "terms_wrong",
            N_("The return window must be between 1 and %(most)s minutes."),
            return_minutes=game.return_minutes,
            most=LONGEST_RETURN_MINUTES,
        )
        yield Fault(refusal, ("return_minutes",))


def _among_guests(game: Game) -> Iterator[Fault]:
    """Rule set, schedule, chips and limits; the fields of a game against the house stay empty."""
    yield from _rules(game)
    if tuple(getattr(game, name) for name in _BOX) != (0, 0, 0, None):
        yield Fault(Refusal("terms_wrong", N_("Limits per box apply only to games against the house.")), _BOX)
    if game.rake_schedule_id is None:
        yield Fault(Refusal("schedule_required", N_("A game among guests needs a rake schedule.")), _RAKE)
    elif not RakeSchedule.objects.filter(pk=game.rake_schedule_id, house_id=game.house_id).exists():
        yield Fault(NotFound("no_such_schedule", N_("Rake schedule not found.")), _RAKE)
    yield from _chips(game)
    yield from _blinds(game)
    yield from _boards(game)
    yield from _bomb_pots(game)
    yield from _buy_ins(game)
    if game.raise_cap is not None and not 1 <= game.raise_cap <= 99:
        refusal = Refusal("terms_wrong", N_("Enter 1 to 99 raises per round."), raise_cap=game.raise_cap)
        yield Fault(refusal, ("raise_cap",))


def _blinds(game: Game) -> Iterator[Fault]:
    """The big blind is the minimum bet, of which the small blind is a part (S3): neither it nor a chip is more."""
    if game.small_blind_cents <= 0:
        yield Fault(Refusal("terms_wrong", N_("The small blind is more than nothing.")), _BLINDS)
    least_cents = max(game.small_blind_cents, game.chip_cents)
    if game.big_blind_cents < least_cents:
        refusal = Refusal(
            "big_blind_below_minimum_bet",
            N_(
                "The big blind is at least the minimum bet, which is no less than the small blind or the smallest"
                " chip: at least %(least_cents)s."
            ),
            big_blind_cents=game.big_blind_cents,
            least_cents=least_cents,
        )
        yield Fault(refusal, ("big_blind_cents", "small_blind_cents", "chip_cents"))
    if game.min_buy_in_cents < game.big_blind_cents:
        refusal = Refusal("terms_wrong", N_("The minimum buy-in is at least the big blind."))
        yield Fault(refusal, (_MINIMUM, *_BLINDS))


def _boards(game: Game) -> Iterator[Fault]:
    """As many boards as the rules deal; for two players the deck suffices with all of them in every form of poker."""
    for name in ("boards", "bomb_pot_boards"):
        if not 1 <= getattr(game, name) <= MOST_BOARDS:
            refusal = Refusal("boards_wrong", N_("A hand has 1 to %(most)s boards."), field=name, most=MOST_BOARDS)
            yield Fault(refusal, (name,))


def _bomb_pots(game: Game) -> Iterator[Fault]:
    """Without an ante no bomb pot is dealt, so nothing says when or on how many boards."""
    if game.bomb_pot_ante_cents is None:
        if tuple(getattr(game, name) for name in _BOMB_POTS) != _NO_BOMB_POTS:
            refusal = Refusal("bomb_pot_without_ante", N_("A bomb pot needs an ante from every player."))
            yield Fault(refusal, _BOMB_POTS)
        return
    if game.bomb_pot_ante_cents == 0:
        yield Fault(Refusal("terms_wrong", N_("The ante of a bomb pot must be above zero.")), _BOMB_POTS)
    if game.bomb_pot_every is not None and not 1 <= game.bomb_pot_every <= MOST_HANDS_BETWEEN:
        refusal = Refusal(
            "terms_wrong", N_("Must be between %(least)s and %(most)s."), least=1, most=MOST_HANDS_BETWEEN
        )
        yield Fault(refusal, ("bomb_pot_every",))


def _rules(game: Game) -> Iterator[Fault]:
    """A rule set that exists and that two people have signed; a straddle only where it knows one."""
    unknown = list(_refused(("rule_set",), rule_set, game.rule_set))
    yield from unknown
    if unknown:
        return
    rules = rule_set(game.rule_set)
    if rules.switched and not is_approved(game.house_id, rules.key):
        refusal = Refusal("rules_not_approved", N_("Nobody has approved these rules yet: that takes two people."))
        yield Fault(refusal, ("rule_set",))
    if game.straddle and not rules.straddles:
        refusal = Refusal("terms_wrong", N_("The rule set “%(key)s” has no straddle."), key=rules.key)
        yield Fault(refusal, ("straddle", "rule_set"))


def _against_the_house(game: Game) -> Iterator[Fault]:
    """Rule set and limits per box; blinds and a rake schedule stay empty."""
    unknown = list(_refused(("rule_set",), banked.rule_set, game.rule_set))
    yield from unknown
    if not unknown and banked.rule_set(game.rule_set).variant != game.variant:
        known = [key for key, rules in banked.RULE_SETS.items() if rules.variant == game.variant]
        facts = {"key": game.rule_set, "known": known}
        refusal = Refusal("rule_set_differs", N_("The rule set “%(key)s” belongs to another game."), **facts)
        yield Fault(refusal, ("rule_set", "variant"))
    among_guests = (game.small_blind_cents, game.big_blind_cents, game.ante_cents, game.rake_schedule_id)
    if among_guests != (0, 0, 0, None) or game.straddle or game.raise_cap is not None:
        refusal = Refusal("terms_wrong", N_("A game against the house has neither blinds nor a rake schedule."))
        yield Fault(refusal, (*_BLINDS, "ante_cents", "straddle", "raise_cap", *_RAKE))
    if (game.boards, *[getattr(game, name) for name in _BOMB_POTS]) != (1, *_NO_BOMB_POTS):
        refusal = Refusal("terms_wrong", N_("A game against the house has one board and no bomb pots."))
        yield Fault(refusal, ("boards", *_BOMB_POTS))
    yield from _chips(game)
    if not 0 < game.min_box_cents <= game.max_box_cents:
        refusal = Refusal(
            "terms_wrong", N_("The smallest ante for a box must be above zero and no higher than the largest.")
        )
        yield Fault(refusal, ("min_box_cents", "max_box_cents"))
    if not unknown and game.chip_cents > 0:
        yield from _payable(game, banked.rule_set(game.rule_set))
    if game.max_paid_cents is not None and game.max_paid_cents < game.max_box_cents:
        refusal = Refusal("terms_wrong", N_("The highest payout must be at least the largest ante."))
        yield Fault(refusal, ("max_paid_cents", "max_box_cents"))
    if game.min_buy_in_cents < game.min_box_cents:
        refusal = Refusal("terms_wrong", N_("The minimum buy-in must be at least the smallest ante for a box."))
        yield Fault(refusal, (_MINIMUM, "min_box_cents"))
    yield from _buy_ins(game)


def _payable(game: Game, rules: banked.BankedRules) -> Iterator[Fault]:
    """Stakes whose wins are whole chips: 3:2 on an ante of 5 is no whole number of chips of 1."""
    unit_cents = rules.ante_unit_cents(game.chip_cents)
    limits = ("min_box_cents", "max_box_cents")
    if all(money.is_multiple(getattr(game, name), unit_cents) for name in limits):
        return
    refusal = Refusal(
        "stakes_not_payable",
        N_(
            "With a smallest chip of %(chip_cents)s every win is whole chips only where antes are multiples of"
            " %(unit_cents)s: choose such limits, a smaller chip, or a game whose rules name the rounding."
        ),
        chip_cents=game.chip_cents,
        unit_cents=unit_cents,
        rounded=[key for key, each in banked.RULE_SETS.items() if each.variant == rules.variant and each.rounding],
    )
    yield Fault(refusal, (*limits, "chip_cents", "rule_set"))


def _buy_ins(game: Game) -> Iterator[Fault]:
    if game.max_buy_in_cents is not None and game.max_buy_in_cents < game.min_buy_in_cents:
        refusal = Refusal("terms_wrong", N_("The maximum buy-in must be at least the minimum buy-in."))
        yield Fault(refusal, ("max_buy_in_cents", _MINIMUM))


def _chips(game: Game) -> Iterator[Fault]:
    """Amounts that the game's smallest chip makes up."""
    if game.chip_cents < 1:
        yield Fault(Refusal("terms_wrong", _TERMS_WRONG), ("chip_cents",))
        return
    for name in _CHIP_AMOUNTS:
        cents = getattr(game, name)
        if cents is None:
            continue
        if 0 <= cents <= LARGEST_CENTS:
            yield from _refused((name, "chip_cents"), chips.refuse_part, cents, game.chip_cents, field=name)
        else:
            yield Fault(Refusal("terms_wrong", _TERMS_WRONG, field=name, amount_cents=cents), (name,))


def _evening(game: Game) -> Iterator[Fault]:
    """The number of announced last hands, the re-buys and the chip set (S6, S7, S9)."""
    if not 1 <= game.last_hands <= MOST_LAST_HANDS:
        refusal = Refusal("terms_wrong", N_("Enter 1 to %(most)s last hands."), most=MOST_LAST_HANDS)
        yield Fault(refusal, ("last_hands",))
    if not game.rebuy_allowed and (game.rebuy_at_cents, game.rebuy_cents) != (None, None):
        refusal = Refusal("terms_wrong", N_("Without re-buys, leave the re-buy stack and the re-buy amount empty."))
        yield Fault(refusal, ("rebuy_allowed", *_RE_BUY))
    if game.rebuy_cents is not None and game.rebuy_cents < game.min_buy_in_cents:
        refusal = Refusal("terms_wrong", N_("A re-buy must be at least the minimum buy-in."))
        yield Fault(refusal, ("rebuy_cents", _MINIMUM))
    rebuy = rebuy_of(game)
    most_cents = (rebuy.at_cents or 0) + (rebuy.amount_cents or 0)
    if game.max_buy_in_cents is not None and most_cents > game.max_buy_in_cents:
        refusal = Refusal("terms_wrong", N_("A re-buy cannot take a stack above the maximum buy-in."))
        yield Fault(refusal, (*_RE_BUY, "max_buy_in_cents", _MINIMUM))
    if game.chip_set is not None:
        yield from _refused(("chip_set", "chip_cents", _MINIMUM), _check_chip_set, game)


def _check_chip_set(game: Game) -> None:
    pieces = chips.parse(game.chip_set, House.objects.get(pk=game.house_id).denominations_cents)
    chip_sets.check(pieces, min_buy_in_cents=game.min_buy_in_cents, chip_cents=game.chip_cents)

"""Games a house offers: create and edit, checked against the rules."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError
from django.db.models import Q

from accounting import chips
from accounting.models import House, RakeSchedule
from casino.errors import Malformed, NotFound, Refusal, _
from casino.transactions import use_case
from tables import locks
from tables.models import Game, Session, StakeStep
from tables.play.selectors.rule_sets import approved
from tables.play.selectors.stakes import rebuy_of
from tables.play.services.refusals import LARGEST_CENTS
from tables.rules.banked import rule_sets as banked
from tables.rules.rule_sets import rule_set
from tables.rules.terms import chip_sets

if TYPE_CHECKING:
    from casino.models import User

LONGEST_RETURN_MINUTES = 1_440
# All other fields are terms that hands are played under, so they stay fixed while the game is on a table: another
# stake, tax or rule needs another game, which the table plays from the next hand on.
_FREE_IN_PLAY = frozenset({"name", "is_active"})
MOST_LAST_HANDS = 20
_CHIP_AMOUNTS = (
    "small_blind_cents", "big_blind_cents", "ante_cents", "min_buy_in_cents", "max_buy_in_cents",
    "min_box_cents", "max_box_cents", "max_side_cents", "max_paid_cents", "rebuy_at_cents", "rebuy_cents",
)  # fmt: skip
_TERMS_WRONG = _("Blinds, bets, posts and the smallest chip must be sensible amounts.")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameForm:
    """A game's terms; amounts in cents, `rake_schedule_id` of the same house.

    A game among guests has blinds and a rake schedule, a game against the house has limits per box instead.
    """

    name: str
    variant: str
    betting: str = Game.Betting.FIXED_LIMIT.value
    small_blind_cents: int = 0
    big_blind_cents: int = 0
    min_buy_in_cents: int = 0
    rake_schedule_id: int | None = None
    ante_cents: int = 0
    straddle: bool = False
    max_buy_in_cents: int | None = None
    return_minutes: int | None = None
    raise_cap: int | None = None
    recording: str = Game.Recording.SUMMARY.value
    rule_set: str = "house/1"
    chip_cents: int = 100
    min_box_cents: int = 0
    max_box_cents: int = 0
    max_side_cents: int = 0
    max_paid_cents: int | None = None
    chip_set: dict[str, int] | None = None
    rebuy_allowed: bool = True
    rebuy_at_cents: int | None = None
    rebuy_cents: int | None = None
    last_hands: int = 3
    is_active: bool = True


@use_case("tables.edit_game")
def create(*, house_id: int, terms: GameForm, actor: "User") -> Game:
    """Create a game.  Refuses unplayable terms, a name that is taken, and another house's schedule."""
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", _("There is no such house."))
    game = Game(house_id=house_id, **asdict(terms))
    return _saved(game)


@use_case("tables.edit_game")
def edit(*, game_id: int, changes: dict[str, Any], actor: "User") -> Game:
    """Change a game; its history keeps the earlier terms.

    Refuses what `create` refuses.  While the game is played, or planned as a table's next stake, only its name and
    whether it is offered may change (`game_in_play`): a table gets other terms by a change of game or a planned stake.
    """
    game = locks.game(game_id)
    unknown = sorted(set(changes) - set(GameForm.__dataclass_fields__))
    if unknown:
        raise Malformed("unknown_field", _("A game has no field “%(field)s”."), field=unknown[0])
    fixed = sorted(name for name in set(changes) - _FREE_IN_PLAY if changes[name] != getattr(game, name))
    tables = _played_at(game) if fixed else []
    if tables:
        raise Refusal(
            "game_in_play",
            _(
                "The game is played or planned at %(tables)s, so its terms stay: offer another game with the new"
                " terms and change the table to it from the next hand on."
            ),
            fields=fixed,
            tables=", ".join(tables),
        )
    for name, value in changes.items():
        setattr(game, name, value)
    return _saved(game)


def _played_at(game: Game) -> list[str]:
    """The codes of the open tables that play the game or have it planned as a stake.

    One query, since a step taken between two queries would appear in neither.
    """
    planned = Q(stake_steps__game=game, stake_steps__state=StakeStep.State.PLANNED)
    played = Session.objects.filter(Q(game=game) | planned, closed_at=None)
    return sorted(set(played.values_list("table__code", flat=True)))


def _saved(game: Game) -> Game:
    _check(game)
    try:
        game.save()
    except IntegrityError as error:
        if "game_once" in str(error):
            raise Refusal("game_name_taken", _("There is a game “%(name)s” already."), name=game.name) from None
        raise
    return game


def _check(game: Game) -> None:
    if not game.name.strip():
        raise Malformed("game_nameless", _("A game has a name."))
    for field, choices in (("variant", Game.Variant), ("betting", Game.Betting), ("recording", Game.Recording)):
        if getattr(game, field) not in choices.values:
            raise Malformed(f"unknown_{field}", _("Choose one of: %(choices)s."), choices=", ".join(choices.values))
    _check_return_window(game)
    if game.is_banked:
        _check_banked(game)
    else:
        _check_among_guests(game)
    _check_evening(game)


def _check_evening(game: Game) -> None:
    """Check the chip set, the re-buys and the number of announced last hands (S6, S7, S9)."""
    if not 1 <= game.last_hands <= MOST_LAST_HANDS:
        raise Refusal("terms_wrong", _("Between 1 and %(most)s last hands."), most=MOST_LAST_HANDS)
    if not game.rebuy_allowed and (game.rebuy_at_cents, game.rebuy_cents) != (None, None):
        raise Refusal("terms_wrong", _("Where nobody buys in again, a re-buy has neither a stack nor an amount."))
    if game.rebuy_cents is not None and game.rebuy_cents < game.min_buy_in_cents:
        raise Refusal("terms_wrong", _("A re-buy is at least the minimum buy-in."))
    rebuy = rebuy_of(game)
    most_cents = (rebuy.at_cents or 0) + (rebuy.amount_cents or 0)
    if game.max_buy_in_cents is not None and most_cents > game.max_buy_in_cents:
        raise Refusal("terms_wrong", _("A re-buy leads to at most the maximum buy-in."))
    if game.chip_set is not None:
        pieces = chips.parse(game.chip_set, House.objects.get(pk=game.house_id).denominations_cents)
        chip_sets.check(pieces, min_buy_in_cents=game.min_buy_in_cents, chip_cents=game.chip_cents)
        game.chip_set = chips.dump(pieces)


def _check_among_guests(game: Game) -> None:
    """Check rule set, schedule, chips and limits; refuse fields of a game against the house."""
    rules = rule_set(game.rule_set)
    if rules.switched and not approved(game.house_id, rules.key):
        raise Refusal("rules_not_approved", _("Nobody has approved these rules yet: that takes two people."))
    if game.straddle and not rules.straddles:
        raise Refusal("terms_wrong", _("The rule set “%(key)s” knows no straddle."), key=rules.key)
    if (game.min_box_cents, game.max_box_cents, game.max_side_cents, game.max_paid_cents) != (0, 0, 0, None):
        raise Refusal("terms_wrong", _("Limits per box are for games against the house."))
    if game.rake_schedule_id is None:
        raise Refusal("schedule_required", _("A game among guests has a rake schedule."))
    if not RakeSchedule.objects.filter(pk=game.rake_schedule_id, house_id=game.house_id).exists():
        raise NotFound("no_such_schedule", _("There is no such rake schedule."))
    _check_chips(game)
    _check_limits(game)


def _check_banked(game: Game) -> None:
    """Check rule set and limits per box; refuse blinds and a rake schedule."""
    name = game.variant.replace("_", "-")
    if banked.rule_set(game.rule_set).name != name:
        known = [key for key, rules in banked.RULE_SETS.items() if rules.name == name]
        raise Refusal(
            "rule_set_differs", _("The rule set “%(key)s” is of another game."), key=game.rule_set, known=known
        )
    among_guests = (game.small_blind_cents, game.big_blind_cents, game.ante_cents, game.rake_schedule_id)
    if among_guests != (0, 0, 0, None) or game.straddle or game.raise_cap is not None:
        raise Refusal("terms_wrong", _("A game against the house has neither blinds nor a rake schedule."))
    _check_chips(game)
    if not 0 < game.min_box_cents <= game.max_box_cents:
        raise Refusal("terms_wrong", _("The smallest ante of a box is above nothing and at most the largest."))
    if game.max_paid_cents is not None and game.max_paid_cents < game.max_box_cents:
        raise Refusal("terms_wrong", _("The highest payout is at least the largest ante."))
    if game.min_buy_in_cents < game.min_box_cents:
        raise Refusal("terms_wrong", _("The minimum buy-in is at least the smallest ante of a box."))
    if game.max_buy_in_cents is not None and game.max_buy_in_cents < game.min_buy_in_cents:
        raise Refusal("terms_wrong", _("The maximum buy-in is at least the minimum buy-in."))


def _check_chips(game: Game) -> None:
    """Refuse amounts that the game's smallest chip cannot make up."""
    if game.chip_cents < 1:
        raise Refusal("terms_wrong", _TERMS_WRONG)
    for name in _CHIP_AMOUNTS:
        cents = getattr(game, name)
        if cents is None:
            continue
        if not 0 <= cents <= LARGEST_CENTS:
            raise Refusal("terms_wrong", _TERMS_WRONG, field=name, amount_cents=cents)
        chips.refuse_part(cents, game.chip_cents, field=name)


def _check_limits(game: Game) -> None:
    if not 0 < game.small_blind_cents <= game.big_blind_cents <= game.min_buy_in_cents:
        raise Refusal(
            "terms_wrong", _("The small blind is at most the big blind, and the minimum buy-in at least the big blind.")
        )
    if game.max_buy_in_cents is not None and game.max_buy_in_cents < game.min_buy_in_cents:
        raise Refusal("terms_wrong", _("The maximum buy-in is at least the minimum buy-in."))
    if game.raise_cap is not None and not 1 <= game.raise_cap <= 99:
        raise Refusal("terms_wrong", _("Between 1 and 99 raises per round."), raise_cap=game.raise_cap)


def _check_return_window(game: Game) -> None:
    """Refuse return windows outside a minute to a day; one to three hours are usual (domain §4.7)."""
    if game.return_minutes is not None and not 1 <= game.return_minutes <= LONGEST_RETURN_MINUTES:
        raise Refusal(
            "terms_wrong",
            _("The return window lies between 1 and %(most)s minutes."),
            return_minutes=game.return_minutes,
            most=LONGEST_RETURN_MINUTES,
        )

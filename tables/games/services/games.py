"""Games a house offers: create and edit, checked against the rules."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError

from accounting import chips
from accounting.models import House
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.games.selectors import games
from tables.games.services import game_terms
from tables.models import Game
from tables.rules.rule_sets import USUAL

if TYPE_CHECKING:
    from casino.models import User

# All other fields are terms that hands are played under, so they stay fixed while the game is on a table: another
# stake, tax or rule needs another game, which the table plays from the next hand on.
_FREE_IN_PLAY = frozenset({"name", "is_active"})


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
    boards: int = 1
    bomb_pot_ante_cents: int | None = None
    bomb_pot_boards: int = 1
    bomb_pot_every: int | None = None
    bomb_pot_at_dealer_change: bool = False
    max_buy_in_cents: int | None = None
    return_minutes: int | None = None
    raise_cap: int | None = None
    recording: str = Game.Recording.SUMMARY.value
    rule_set: str = USUAL
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
        raise NotFound("no_such_house", N_("House not found."))
    game = Game(house_id=house_id, **asdict(terms))
    return _saved(game)


@use_case("tables.edit_game")
def edit(*, game_id: int, changes: dict[str, Any], version: int | None = None, actor: "User") -> Game:
    """Change a game; its history keeps the earlier terms.

    Refuses what `create` refuses, and with a `version` a game that was saved since (`stale`).  While the game is
    played, or planned as a table's next stake, only its name and whether it is offered may change (`game_in_play`): a
    table gets other terms by a change of game or a planned stake.
    """
    game = locks.game(game_id)
    if version is not None:
        locks.check_version(version, games.version(game_id), actor)
    unknown = sorted(set(changes) - set(GameForm.__dataclass_fields__))
    if unknown:
        raise Malformed("unknown_field", N_("A game has no field “%(field)s”."), field=unknown[0])
    fixed = sorted(name for name in set(changes) - _FREE_IN_PLAY if changes[name] != getattr(game, name))
    tables = games.played_at(game.house_id).get(game.pk) if fixed else None
    if tables:
        raise Refusal(
            "game_in_play",
            N_(
                "The game is played or planned at %(tables)s, so its terms stay: offer another game with the new "
                "terms, and switch the table to it from the next hand."
            ),
            fields=fixed,
            tables=", ".join(tables),
        )
    for name, value in changes.items():
        setattr(game, name, value)
    return _saved(game)


def _saved(game: Game) -> Game:
    fault = next(game_terms.faults(game), None)
    if fault is not None:
        raise fault.refusal
    if game.chip_set is not None:
        game.chip_set = chips.dump(chips.load(game.chip_set))
    try:
        game.save()
    except IntegrityError as error:
        if "game_once" in str(error):
            raise game_terms.name_taken(game) from None
        raise
    return game

"""The set-up of a hand: terms, rule set, seats with stacks and posts, the button, dead money.

Set-up and actions together determine a hand.  The JSON form is stored for years: fields are only ever added, with a
default that keeps the meaning of older hands.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from casino.errors import N_, Malformed, Refusal
from tables.rules.forms import FORMS, Form
from tables.rules.rule_sets import rule_set

#: Seeds `000`, `003`: two to ten players.
FEWEST_PLAYERS = 2
MOST_PLAYERS = 10
MOST_BOARDS = 3


class Variant(StrEnum):
    """The word by which set-ups store the form of poker."""

    TEXAS = "texas"
    TEXAS_HI_LO = "texas_hi_lo"
    OMAHA = "omaha"
    OMAHA_5 = "omaha_5"
    OMAHA_6 = "omaha_6"
    OMAHA_HI_LO = "omaha_hi_lo"
    BIG_O = "big_o"

    @property
    def form(self) -> Form:
        return FORMS[self]


class Betting(StrEnum):
    """The limit of bets (seeds `000`, `001`)."""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    FIXED_LIMIT = "fixed_limit"


class PostKind(StrEnum):
    """The kinds of chips put in before the cards."""

    ANTE = "ante"  # to the pot, one by each player; a short ante makes an all-in
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    LIVE = "live"  # a new or returning player's late big blind: a bet, and the player still acts in turn
    DEAD = "dead"  # a missed small blind or a big-blind ante: to the pot, buys no level
    STRADDLE = "straddle"


#: Posts that count as the seat's bet on the first street.
LIVE_POSTS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE, PostKind.STRADDLE})


@dataclass(frozen=True, slots=True)
class Post:
    """An amount due before the cards; a seat with less goes all-in."""

    kind: PostKind
    cents: int


@dataclass(frozen=True, slots=True)
class GameTerms:
    """Game and stakes of a hand (S2, S3: "table limits are determined prior to play").

    `small_bet_cents` and `big_bet_cents` are the fixed-limit bets (pre-flop and flop; turn and river); 0 means the
    big blind and twice the small bet.  `raise_cap` None leaves it to the rule set.  `chip_cents` is the smallest
    chip: bets and odd chips are multiples of it.  `big_blind_ante` makes `ante_cents` one dead ante by the big blind
    for all.
    """

    variant: Variant
    betting: Betting
    small_blind_cents: int
    big_blind_cents: int
    ante_cents: int = 0
    big_blind_ante: bool = False
    straddle_cents: int = 0
    small_bet_cents: int = 0
    big_bet_cents: int = 0
    raise_cap: int | None = None
    chip_cents: int = 1

    def bet_cents(self, street: int) -> int:
        """The least bet on a street (0 pre-flop … 3 river): the big blind (seed `000`), or a limit game's fixed bet."""
        if self.betting is not Betting.FIXED_LIMIT:
            return self.big_blind_cents
        small = self.small_bet_cents or self.big_blind_cents
        big = FORMS[self.variant].streets[street].big_bet
        return (self.big_bet_cents or 2 * small) if big else small


def stakes(betting: Betting, small_blind_cents: int, big_blind_cents: int) -> tuple[int, int]:
    """The two amounts a game is known by: its blinds; of a fixed-limit game its bets (`4/8` has blinds of 2 and 4)."""
    if betting is Betting.FIXED_LIMIT:
        return big_blind_cents, 2 * big_blind_cents
    return small_blind_cents, big_blind_cents


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """One player dealt in: seat number, table stake before any post (T1), and the posts in the order taken."""

    seat: int
    stack_cents: int
    posts: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class HandSetup:
    """A hand before its first action.

    `seats` are in table order (clockwise, ascending numbers).  `button_seat` may be empty: a dead button.
    `dead_cents` lies in the pot already (for example a time pot or the ante of a player who left).  `boards` are laid
    side by side, street by street; each decides an equal part of every pot.  In a `bomb_pot` there is no betting before
    the flop: everybody antes, and blinds of 0 say where they would have been.
    """

    terms: GameTerms
    rule_set: str
    seats: tuple[SeatSetup, ...]
    button_seat: int
    dead_cents: int = 0
    boards: int = 1
    bomb_pot: bool = False


def check(setup: HandSetup) -> None:
    """Refuse a set-up that cannot be played.

    Codes: `players_few`, `players_many`, `seats_disordered`, `stack_empty`, `terms_wrong`, `unknown_rule_set`.
    """
    rule_set(setup.rule_set)
    terms = setup.terms
    if len(setup.seats) < FEWEST_PLAYERS:
        raise Refusal("players_few", N_("A hand needs at least %(fewest)s players."), fewest=FEWEST_PLAYERS)
    if not 1 <= setup.boards <= MOST_BOARDS:
        raise Refusal("boards_wrong", N_("A hand has 1 to %(most)s boards."), most=MOST_BOARDS)
    most = min(MOST_PLAYERS, terms.variant.form.most_players(setup.boards))
    if len(setup.seats) > most:
        raise Refusal("players_many", N_("No more than %(most)s players can be dealt in."), most=most)
    numbers = [seat.seat for seat in setup.seats]
    if any(left >= right for left, right in pairwise(numbers)):
        raise Refusal("seats_disordered", N_("Give each seat only once, in ascending order."), seats=numbers)
    for seat in setup.seats:
        if seat.stack_cents <= 0:
            raise Refusal("stack_empty", N_("Seat %(seat)s has no chips."), seat=seat.seat)
    money = [
        terms.small_blind_cents,
        terms.ante_cents,
        terms.straddle_cents,
        terms.small_bet_cents,
        terms.big_bet_cents,
        setup.dead_cents,
    ]
    money += [post.cents for seat in setup.seats for post in seat.posts]
    wrong_money = min(money) < 0 or terms.big_blind_cents <= 0 or terms.small_blind_cents > terms.big_blind_cents
    if wrong_money or terms.chip_cents <= 0 or (terms.raise_cap is not None and terms.raise_cap < 0):
        raise Refusal("terms_wrong", N_("Blinds, bets, posts and the smallest chip must be sensible amounts."))


def clockwise(numbers: Iterable[int], button_seat: int) -> list[int]:
    """Seat numbers clockwise from the left of the button; an occupied button comes last."""
    ordered = sorted(numbers)
    return [number for number in ordered if number > button_seat] + [
        number for number in ordered if number <= button_seat
    ]


_TERMS_DEFAULTS = {field.name: field.default for field in fields(GameTerms) if field.default is not MISSING}
_FIELDS = frozenset({"terms", "rule_set", "button_seat", "seats", "dead_cents", "boards", "bomb_pot"})
_TERMS_FIELDS = frozenset(field.name for field in fields(GameTerms))
_SEAT_FIELDS = frozenset({"seat", "stack_cents", "posts"})


def to_json(setup: HandSetup) -> dict[str, object]:
    """The stored form; fields with their default are left out."""
    terms: dict[str, object] = {
        "variant": setup.terms.variant.value,
        "betting": setup.terms.betting.value,
        "small_blind_cents": setup.terms.small_blind_cents,
        "big_blind_cents": setup.terms.big_blind_cents,
    }
    for name, default in _TERMS_DEFAULTS.items():
        value = getattr(setup.terms, name)
        if value != default:
            terms[name] = value
    data: dict[str, object] = {
        "terms": terms,
        "rule_set": setup.rule_set,
        "button_seat": setup.button_seat,
        "seats": [_seat_to_json(seat) for seat in setup.seats],
    }
    if setup.dead_cents:
        data["dead_cents"] = setup.dead_cents
    if setup.boards != 1:
        data["boards"] = setup.boards
    if setup.bomb_pot:
        data["bomb_pot"] = True
    return data


def _seat_to_json(seat: SeatSetup) -> dict[str, object]:
    data: dict[str, object] = {"seat": seat.seat, "stack_cents": seat.stack_cents}
    if seat.posts:
        data["posts"] = [[post.kind.value, post.cents] for post in seat.posts]
    return data


def from_json(data: Mapping[str, object]) -> HandSetup:
    """Read the stored form strictly and check it; refuses `setup_unreadable`, and as `check` does."""
    _only(data, _FIELDS)
    seats = data.get("seats")
    if not isinstance(seats, list):
        raise _unreadable("seats")
    bomb_pot = data.get("bomb_pot", False)
    if not isinstance(bomb_pot, bool):
        raise _unreadable("bomb_pot")
    setup = HandSetup(
        terms=terms_from_json(_mapping(data.get("terms"), "terms")),
        rule_set=_text(data, "rule_set"),
        seats=tuple([_seat_from_json(_mapping(seat, "seats")) for seat in seats]),
        button_seat=_whole(data, "button_seat"),
        dead_cents=_whole(data, "dead_cents", 0),
        boards=_whole(data, "boards", 1),
        bomb_pot=bomb_pot,
    )
    check(setup)
    return setup


def terms_from_json(data: Mapping[str, object]) -> GameTerms:
    """Read game terms strictly; refuses `setup_unreadable`."""
    try:
        return _terms(tuple([(name, type(value), value) for name, value in data.items()]))
    except TypeError:  # a value that is no text, number or null
        raise _unreadable(next(name for name, value in data.items() if isinstance(value, list | dict))) from None


@lru_cache(maxsize=1_024)
def _terms(stored: tuple[tuple[str, type, object], ...]) -> GameTerms:
    """Remembered, since all hands of a game have the same terms; by type too, for `True` equals 1."""
    given = {name: value for name, _type, value in stored}
    _only(given, _TERMS_FIELDS)
    data = {**_TERMS_DEFAULTS, **given}
    try:
        variant, betting = Variant(_text(data, "variant")), Betting(_text(data, "betting"))
    except ValueError:
        raise _unreadable("variant, betting") from None
    big_blind_ante = data["big_blind_ante"]
    if not isinstance(big_blind_ante, bool):
        raise _unreadable("big_blind_ante")
    return GameTerms(
        variant=variant,
        betting=betting,
        small_blind_cents=_whole(data, "small_blind_cents"),
        big_blind_cents=_whole(data, "big_blind_cents"),
        ante_cents=_whole(data, "ante_cents"),
        big_blind_ante=big_blind_ante,
        straddle_cents=_whole(data, "straddle_cents"),
        small_bet_cents=_whole(data, "small_bet_cents"),
        big_bet_cents=_whole(data, "big_bet_cents"),
        raise_cap=None if data["raise_cap"] is None else _whole(data, "raise_cap"),
        chip_cents=_whole(data, "chip_cents"),
    )


def _seat_from_json(data: Mapping[str, object]) -> SeatSetup:
    _only(data, _SEAT_FIELDS)
    posts = data.get("posts", [])
    if not isinstance(posts, list):
        raise _unreadable("posts")
    return SeatSetup(
        _whole(data, "seat"), _whole(data, "stack_cents"), tuple([_post_from_json(post) for post in posts])
    )


def _post_from_json(pair: object) -> Post:
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise _unreadable("posts")
    kind, cents = pair
    if not isinstance(kind, str) or type(cents) is not int or cents < 0:
        raise _unreadable("posts")
    return _post(kind, cents)


@lru_cache(maxsize=1_024)
def _post(kind: str, cents: int) -> Post:
    """Remembered, since all hands of a game have the same posts."""
    try:
        return Post(PostKind(kind), cents)
    except ValueError:
        raise _unreadable("posts") from None


def _mapping(value: object, field: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _unreadable(field)
    return value


def _text(data: Mapping[str, object], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str):
        raise _unreadable(field)
    return value


def _whole(data: Mapping[str, object], field: str, default: int | None = None) -> int:
    value = data.get(field, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _unreadable(field)
    return value


def _only(data: Mapping[str, object], known: AbstractSet[str]) -> None:
    if not data.keys() <= known:
        raise _unreadable(min(data.keys() - known))


def _unreadable(field: str) -> Malformed:
    return Malformed("setup_unreadable", N_("The hand's set-up cannot be read: check “%(field)s”."), field=field)

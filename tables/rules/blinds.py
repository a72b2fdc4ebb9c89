"""Who posts what: button and blinds move on, and players who are new or missed blinds come in (domain: WLA 151–162).

The big blind moves one player on each hand; with a dead button the small blind is whoever was big blind before (dead
when that seat is empty now) and the button lies where the small blind was.  With two players the button is the small
blind.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from casino.errors import Refusal, _
from tables.rules.rulesets import MissedBlinds, NewPlayer, RuleSet, Straddle, rule_set
from tables.rules.setup import Betting, GameTerms, HandSetup, Post, PostKind, SeatSetup, clockwise

_HEADS_UP: Final = 2


class Owes(StrEnum):
    """What a player owes before taking part again."""

    NOTHING = "nothing"
    NEW = "new"
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Positions:
    """Button and blinds as seat numbers; button and small blind may lie at a seat that is not dealt in."""

    button_seat: int
    small_blind_seat: int
    big_blind_seat: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A seated player who wants cards.  `posts_now`: rather posts what is owed than waits for the big blind."""

    seat: int
    stack_cents: int
    owes: Owes = Owes.NOTHING
    posts_now: bool = True
    straddle: Straddle | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The set-up of the next hand, its positions, and the seats that wait for a later hand."""

    setup: HandSetup
    positions: Positions
    waiting: tuple[int, ...]


def positions_of(setup: HandSetup) -> Positions:
    """Read button and blinds back from a hand; a dead small blind is taken to have lain just before the big blind."""
    by_kind = {post.kind: seat.seat for seat in reversed(setup.seats) for post in seat.posts}
    order = clockwise([seat.seat for seat in setup.seats], setup.button_seat)
    big = by_kind.get(PostKind.BIG_BLIND, order[0])
    return Positions(setup.button_seat, by_kind.get(PostKind.SMALL_BLIND, max(0, big - 1)), big)


def positions_from_button(button_seat: int, seats: Iterable[int]) -> Positions:
    """Positions for a button that was drawn or put down by hand (H2)."""
    order = clockwise(seats, button_seat)
    if len(order) < _HEADS_UP:
        raise Refusal("players_few", _("A hand needs at least %(fewest)s players."), fewest=_HEADS_UP)
    if len(order) == _HEADS_UP:
        return Positions(order[1], order[1], order[0])
    return Positions(button_seat, order[0], order[1])


def next_positions(last: Positions, seats: Iterable[int], rules: RuleSet) -> Positions:
    """Move button and blinds on (S11, H2): nobody pays the big blind twice running or is passed over by it."""
    taken = list(seats)
    if len(taken) < _HEADS_UP:
        raise Refusal("players_few", _("A hand needs at least %(fewest)s players."), fewest=_HEADS_UP)
    if len(taken) == _HEADS_UP:
        big, other = clockwise(taken, last.big_blind_seat)
        return Positions(other, other, big)
    if not rules.dead_button:
        return positions_from_button(clockwise(taken, last.button_seat)[0], taken)
    big = clockwise(taken, last.big_blind_seat)[0]
    small = last.big_blind_seat
    button = last.small_blind_seat
    if button in (big, small):
        # After a heads-up hand the old button may be due for the big blind: it then lies before the small blind.
        button = clockwise(taken, small)[-1]
        if button == small:
            button = clockwise(taken, small)[-2]
    return Positions(button, small, big)


def next_button(last: HandSetup, seats: Iterable[int]) -> int:
    """The button's seat for the hand after `last`, played by these seats."""
    return next_positions(positions_of(last), seats, rule_set(last.rule_set)).button_seat


def missed(last: Positions, now: Positions, away: Iterable[int]) -> dict[int, Owes]:
    """Which absent seats the blinds of this hand have passed: what they owe for it when they come back.

    Over several hands the debts add up: who was passed by the big blind and then by the small one owes both.
    """
    found: dict[int, Owes] = {}
    for seat in away:
        big = seat != now.big_blind_seat and _is_passed(seat, last.big_blind_seat, now.big_blind_seat)
        small = _is_passed(seat, last.small_blind_seat, now.small_blind_seat)
        if big or small:
            found[seat] = Owes.BOTH if big and small else Owes.BIG_BLIND if big else Owes.SMALL_BLIND
    return found


def _is_passed(seat: int, left: int, reached: int) -> bool:
    """Whether a blind that moved clockwise from one seat to another came past this seat, or to it."""
    order = clockwise({seat, left, reached}, left)
    return left != reached and seat != left and order.index(seat) <= order.index(reached)


def deal_in(terms: GameTerms, rule_set_key: str, entrants: Sequence[Entrant], positions: Positions) -> Deal:
    """Make the set-up of an ordinary hand: who is dealt in and what each posts.

    Refuses `players_few`, `straddle_not_allowed`.  Who owes and may not or does not want to post now waits; when
    fewer than two are left so, the game starts anew and nobody owes anything.
    """
    rules = rule_set(rule_set_key)
    playing = [
        one for one in entrants if one.seat == positions.big_blind_seat or _comes_in(one, positions, terms, rules)
    ]
    forgiven = len(playing) < _HEADS_UP
    if forgiven:
        playing = list(entrants)
    if {one.seat for one in playing} != {one.seat for one in entrants} and len(playing) == _HEADS_UP:
        big, other = positions.big_blind_seat, next(one.seat for one in playing if one.seat != positions.big_blind_seat)
        positions = Positions(other, other, big)
    order = clockwise([one.seat for one in playing], positions.button_seat)
    posts: Mapping[int, list[Post]] = {
        one.seat: _posts(one, positions, terms, rules, forgiven=forgiven) for one in playing
    }
    for one in playing:
        if one.straddle is not None:
            posts[one.seat].append(_straddle(one, order, positions, terms, rules))
    seats = sorted(
        [SeatSetup(one.seat, one.stack_cents, tuple(posts[one.seat])) for one in playing], key=lambda seat: seat.seat
    )
    waiting = tuple([one.seat for one in entrants if one not in playing])
    return Deal(HandSetup(terms, rule_set_key, tuple(seats), positions.button_seat), positions, waiting)


def _comes_in(one: Entrant, positions: Positions, terms: GameTerms, rules: RuleSet) -> bool:
    """Whether a player may be dealt in outside the big blind: who owes posts, and not between button and blind."""
    if one.owes is Owes.NOTHING:
        return True
    if one.owes is Owes.NEW and rules.new_player is NewPlayer.FREE and terms.betting is not Betting.FIXED_LIMIT:
        return True
    if one.owes is not Owes.NEW and rules.missed_blinds is not MissedBlinds.POST_OR_WAIT:
        return rules.missed_blinds is MissedBlinds.FREE
    order = clockwise({one.seat, positions.button_seat, positions.big_blind_seat}, positions.big_blind_seat)
    behind = one.seat != positions.button_seat and order.index(one.seat) < order.index(positions.button_seat)
    return one.posts_now and behind


def _posts(one: Entrant, positions: Positions, terms: GameTerms, rules: RuleSet, *, forgiven: bool) -> list[Post]:
    posts = []
    if terms.ante_cents and not terms.big_blind_ante:
        posts.append(Post(PostKind.ANTE, terms.ante_cents))
    if one.seat == positions.big_blind_seat:
        posts.append(Post(PostKind.BIG_BLIND, terms.big_blind_cents))
        if terms.big_blind_ante and terms.ante_cents:
            posts.append(Post(PostKind.DEAD, terms.ante_cents))
        return posts
    if one.seat == positions.small_blind_seat:
        if terms.small_blind_cents:
            posts.append(Post(PostKind.SMALL_BLIND, terms.small_blind_cents))
        return posts
    if forgiven or not _must_post(one, terms, rules):
        return posts
    # WLA 156: only the big blind is live, a missed small blind goes dead to the centre.
    if one.owes is not Owes.SMALL_BLIND:
        posts.append(Post(PostKind.LIVE, terms.big_blind_cents))
    if one.owes in (Owes.SMALL_BLIND, Owes.BOTH) and terms.small_blind_cents:
        posts.append(Post(PostKind.DEAD, terms.small_blind_cents))
    return posts


def _must_post(one: Entrant, terms: GameTerms, rules: RuleSet) -> bool:
    if one.owes is Owes.NOTHING:
        return False
    if one.owes is Owes.NEW:
        return rules.new_player is not NewPlayer.FREE or terms.betting is Betting.FIXED_LIMIT
    return rules.missed_blinds is not MissedBlinds.FREE


def _straddle(one: Entrant, order: list[int], positions: Positions, terms: GameTerms, rules: RuleSet) -> Post:
    """WLA 161–162: twice the big blind, under the gun or from the button, none from the button in limit."""
    after_big = clockwise(order, positions.big_blind_seat)[0]
    at_place = one.seat == (after_big if one.straddle is Straddle.UNDER_THE_GUN else positions.button_seat)
    limit_button = one.straddle is Straddle.BUTTON and terms.betting is Betting.FIXED_LIMIT
    if one.straddle not in rules.straddles or not at_place or limit_button or len(order) <= _HEADS_UP:
        raise Refusal("straddle_not_allowed", _("Seat %(seat)s may not straddle in this hand."), seat=one.seat)
    return Post(PostKind.STRADDLE, terms.straddle_cents or 2 * terms.big_blind_cents)

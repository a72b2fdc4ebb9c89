"""Button, blinds and posts of a hand; how new players and those who missed blinds come in (domain: WLA 151–162).

With a dead button (WLA 151, TDA 32) the big blind moves one player on each hand, the last big blind's seat has the
small blind (dead when that seat is not dealt in now) and the button lies where the small blind was.  With a moving
button (the seeds) the button moves one player on, and the first and the second player after it post the blinds.  With
two players the rule set says which of them has the button (`rule_sets.HeadsUp`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from casino.errors import N_, Refusal
from tables.rules.rule_sets import BigBlindAnte, HeadsUp, MissedBlinds, NewPlayer, RuleSet, Straddle, rule_set
from tables.rules.setup import FEWEST_PLAYERS, Betting, GameTerms, HandSetup, Post, PostKind, SeatSetup, clockwise

_HEADS_UP: Final = 2


class Owes(StrEnum):
    """The blinds a player owes before being dealt in."""

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
    """A seated player who wants cards.  `posts_now`: posts the debt rather than wait for the big blind."""

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
    """Button and blinds of a hand; a dead small blind is assumed at the seat just before the big blind."""
    by_kind = {post.kind: seat.seat for seat in reversed(setup.seats) for post in seat.posts}
    order = clockwise([seat.seat for seat in setup.seats], setup.button_seat)
    big = by_kind.get(PostKind.BIG_BLIND, order[0])
    return Positions(setup.button_seat, by_kind.get(PostKind.SMALL_BLIND, max(0, big - 1)), big)


def positions_from_button(
    button_seat: int, seats: Iterable[int], rules: RuleSet, owing: Collection[int] = frozenset()
) -> Positions:
    """Positions for a button that was drawn or put down by hand (H2); `owing` as in `next_positions`.

    Refuses `players_few`, and under a moving button a seat that is not dealt in (`button_not_dealt_in`).
    """
    order = clockwise(_enough(seats), button_seat)
    settled = [seat for seat in order if seat not in owing] or order
    if not rules.dead_button and button_seat not in settled:
        raise Refusal(
            "button_not_dealt_in",
            N_("Seat %(seat)s is not dealt in. Put the button on one of the seats %(seats)s."),
            seat=button_seat,
            seats=sorted(settled),
        )
    if len(order) == _HEADS_UP:
        return _heads_up_at(button_seat, order, rules)
    small = settled[0]
    big = clockwise(order, small)[0]
    return _heads_up_at(button_seat, (small, big), rules) if big == button_seat else Positions(button_seat, small, big)


def next_positions(
    last: Positions, seats: Iterable[int], rules: RuleSet, owing: Collection[int] = frozenset()
) -> Positions:
    """Move button and blinds on (S11, H2): nobody pays the big blind twice running.  Refuses `players_few`.

    `seats`: all that want cards; those in `owing` (see `owing`) come in only in the big blind or behind the button.
    A dead button never lets the big blind pass a player over.  A moving button and the blinds after it move on by one
    player each; where the small or the big blind of the last hand has left, they skip that seat, so that the next
    player has the button or the small blind instead of the big one.
    """
    taken = _enough(seats)
    return _dead(last, taken, rules) if rules.dead_button else _moving(last, taken, rules, owing)


def _enough(seats: Iterable[int]) -> list[int]:
    taken = list(seats)
    if len(taken) < FEWEST_PLAYERS:
        raise Refusal("players_few", N_("A hand needs at least %(fewest)s players."), fewest=FEWEST_PLAYERS)
    return taken


def _dead(last: Positions, taken: Sequence[int], rules: RuleSet) -> Positions:
    if len(taken) == _HEADS_UP:
        return _heads_up_after(last, taken, rules)
    big = clockwise(taken, last.big_blind_seat)[0]
    small = last.big_blind_seat
    button = last.small_blind_seat
    if button in (big, small):
        # After a heads-up hand the old button may be due for the big blind: it then lies before the small blind.
        button = clockwise(taken, small)[-1]
        if button == small:
            button = clockwise(taken, small)[-2]
    return Positions(button, small, big)


def _moving(last: Positions, taken: Sequence[int], rules: RuleSet, owing: Collection[int]) -> Positions:
    # Between the last button and big blind only the small blind was dealt in: if another player there came in now, the
    # last big blind would pay again.
    after_button = clockwise({*taken, last.big_blind_seat}, last.button_seat)
    between = {*after_button[: after_button.index(last.big_blind_seat)]} - {last.small_blind_seat}
    waiting = between.union(owing)
    settled = [seat for seat in clockwise(taken, last.button_seat) if seat not in waiting]
    if len(settled) >= _HEADS_UP:
        button, small = settled[:_HEADS_UP]
        big = clockwise(taken, small)[0]
        return _heads_up_after(last, (button, small), rules) if big == button else Positions(button, small, big)
    if len(taken) == _HEADS_UP:
        return _heads_up_after(last, taken, rules)
    # Fewer than two of the last hand's players are left: the game starts over, with the big blind where it is due.
    *_others, button, small, big = clockwise(taken, clockwise(taken, last.big_blind_seat)[0])
    return Positions(button, small, big)


def _heads_up_after(last: Positions, pair: Sequence[int], rules: RuleSet) -> Positions:
    """The next positions of two players.

    TDA 34 B: "the button may need to be adjusted to ensure no player has the big blind twice in a row".
    """
    if rules.dead_button or rules.heads_up is HeadsUp.BUTTON_POSTS_SMALL:
        big, small = clockwise(pair, last.big_blind_seat)
        return _heads_up(small, big, rules)
    button, other = clockwise(pair, last.button_seat)
    return _heads_up(button, other, rules) if button == last.big_blind_seat else _heads_up(other, button, rules)


def _heads_up_at(button_seat: int, pair: Iterable[int], rules: RuleSet) -> Positions:
    other, button = clockwise(pair, button_seat)
    button_is_small = rules.heads_up is HeadsUp.BUTTON_POSTS_SMALL
    return _heads_up(button, other, rules) if button_is_small else _heads_up(other, button, rules)


def _heads_up(small: int, big: int, rules: RuleSet) -> Positions:
    return Positions(small if rules.heads_up is HeadsUp.BUTTON_POSTS_SMALL else big, small, big)


def _is_between(seat: int, left: int, right: int) -> bool:
    """Whether a seat lies strictly between two others, clockwise."""
    order = clockwise({seat, left, right}, left)
    return seat != right and order.index(seat) < order.index(right) < len(order) - 1


def missed(last: Positions, now: Positions, away: Iterable[int]) -> dict[int, Owes]:
    """The debts of absent seats that the blinds of this hand have passed, by seat.

    Callers add up several hands: a seat passed by the big blind and then by the small one owes both.
    """
    found: dict[int, Owes] = {}
    for seat in away:
        big = seat != now.big_blind_seat and _is_passed(seat, last.big_blind_seat, now.big_blind_seat)
        small = _is_passed(seat, last.small_blind_seat, now.small_blind_seat)
        if big or small:
            found[seat] = Owes.BOTH if big and small else Owes.BIG_BLIND if big else Owes.SMALL_BLIND
    return found


def _is_passed(seat: int, left: int, reached: int) -> bool:
    """Whether a blind that moved clockwise from one seat to another passed or reached this seat."""
    order = clockwise({seat, left, reached}, left)
    return left != reached and seat != left and order.index(seat) <= order.index(reached)


def owing(owes: Mapping[int, Owes], terms: GameTerms, rules: RuleSet) -> frozenset[int]:
    """The seats that may come in only in the big blind or, if they post their debt, behind the button."""
    return frozenset([seat for seat, debt in owes.items() if not _is_free(debt, terms, rules)])


def deal_in(
    terms: GameTerms, rule_set_key: str, entrants: Sequence[Entrant], positions: Positions, *, boards: int = 1
) -> Deal:
    """The set-up of an ordinary hand: the players dealt in, and the posts of each.

    Refuses `straddle_not_allowed`; the positions have refused fewer than two players.  A player who owes and may not or
    does not want to post now waits; when fewer than two are left, the game starts over and nobody owes anything.
    """
    rules = rule_set(rule_set_key)
    playing = [one for one in entrants if _comes_in(one, positions, terms, rules)]
    seats = {one.seat for one in playing}
    forgiven = len(playing) < FEWEST_PLAYERS
    if not rules.dead_button and not {positions.button_seat, positions.small_blind_seat} <= seats:
        forgiven = True  # `_moving` gives button or small blind to a player who owes only when the game starts over
    if forgiven:
        playing = list(entrants)
    if len(playing) == _HEADS_UP < len(entrants):
        big, other = positions.big_blind_seat, next(one.seat for one in playing if one.seat != positions.big_blind_seat)
        positions = _heads_up(other, big, rules)
    posts: Mapping[int, list[Post]] = {
        one.seat: _posts(one, positions, terms, rules, forgiven=forgiven) for one in playing
    }
    for one in playing:
        if one.straddle is not None:
            posts[one.seat].append(_straddle(one, posts, positions, terms, rules))
    setups = [SeatSetup(one.seat, one.stack_cents, tuple(posts[one.seat])) for one in playing]
    waiting = tuple([one.seat for one in entrants if one not in playing])
    in_order = tuple(sorted(setups, key=lambda seat: seat.seat))
    setup = HandSetup(terms, rule_set_key, in_order, positions.button_seat, boards=boards)
    return Deal(setup, positions, waiting)


def deal_bomb_pot(
    terms: GameTerms,
    rule_set_key: str,
    entrants: Iterable[Entrant],
    positions: Positions,
    *,
    ante_cents: int,
    boards: int = 1,
) -> Deal:
    """The set-up of a bomb pot: everybody is dealt in, whatever blinds they owe or wait for."""
    blinds = {positions.small_blind_seat: PostKind.SMALL_BLIND, positions.big_blind_seat: PostKind.BIG_BLIND}
    seats = [
        SeatSetup(one.seat, one.stack_cents, (Post(blinds[one.seat], 0),) if one.seat in blinds else ())
        for one in sorted(entrants, key=lambda one: one.seat)
    ]
    setup = HandSetup(terms, rule_set_key, tuple(seats), positions.button_seat)
    return bomb_pot(Deal(setup, positions, ()), ante_cents, boards)


def bomb_pot(deal: Deal, ante_cents: int, boards: int = 1) -> Deal:
    """The same deal as a bomb pot: everybody antes, nobody bets before the flop, and the blinds are passed over.

    Blinds of 0 mark the seats that had them, so that button and blinds move on from there.
    """
    kept = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
    seats = [
        SeatSetup(
            one.seat,
            one.stack_cents,
            (Post(PostKind.ANTE, ante_cents), *[Post(post.kind, 0) for post in one.posts if post.kind in kept]),
        )
        for one in deal.setup.seats
    ]
    return Deal(replace(deal.setup, seats=tuple(seats), boards=boards, bomb_pot=True), deal.positions, deal.waiting)


def straddles(seats: Collection[int], positions: Positions, terms: GameTerms, rules: RuleSet) -> Mapping[Straddle, int]:
    """The seats that may straddle, by position; `seats`: those dealt in.

    WLA 161–162: under the gun or from the button, none from the button in limit.  With three players the button is
    under the gun.
    """
    if len(seats) <= _HEADS_UP:
        return {}
    found = {Straddle.UNDER_THE_GUN: clockwise(seats, positions.big_blind_seat)[0]}
    if positions.button_seat in seats and terms.betting is not Betting.FIXED_LIMIT:
        found[Straddle.BUTTON] = positions.button_seat
    return {position: seat for position, seat in found.items() if position in rules.straddles}


def _is_free(owes: Owes, terms: GameTerms, rules: RuleSet) -> bool:
    """Whether a player may be dealt in anywhere: there is no debt, or none that must be posted."""
    if owes is Owes.NOTHING:
        return True
    if owes is Owes.NEW:
        return rules.new_player is NewPlayer.FREE and terms.betting is not Betting.FIXED_LIMIT
    return rules.missed_blinds is MissedBlinds.FREE


def _comes_in(one: Entrant, positions: Positions, terms: GameTerms, rules: RuleSet) -> bool:
    """Whether a player is dealt in: in the big blind, without a debt, or behind the button by posting it."""
    button, big = positions.button_seat, positions.big_blind_seat
    if one.seat == big:
        return True
    if not rules.dead_button and _is_between(one.seat, button, positions.small_blind_seat):
        return False
    if _is_free(one.owes, terms, rules):
        return True
    if one.owes is not Owes.NEW and rules.missed_blinds is MissedBlinds.WAIT:
        return False
    return one.posts_now and _is_between(one.seat, big, button)


def _posts(one: Entrant, positions: Positions, terms: GameTerms, rules: RuleSet, *, forgiven: bool) -> list[Post]:
    posts = []
    if terms.ante_cents and not terms.big_blind_ante:
        posts.append(Post(PostKind.ANTE, terms.ante_cents))
    if one.seat == positions.big_blind_seat:
        posts.append(Post(PostKind.BIG_BLIND, terms.big_blind_cents))
        if terms.big_blind_ante and terms.ante_cents:
            place = len(posts) if rules.big_blind_ante is BigBlindAnte.BLIND_FIRST else 0
            posts.insert(place, Post(PostKind.DEAD, terms.ante_cents))
        return posts
    if one.seat == positions.small_blind_seat:
        if terms.small_blind_cents:
            posts.append(Post(PostKind.SMALL_BLIND, terms.small_blind_cents))
        return posts
    if forgiven or _is_free(one.owes, terms, rules):
        return posts
    # WLA 156: only the big blind is live, a missed small blind goes dead to the centre.
    if one.owes is not Owes.SMALL_BLIND:
        posts.append(Post(PostKind.LIVE, terms.big_blind_cents))
    if one.owes in (Owes.SMALL_BLIND, Owes.BOTH) and terms.small_blind_cents:
        posts.append(Post(PostKind.DEAD, terms.small_blind_cents))
    return posts


def _straddle(one: Entrant, dealt: Collection[int], positions: Positions, terms: GameTerms, rules: RuleSet) -> Post:
    """WLA 161: twice the big blind."""
    assert one.straddle is not None
    if straddles(dealt, positions, terms, rules).get(one.straddle) != one.seat:
        raise Refusal("straddle_not_allowed", N_("Seat %(seat)s may not straddle in this hand."), seat=one.seat)
    return Post(PostKind.STRADDLE, terms.straddle_cents or 2 * terms.big_blind_cents)

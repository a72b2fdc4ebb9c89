"""Random legal hands from a seeded source, for fuzzing, benchmarks and demonstrations.

Every hand is played through `legal`, so a dealer could have recorded it.  The same seed gives the same hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from accounting import money
from tables.rules import hand
from tables.rules.actions import Action, Kind
from tables.rules.blinds import Deal, Entrant, Owes, bomb_pot, deal_in, positions_from_button, positions_of
from tables.rules.legal import Legal, Option
from tables.rules.rule_sets import Straddle, rule_set
from tables.rules.setup import MOST_PLAYERS, Betting, GameTerms, HandSetup, Variant, clockwise
from tables.rules.state import Phase, State

#: Stacks in big blinds: mostly playable, often short enough for side pots.
_STACKS_IN_BIG_BLINDS = (1, 3, 8, 20, 40, 60, 100, 100, 200, 400)
#: Small blind, big blind, ante, in chips.
_STAKES = ((1, 2, 1), (5, 10, 2), (50, 100, 20), (100, 200, 25))
#: What is dealt where nothing is said: the two families that the seeds name.
_FAMILIES = (Variant.TEXAS, Variant.OMAHA)


@dataclass(frozen=True, slots=True)
class RandomHand:
    """One played hand and the hole cards of every seat, shown or not."""

    setup: HandSetup
    actions: tuple[Action, ...]
    hole_cards: dict[int, tuple[int, ...]]


def hands(
    seed: int, count: int, *, variant: Variant | None = None, betting: Betting | None = None
) -> Iterator[RandomHand]:
    """`count` hands from a seed, of all games and bettings unless one is named."""
    chance = Random(seed)  # noqa: S311 -- chance for tests, not for cards that anybody is dealt
    for _number in range(count):
        setup = random_setup(
            chance, variant=variant or chance.choice(_FAMILIES), betting=betting or chance.choice(list(Betting))
        )
        yield play(chance, setup)


def random_setup(
    chance: Random, *, variant: Variant, betting: Betting, rule_set_key: str = "house/1", chip_cents: int = 1
) -> HandSetup:
    """A table of two to ten players with uneven stacks; sometimes antes, straddles, dead and late blinds.

    All stakes and stacks are whole chips.
    """
    small, big, ante = chance.choice(_STAKES)
    terms = GameTerms(
        variant=variant,
        betting=betting,
        small_blind_cents=small * chip_cents,
        big_blind_cents=big * chip_cents,
        ante_cents=chance.choice((0, 0, 0, ante)) * chip_cents,
        big_blind_ante=chance.random() < 0.2,
        raise_cap=chance.choice((None, 3, 4)) if betting is Betting.FIXED_LIMIT else None,
        chip_cents=chip_cents,
    )
    players = min(chance.choice((2, 3, 4, 6, 6, 6, 9, MOST_PLAYERS)), variant.form.most_players())
    seats = sorted(chance.sample(range(1, MOST_PLAYERS + 1), players))
    rules = rule_set(rule_set_key)
    positions = positions_from_button(chance.choice(seats), seats, rules)
    order = clockwise(seats, positions.big_blind_seat)
    stacks = {
        seat: max(1, chance.choice(_STACKS_IN_BIG_BLINDS) * big + chance.randint(-big, big)) * chip_cents
        for seat in seats
    }
    owing: dict[int, Owes] = {}
    if players > 3 and chance.random() < 0.25:
        owing[order[1]] = chance.choice((Owes.BOTH, Owes.BIG_BLIND, Owes.NEW, Owes.SMALL_BLIND))
    straddler = order[0] if players > 2 and chance.random() < 0.15 else 0
    if Straddle.UNDER_THE_GUN not in rules.straddles or owing:
        straddler = 0
    entrants = [
        Entrant(
            seat,
            stacks[seat],
            owing.get(seat, Owes.NOTHING),
            straddle=Straddle.UNDER_THE_GUN if seat == straddler else None,
        )
        for seat in seats
    ]
    return deal_in(terms, rule_set_key, entrants, positions).setup


def varied(chance: Random, setup: HandSetup) -> HandSetup:
    """The same hand on one or two boards, as far as the deck suffices, and sometimes as a bomb pot."""
    most = sum([len(setup.seats) <= setup.terms.variant.form.most_players(boards) for boards in (1, 2)])
    boards = chance.randint(1, most)
    if chance.random() < 0.5:
        return replace(setup, boards=boards)
    ante_cents = chance.choice((1, 2, 5, 20)) * setup.terms.big_blind_cents
    return bomb_pot(Deal(setup, positions_of(setup), ()), ante_cents, boards).setup


def play(chance: Random, setup: HandSetup, *, mucks: bool = True) -> RandomHand:
    """Play a set-up to its end with random actions; at the showdown some players muck, unless `mucks` is off."""
    deck = list(range(setup.terms.variant.form.deck))
    chance.shuffle(deck)
    wanted = setup.terms.variant.form.hole_cards
    hole_cards = {seat.seat: tuple([deck.pop() for _card in range(wanted)]) for seat in setup.seats}
    state = hand.start(setup)
    actions: list[Action] = []
    while state.phase is not Phase.FINISHED:
        action = _next(chance, state, deck, hole_cards, mucks=mucks)
        state = hand.apply(state, action)
        actions.append(action)
    return RandomHand(setup, tuple(actions), hole_cards)


def _next(
    chance: Random, state: State, deck: list[int], hole_cards: dict[int, tuple[int, ...]], *, mucks: bool
) -> Action:
    allowed = hand.legal(state)
    if state.phase is Phase.BETTING:
        return _bet(chance, allowed, chip_cents=state.frame.terms.chip_cents)
    if allowed.option(Kind.RUN_TWICE) is not None and chance.random() < 0.3:
        return Action(Kind.RUN_TWICE)
    board = allowed.option(Kind.BOARD)
    if board is not None:
        return Action(Kind.BOARD, cards=tuple([deck.pop() for _card in range(board.cards or 0)]))
    muck = allowed.option(Kind.MUCK)
    seat = allowed.seat
    assert seat is not None, "a showdown asks somebody"
    if mucks and muck is not None and seat in muck.seats and chance.random() < 0.2:
        return Action(Kind.MUCK, seat)
    return Action(Kind.SHOW, seat, cards=hole_cards[seat])


def _bet(chance: Random, allowed: Legal, *, chip_cents: int) -> Action:
    weights = {Kind.FOLD: 2, Kind.CHECK: 8, Kind.CALL: 7, Kind.BET: 3, Kind.RAISE: 3, Kind.ALL_IN: 1, Kind.CHOP: 2}
    if allowed.option(Kind.CHECK) is not None:
        weights[Kind.FOLD] = 0
    options = list(allowed.options)
    chosen = chance.choices(options, [weights[option.kind] for option in options])[0]
    if chosen.kind in (Kind.BET, Kind.RAISE):
        return Action(chosen.kind, allowed.seat, _amount(chance, chosen, chip_cents))
    if chosen.kind is Kind.CHOP:
        return Action(chosen.kind)
    return Action(chosen.kind, allowed.seat)


def _amount(chance: Random, option: Option, chip_cents: int) -> int:
    """A total for a bet or raise: often the least, sometimes the most, else whole chips in between."""
    least, most = option.min_to_cents or 0, option.max_to_cents or 0
    if chance.random() < 0.5 or least == most:
        return least
    if chance.random() < 0.2:
        return most
    between = chance.randint(least, min(most, 4 * least))
    return least + money.to_unit(between - least, chip_cents, money.Rounding.DOWN)

"""(a) Replaying hands: our engine beside pokerkit, which is a development dependency and may be missing.

Both get the same hands and do the work of an audit: set up, apply every record, evaluate the showdown, pay.  Time is
the process's own (CPU), since both are pure computation.
"""

import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from statistics import median
from time import process_time

from tables.rules import hand
from tables.rules.actions import Action, Kind
from tables.rules.blinds import Entrant, deal_in, positions_from_button
from tables.rules.random_hands import RandomHand, hands
from tables.rules.rule_sets import rule_set
from tables.rules.setup import Betting, GameTerms, HandSetup, PostKind, Variant
from tools.bench import pokerkit_side
from tools.bench.figures import Figure, Say, Sizes, in_turns, ratio
from tools.bench.pokerkit_side import Played

BUTTON = 6
LEAST = dict.fromkeys(Variant, 40.0) | {Variant.OMAHA: 100.0}
_BETTING = dict.fromkeys(Variant, Betting.POT_LIMIT) | {Variant.TEXAS: Betting.NO_LIMIT}
# Six players, seat 1 left of the button: 25 actions and three hands shown, a long but ordinary pot (cents).
_PLAY = (
    "3 raise 600, 4 call, 5 call, 6 call, 1 call, 2 call, board,"
    "1 check, 2 check, 3 bet 1000, 4 call, 5 fold, 6 fold, 1 fold, 2 call, board,"
    "2 check, 3 check, 4 bet 3000, 2 call, 3 call, board,"
    "2 check, 3 check, 4 bet 5000, 2 call, 3 raise 12000, 4 call, 2 call, show 3, show 4, show 2"
)


def measure(sizes: Sizes, say: Say) -> list[Figure]:
    """Hands per second of both engines, on long showdown hands (which the limits are about) and on the mix."""
    try:
        import_module("pokerkit")
    except ImportError:
        say("pokerkit is not installed (python3 manage.py setup installs it): engines are not compared")
        return []
    figures = []
    for variant in Variant:
        typical = _showdowns(variant, sizes.engine_hands)
        mixed = _comparable(variant, sizes.engine_hands * 2)
        say(
            f"{variant.value}: {len(typical)} hands of {len(_actions_of(_PLAY))} records,"
            f" {len(mixed)} random hands of {sum(len(one.actions) for one in mixed) / max(1, len(mixed)):.0f}"
        )
        figures += [
            *_compared(f"engine_{variant.value}", typical, sizes, LEAST[variant]),
            *_compared(f"engine_{variant.value}_mix", mixed, sizes, None),
        ]
    return figures


def _compared(name: str, played: Sequence[Played], sizes: Sizes, limit: float | None) -> list[Figure]:
    if not played:
        return []
    again = 20  # ours is so much faster that one pass would be below the clock's resolution
    ours, theirs = in_turns(
        [lambda: _seconds(lambda: [_replay(one) for one in [*played] * again]) / again,
         lambda: _seconds(lambda: [pokerkit_side.replay(one) for one in played])],
        sizes.rounds,
    )  # fmt: skip
    return [
        Figure(name, len(played) / median(ours), "hands/s", ratio(theirs, ours), limit),
        Figure(f"{name}_pokerkit", len(played) / median(theirs), "hands/s"),
    ]


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _replay(played: Played) -> dict[int, int]:
    state = hand.replay(played.setup, played.actions)
    return hand.payout(hand.result(state)).final_cents


# --- the same hands ---------------------------------------------------------------------------------------------------
def _actions_of(play: str) -> list[list[str]]:
    return [step.split() for step in play.split(",")]


def _showdowns(variant: Variant, count: int) -> tuple[Played, ...]:
    """The long hand with `count` different decks."""
    terms = GameTerms(variant, _BETTING[variant], 100, 200)
    seats = range(1, BUTTON + 1)
    setup = deal_in(
        terms,
        "house/1",
        [Entrant(seat, 50_000) for seat in seats],
        positions_from_button(BUTTON, seats, rule_set("house/1")),
    ).setup
    random = Random(variant.value)  # noqa: S311 -- chance for a measurement
    return tuple(pokerkit_side.played(RandomHand(setup, *_dealt(random, variant))) for _number in range(count))


def _dealt(random: Random, variant: Variant) -> tuple[tuple[Action, ...], dict[int, tuple[int, ...]]]:
    deck = list(range(52))
    random.shuffle(deck)
    holes = {seat: tuple([deck.pop() for _card in range(variant.form.hole_cards)]) for seat in range(1, BUTTON + 1)}
    actions: list[Action] = []
    for words in _actions_of(_PLAY):
        match words:
            case ["board"]:
                count = 1 if any(action.kind is Kind.BOARD for action in actions) else 3
                actions.append(Action(Kind.BOARD, cards=tuple([deck.pop() for _card in range(count)])))
            case ["show", seat]:
                actions.append(Action(Kind.SHOW, int(seat), cards=holes[int(seat)]))
            case [seat, kind, *cents]:
                actions.append(Action(Kind(kind), int(seat), int(cents[0]) if cents else None))
    return tuple(actions), holes


def _comparable(variant: Variant, count: int) -> tuple[Played, ...]:
    """Random hands that both engines can play, with the same result; pokerkit has fewer rules than a house."""
    found = []
    warnings.simplefilter("ignore", UserWarning)  # pokerkit's, before it refuses a hand
    for one in hands(7, count, variant=variant, betting=_BETTING[variant]):
        if _ordinary(one.setup):
            played = pokerkit_side.played(one)
            try:
                same = pokerkit_side.replay(played) == _replay(played)
            except Exception:  # noqa: BLE001, S112 -- it refuses in many ways; such a hand is compared elsewhere
                continue
            if same:
                found.append(played)
    return tuple(found)


def _ordinary(setup: HandSetup) -> bool:
    kinds = {post.kind for seat in setup.seats for post in seat.posts}
    return kinds <= {PostKind.SMALL_BLIND, PostKind.BIG_BLIND} and not setup.dead_cents and len(setup.seats) > 2

"""Prints how much faster our replay of a hand is than pokerkit's: `python -m tests.tables.rules.speed`.

Replay has to be fast because no state of a hand is kept. Both play the same hand in the same run.
"""

import time
import warnings
from collections.abc import Callable, Sequence

from tables.rules import cards, hand
from tables.rules.actions import Action
from tables.rules.setup import HandSetup, Variant
from tests.tables.rules.oracle import create
from tests.tables.rules.scripts import actions, table

#: Six players, 25 betting actions, three at the showdown.
SCRIPT = (
    "3 call, 4 raise 35, 5 call, 6 call, 1 fold, 2 fold, 3 call, "
    "board 2c3c4d, 3 check, 4 check, 5 bet 50, 6 raise 150, 3 call, 4 call, 5 call, "
    "board Jh, 3 check, 4 bet 100, 5 call, 6 call, 3 call, "
    "board Kh, 3 check, 4 check, 5 bet 100, 6 call, 3 fold, 4 call"
)
SHOWS = {
    Variant.TEXAS: ", 5 show AhAd, 6 show KcKd, 4 show JcJd",
    Variant.OMAHA: ", 5 show AhAd7s8s, 6 show KcKd9s9h, 4 show JcJd6s5s",
}


def best_of(rounds: int, times: int, work: Callable[[], object]) -> float:
    """Seconds of one piece of work, the best of some rounds: neighbours on the machine only ever slow it down."""
    best = float("inf")
    for _round in range(rounds):
        begun = time.perf_counter()
        for _time in range(times):
            work()
        best = min(best, (time.perf_counter() - begun) / times)
    return best


def by_pokerkit(setup: HandSetup, played: Sequence[Action]) -> None:
    other = create(setup)
    frame = hand.start(setup).frame
    for _ in range(setup.terms.variant.form.hole_cards):
        for _seat in setup.seats:
            other.deal_hole("??")
    for text in (_words(action) for action in played):
        kind, seat, to, cards = text
        if kind == "board":
            other.burn_card("??")
            other.deal_board(cards)
        elif kind == "show":
            other.show_or_muck_hole_cards(cards, frame.position[seat])
        elif kind == "fold":
            other.fold()
        elif kind in ("check", "call"):
            other.check_or_call()
        else:
            other.complete_bet_or_raise_to(to)


def _words(action: Action) -> tuple[str, int, int, str]:
    return action.kind.value, action.seat or 0, action.to_cents or 0, cards.format(action.cards).replace(" ", "")


def main() -> None:
    warnings.simplefilter("ignore")
    for variant, shows in SHOWS.items():
        setup = table([10_000] * 6, variant=variant)
        played = actions(SCRIPT + shows)
        ours = best_of(8, 50, lambda: hand.result(hand.replay(setup, played)))  # noqa: B023
        theirs = best_of(4, 3, lambda: by_pokerkit(setup, played))  # noqa: B023
        print(f"{variant}: {ours * 1e6:.0f} us, pokerkit {theirs * 1e6:.0f} us, {theirs / ours:.0f} times")


if __name__ == "__main__":
    main()

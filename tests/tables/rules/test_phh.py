"""A hand as PHH: other readers load it, pokerkit plays it out to the same stacks, and we read it back exactly."""

import warnings
from datetime import datetime
from typing import Any, ClassVar

import pokerkit
import pytest

from tables.rules import hand, phh, random_hands
from tables.rules.phh import Extra
from tables.rules.random_hands import RandomHand
from tables.rules.setup import Betting, Variant
from tests.tables.rules import phh_reading
from tests.tables.rules.scripts import actions, play, table

SCRIPT = (
    "3 raise 30, 1 fold, 2 call, board 2c3c4d, 2 check, 3 bet 40, 2 call, board 9h, 2 check, 3 check, "
    "board Jd, 2 check, 3 check"
)
ENDING = ", 2 show AhAd, 3 muck"


#: The head of the hand below.
HEAD = """\
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 30", "p1 f", "p2 cc", "d db 2c3c4d", "p2 cc", \
"p3 cbr 40", "p2 cc", "d db 9h", "p2 cc", "p3 cc", "d db Jd", "p2 cc", "p3 cc", "p2 sm AhAd", "p3 sm"]
"""


class NoLimitOmahaHoldem(pokerkit.NoLimitPokerMixin, pokerkit.OmahaHoldemMixin, pokerkit.UnfixedLimitHoldem):  # type: ignore[misc]
    """The game that PHH has no code for, as pokerkit would have it."""

    hand_types = (pokerkit.OmahaHoldemHand,)
    max_completion_betting_or_raising_count = None


class OurHistory(pokerkit.HandHistory):
    """pokerkit's reader, told about our `_variant` NO."""

    game_types: ClassVar[dict[str, Any]] = {**pokerkit.HandHistory.game_types, "PO": NoLimitOmahaHoldem}


def text_of(played: RandomHand) -> str:
    state = hand.replay(played.setup, played.actions)
    return phh.write(played.setup, played.actions, hand.payout(hand.result(state)))


@pytest.mark.parametrize("variant", [Variant.TEXAS, Variant.OMAHA])
@pytest.mark.parametrize("betting", list(Betting))
def test_every_game_loads_in_pokerkit_and_comes_back_exactly(variant: Variant, betting: Betting) -> None:
    for played in random_hands.hands(7, 40, variant=variant, betting=betting):
        text = text_of(played)
        history = pokerkit.HandHistory.loads(text)
        assert history.seats == hand.start(played.setup).frame.seats
        assert phh_reading.read(text) == phh_reading.Written(played.setup, played.actions, 0)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("variant", "betting", "least"),
    [
        (Variant.TEXAS, Betting.NO_LIMIT, 0.9),
        (Variant.TEXAS, Betting.POT_LIMIT, 0.9),
        (Variant.OMAHA, Betting.NO_LIMIT, 0.9),
        (Variant.OMAHA, Betting.POT_LIMIT, 0.8),
        (Variant.TEXAS, Betting.FIXED_LIMIT, 0.8),
        (Variant.OMAHA, Betting.FIXED_LIMIT, 0.8),
    ],
)
def test_pokerkit_plays_it_out_to_the_same_stacks(variant: Variant, betting: Betting, least: float) -> None:
    """All but the hands where its rules differ from ours (`oracle.REASONS`) or odd chips go elsewhere."""
    reader = OurHistory if (variant, betting) == (Variant.OMAHA, Betting.NO_LIMIT) else pokerkit.HandHistory
    same = count = 0
    for played in random_hands.hands(11, 30, variant=variant, betting=betting):
        count += 1
        history = reader.loads(text_of(played))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                same += list(history)[-1].stacks == history.finishing_stacks
            except (ValueError, AssertionError):  # the second when a last claimant mucks (its item 8)
                continue
    assert same >= least * count


def test_a_whole_hand_as_text() -> None:
    setup = table([1000] * 3)
    played = actions(SCRIPT + ENDING)
    paid = hand.payout(hand.result(play(setup, SCRIPT + ENDING)), 7)
    extra = Extra(
        venue='Haus "am See"',
        table="T07",
        number=812,
        dealt_at=datetime(2026, 11, 21, 20, 15, 30),  # noqa: DTZ001 -- PHH holds local times with a zone's name beside
        time_zone="Europe/Berlin",
        currency="EUR",
        seat_count=9,
        players={1: "g1", 2: "12:34:56", 3: "O'Neil"},
        schedule="NL/3",
    )
    text = phh.write(setup, played, paid, extra)
    assert text.startswith(HEAD)
    for line in ("time = 20:15:30", 'players = ["g1", "12:34:56", "O\'Neil"]', "_rake = 7", "winnings = [0, 138, 0]"):
        assert line in text.splitlines()
    history = pokerkit.HandHistory.loads(text)
    assert (history.venue, history.hand, history.year) == ('Haus "am See"', 812, 2026)
    assert history.user_defined_fields["_schedule"] == "NL/3"
    assert phh_reading.read(text).taken_cents == 7


@pytest.mark.parametrize(
    ("variant", "betting", "code", "own"),
    [
        (Variant.TEXAS, Betting.POT_LIMIT, "NT", "PT"),
        (Variant.OMAHA, Betting.NO_LIMIT, "PO", "NO"),
        (Variant.OMAHA, Betting.FIXED_LIMIT, "PO", "FO"),
    ],
)
def test_games_that_phh_lacks_have_our_own_code_beside_the_nearest(
    variant: Variant, betting: Betting, code: str, own: str
) -> None:
    text = phh.write(table([1000] * 2, variant=variant, betting=betting), [])
    history = pokerkit.HandHistory.loads(text)
    assert (history.variant, history.user_defined_fields["_variant"]) == (code, own)


def test_a_second_board_stands_beside_the_first() -> None:
    setup = table([100, 100], rules="wsop-live/1")
    script = (
        "2 all-in, 1 call, twice, board 2c7d9h, board Js, board 3d, board 2s7h9d, board Jd, board 3h, "
        "1 show KhKd, 2 show AhAd"
    )
    text = phh.write(setup, actions(script))
    assert '_second_board = "2s 7h 9d Jd 3h"' in text
    assert phh_reading.read(text).actions == tuple(actions(script))

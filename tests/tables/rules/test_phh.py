"""A hand as PHH: other readers load it, pokerkit plays it out to the same stacks, and we read it back exactly."""

import random
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

import pokerkit
import pytest

from tables.rules import hand, phh, random_hands
from tables.rules.phh import Extra
from tables.rules.random_hands import RandomHand
from tables.rules.setup import MOST_BOARDS, Betting, Post, PostKind, Variant
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


PHH_CODES = [
    (Variant.TEXAS_HI_LO, Betting.NO_LIMIT, "NT", "NT/8"),
    (Variant.OMAHA_5, Betting.POT_LIMIT, "PO", "PO5"),
    (Variant.OMAHA_6, Betting.FIXED_LIMIT, "PO", "FO6"),
    (Variant.OMAHA_HI_LO, Betting.FIXED_LIMIT, "FO/8", "FO/8"),
    (Variant.OMAHA_HI_LO, Betting.POT_LIMIT, "PO", "PO/8"),
    (Variant.BIG_O, Betting.POT_LIMIT, "PO", "PO5/8"),
]


@pytest.mark.parametrize(("variant", "betting", "code", "own"), PHH_CODES)
def test_the_code_of_a_game_says_its_properties(variant: Variant, betting: Betting, code: str, own: str) -> None:
    """FO/8 is PHH's own, with a small and a big bet."""
    text = phh.write(table([1000] * 2, variant=variant, betting=betting), [])
    history = pokerkit.HandHistory.loads(text)
    assert (history.variant, history.user_defined_fields["_variant"]) == (code, own)
    assert ("small_bet" in text) == (code == "FO/8")


def test_no_two_games_share_a_code() -> None:
    codes = [
        phh.write(table([1000] * 2, variant=variant, betting=betting), []).split('_variant = "')[1].split('"')[0]
        for variant in Variant
        for betting in Betting
    ]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("bomb_pot", [False, True])
def test_every_form_comes_back_from_every_number_of_boards(variant: Variant, bomb_pot: bool) -> None:
    for boards in range(1, MOST_BOARDS + 1):
        for played in dealt(variant, boards, bomb_pot=bomb_pot):
            text = text_of(played)
            history = pokerkit.HandHistory.loads(text)
            fields = history.user_defined_fields
            written = phh_reading.read(text)
            assert (written.setup, written.actions) == (played.setup, played.actions)
            assert ("_second_board" in fields, "_boards" in fields) == (boards == 2, boards > 2)
            assert fields.get("_bomb_pot") == (bomb_pot or None)


@pytest.mark.filterwarnings("ignore")
def test_pokerkit_plays_a_bomb_pot_out_to_the_same_stacks() -> None:
    """Everybody checks its first street, which has no betting; but for a few hands, as above, and two players."""
    same = 0
    several = [one for one in dealt(Variant.TEXAS, 1, bomb_pot=True, count=20) if len(one.setup.seats) > 2]
    for played in several:
        history = pokerkit.HandHistory.loads(text_of(played))
        with suppress(ValueError, AssertionError):
            same += list(history)[-1].stacks == history.finishing_stacks
    assert same >= 0.75 * len(several) > 10


def dealt(variant: Variant, boards: int, *, bomb_pot: bool, count: int = 3) -> Iterator[RandomHand]:
    """Random hands on so many boards; a bomb pot with an ante of 30 from everybody."""
    chance = random.Random(variant + str(boards))
    for _hand in range(count):
        setup = random_hands.random_setup(chance, variant=variant, betting=Betting.POT_LIMIT)
        most = variant.form.most_players(boards)
        if len(setup.seats) > most:
            setup = replace(setup, seats=setup.seats[:most], button_seat=setup.seats[0].seat)
        if bomb_pot:
            seats = tuple(replace(seat, posts=(Post(PostKind.ANTE, 30),)) for seat in setup.seats)
            setup = replace(setup, seats=seats, bomb_pot=True)
        yield random_hands.play(chance, replace(setup, boards=boards))

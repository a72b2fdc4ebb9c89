"""A hand run twice in the records: both boards, and what each of them won (WLA 204–211)."""

from dataclasses import replace
from typing import Any

import pytest

from tables.rules import hand, phh, records
from tables.rules.actions import Action, Kind
from tables.rules.agreement import compare
from tables.rules.boards import won_by_board
from tables.rules.setup import Variant
from tables.rules.state import Phase, State
from tests.tables.rules import phh_reading
from tests.tables.rules.scripts import actions, kinds, play, play_on, refused, table, won

#: Both all-in on the flop; the first board is seat 1's, the second seat 2's.
SCRIPT = (
    "2 call, 1 check, board 2c7d9h, 1 all-in, 2 call, twice, board Js, board 3d, board As, board 4s, "
    "1 show KhKd, 2 show AhQd"
)


def printed(**changes: Any) -> dict[str, Any]:
    """As a network prints it; made up, because none of the real hands at hand was run twice."""
    lines = [
        ("post", 2, "sb", {"amount": 50}),
        ("post", 1, "bb", {"amount": 100}),
        ("pre", 2, "call", {"amount": 50}),
        ("pre", 1, "check", {}),
        ("flop", 1, "bet", {"amount": 4_900, "allin": True}),
        ("flop", 2, "call", {"amount": 4_900, "allin": True}),
    ]
    record: dict[str, Any] = {
        "id": "PokerStars-twice",
        "room": "PokerStars",
        "game": "texas",
        "limit": "NL",
        "kind": "cash",
        "scale": 100,
        "stakes": [50, 100],
        "button": 2,
        "players": [{"seat": seat, "name": f"p{seat}", "stack": 5_000} for seat in (1, 2)],
        "actions": [{"street": street, "seat": seat, "kind": kind, **more} for street, seat, kind, more in lines],
        "board": ["2c", "7d", "9h", "Js", "3d"],
        "second_board": ["2c", "7d", "9h", "As", "4s"],
        "shown": {"1": ["Kh", "Kd"], "2": ["Ah", "Qd"]},
        "mucked": [],
        "flags": [],
        "truth": {
            "total_pot": 10_000,
            "fees": {"rake": 251},
            "uncalled": [],
            "collected": [{"seat": 1, "amount": 4_875, "board": 1}, {"seat": 2, "amount": 4_874, "board": 2}],
        },
    }
    return record | changes


def test_a_printed_hand_with_two_boards_is_replayed() -> None:
    recording = records.convert(printed())
    state = hand.replay(recording.setup, recording.actions)
    assert [len(board) for board in hand.view(state).boards] == [5, 5]
    found = hand.result(state)
    assert found.pots[0].winners == ((1,), (2,))
    assert recording.facts.by_board_cents == ({1: 4_875}, {2: 4_874})
    assert compare(recording.facts, found) == []


@pytest.mark.parametrize(
    ("second", "shared"),
    [
        (["2c", "7d", "9h", "Js", "4s"], 4),
        (["2c", "7d", "9h", "As", "4s"], 3),
    ],
)
def test_the_boards_share_what_lay_before_it_was_agreed(second: list[str], shared: int) -> None:
    state = hand.replay(*replayed(printed(second_board=second)))
    first, other = hand.view(state).boards
    assert first[:shared] == other[:shared]
    assert (state.shared, first[shared] == other[shared]) == (shared, False)


def replayed(record: dict[str, Any]) -> tuple[Any, Any]:
    recording = records.convert(record)
    return recording.setup, recording.actions


def test_a_wrong_board_is_found() -> None:
    truth = printed()["truth"]
    for collected in (
        [{"seat": 1, "amount": 4_875, "board": 2}, {"seat": 2, "amount": 4_874, "board": 1}],
        [{"seat": 1, "amount": 4_875, "board": 1}, {"seat": 2, "amount": 4_874, "board": 1}],
    ):
        recording = records.convert(printed(truth=truth | {"collected": collected}))
        found = hand.result(hand.replay(recording.setup, recording.actions))
        assert [difference.what for difference in compare(recording.facts, found)] == ["boards"]


def test_where_the_print_does_not_say_which_board_won_the_sums_are_compared() -> None:
    collected = [{"seat": 1, "amount": 4_875}, {"seat": 2, "amount": 4_874}]
    recording = records.convert(printed(truth=printed()["truth"] | {"collected": collected}))
    assert recording.facts.by_board_cents == ()
    assert compare(recording.facts, hand.result(hand.replay(recording.setup, recording.actions))) == []


def test_two_boards_are_written_and_read_back() -> None:
    setup = table([101, 101], rules="wsop-live/1")
    paid = hand.payout(hand.result(play(setup, SCRIPT)), 1)
    text = phh.write(setup, actions(SCRIPT), paid)
    assert '_second_board = "2c 7d 9h As 4s"' in text
    assert "_winnings_by_board = [[101, 0], [0, 100]]" in text
    read = phh_reading.read(text)
    assert read == phh_reading.Written(setup, tuple(actions(SCRIPT)), 1, ({1: 101}, {2: 100}))
    again = hand.result(hand.replay(read.setup, read.actions))
    assert won_by_board(again, hand.payout(again, 1)) == read.by_board_cents


def test_a_hand_run_once_has_no_winnings_by_board() -> None:
    setup = table([101, 101], rules="wsop-live/1")
    state = play(setup, SCRIPT.replace("twice, ", "").replace("board As, board 4s, ", ""))
    assert won_by_board(hand.result(state), hand.payout(hand.result(state))) == ()
    assert "_board" not in phh.write(setup, actions("2 call"))


def all_in_before_the_flop(variant: Variant, players: int, boards: int, rules: str = "wsop-live/3") -> State:
    setup = replace(table([100] * players, variant=variant, rules=rules), boards=boards)
    state = hand.start(setup)
    while state.phase is Phase.BETTING:
        state = hand.apply(state, Action(Kind.ALL_IN))
    return state


@pytest.mark.parametrize(
    ("variant", "players", "boards", "suffices"),
    [
        (Variant.OMAHA, 10, 1, False),  # 40 in the hands; two boards and six burn cards are 16
        (Variant.OMAHA, 9, 1, True),  # 36 and 16: the last card of the stub is the river
        (Variant.OMAHA, 6, 2, True),  # 24 and two runs of ten cards and three burn cards: 50
        (Variant.OMAHA, 7, 2, False),
        (Variant.OMAHA_6, 6, 1, True),  # 36 and 16
        (Variant.BIG_O, 8, 1, False),
        (Variant.TEXAS, 10, 2, True),
        (Variant.TEXAS, 8, 3, True),  # 16 and two runs of fifteen cards and three burn cards: 52
        (Variant.TEXAS, 9, 3, False),
    ],
)
def test_it_is_run_twice_only_where_the_stub_suffices(
    variant: Variant, players: int, boards: int, suffices: bool
) -> None:
    state = all_in_before_the_flop(variant, players, boards)
    assert ("run_twice" in kinds(state)) is suffices
    if not suffices:
        assert refused(state, "twice").code == "stub_short"


def test_a_hand_of_an_older_version_is_replayed_as_it_was_booked() -> None:
    assert "run_twice" in kinds(all_in_before_the_flop(Variant.OMAHA, 10, 1, "wsop-live/2"))


def test_after_the_flop_two_turns_and_rivers_are_enough_cards_for_ten() -> None:
    """Domain §4.4: 40 in the hands, the flop and its burn card, twice two cards and two burn cards: all 52."""
    state = play_on(all_in_before_the_flop(Variant.OMAHA, 10, 1), "board 2c7d9h, twice")
    assert len(state.boards) == 2


def test_a_pot_that_one_claims_belongs_to_no_board() -> None:
    """Seat 3 mucks and leaves the side pot to seat 2; only the main pot is divided by the boards.

    WLA 204: running it twice is "an agreement with participants involved in the immediate hand"; about a pot that
    nobody else claims there is nothing to agree.
    """
    script = (
        "3 all-in, 1 all-in, 2 all-in, twice, board 2c7d9h, board Js, board 3d, board 2s7h9d, board Ks, board 4s, "
        "1 show AhAd, 2 show KhKd, 3 muck"
    )
    found = hand.result(play(table([50, 200, 200], rules="wsop-live/1"), script))
    assert [pot.winners for pot in found.pots] == [((1,), (2,)), ((2,),)]
    assert won_by_board(found, hand.payout(found)) == ({1: 75}, {2: 75})
    assert won(found) == {1: 75, 2: 375}


def test_a_side_pot_of_folded_chips_belongs_to_no_board() -> None:
    """Seat 3 folds to a raise with chips beyond the all-in: these are seat 2's alone, and no board decides them."""
    script = (
        "3 raise 100, 1 all-in, 2 raise 200, 3 fold, twice, board 2c7d9h, board Js, board 3d, board 2s7h9d, board Ks, "
        "board 4s, 1 show AhAd, 2 show KhKd"
    )
    found = hand.result(play(table([50, 200, 200], rules="wsop-live/2"), script))
    assert [(pot.amount_cents, pot.winners) for pot in found.pots] == [(150, ((1,), (2,))), (100, ((2,),))]
    assert won_by_board(found, hand.payout(found)) == ({1: 75}, {2: 75})


def test_a_print_may_name_a_sum_that_was_won_on_no_board() -> None:
    collected = [*printed()["truth"]["collected"], {"seat": 2, "amount": 100}]
    recording = records.convert(printed(truth=printed()["truth"] | {"collected": collected}))
    assert recording.facts.by_board_cents == ({1: 4_875}, {2: 4_874})
    assert recording.facts.collected_cents[2] == 4_974

"""Structures of tournaments as data (K1, K2, S4, S9): read, written, refused, and the ones that are shipped."""

from dataclasses import replace
from typing import Any

import pytest

from casino.errors import Refusal
from tables.rules.setup import Betting, Variant
from tables.rules.tournaments import checks, codec
from tables.rules.tournaments.shipped import DEEP_STACK, EVENING, LIMIT, OMAHA, STRUCTURES, TITLES, TURBO
from tables.rules.tournaments.structures import AnteKind, Break, Level, Structure


def data(**changes: Any) -> dict[str, Any]:
    return {
        "name": "small",
        "items": [
            {"minutes": 20, "small_blind": 50, "big_blind": 100},
            {"minutes": 10, "chips_raced_off": [{"worth": 25}], "is_end_of_late_registration": True},
            {"minutes": 20, "small_blind": 100, "big_blind": 200, "ante": 200, "ante_kind": "big_blind"},
        ],
        "chips": [{"worth": 25, "pieces": 8}, {"worth": 100, "pieces": 8}, {"worth": 1000, "pieces": 3}],
        "late_until_level": 1,
    } | changes


def refused(given: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        codec.from_json(given)
    return caught.value


class TestReading:
    def test_the_usual_stack_is_forty_times_the_minimum_bet(self) -> None:
        """K1, seed `003`: "the same number of chips (usually 40 times the minimum bid)"."""
        assert codec.from_json(data()).starting_chips == 40 * 100

    def test_in_limit_the_minimum_bet_is_the_small_bet(self) -> None:
        items = [{"minutes": 20, "small_blind": 25, "big_blind": 50, "small_bet": 100, "big_bet": 200}]
        read = codec.from_json(data(items=items, betting="fixed_limit", late_until_level=0))
        assert read.starting_chips == 40 * 100

    def test_a_structure_is_read_as_it_was_meant(self) -> None:
        read = codec.from_json(data())
        assert (read.key, read.variant, read.betting) == ("small/1", Variant.TEXAS, Betting.NO_LIMIT)
        assert read.items == (
            Level(1, 20, 50, 100),
            Break(10, is_end_of_late_registration=True, chips_raced_off=(25,)),
            Level(2, 20, 100, 200, 200, AnteKind.BIG_BLIND),
        )

    @pytest.mark.parametrize("structure", STRUCTURES.values(), ids=lambda one: one.key)
    def test_what_is_written_reads_back(self, structure: Structure) -> None:
        assert codec.from_json(codec.to_json(structure)) == structure

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"items": []}, "/items"),
            ({"items": [{"minutes": 0, "big_blind": 100}]}, "/items/0/minutes"),
            ({"items": [{"minutes": 20, "big_blind": 100, "antes": 5}]}, "/items/0/antes"),
            ({"starting_stack": 4000}, "/starting_stack"),
            ({"betting": "spread_limit"}, "/betting"),
            ({"chips": [{"worth": "25"}]}, "/chips/0/worth"),
            ({"rebuy": {"until_level": 1, "chips": True}}, "/rebuy/chips"),
            ({"name": 3}, "/name"),
        ],
    )
    def test_what_cannot_be_read_is_pointed_to(self, changes: dict[str, Any], field: str) -> None:
        refusal = refused(data(**changes))
        assert (refusal.code, refusal.facts["field"]) == ("bad_terms", field)


LEVEL = Level(1, 20, 50, 100)
SECOND = Level(2, 20, 100, 200)


def of(*items: Level | Break, **changes: Any) -> Structure:
    return replace(codec.from_json(data()), items=items, late_until_level=0, **changes)


class TestRefusing:
    @pytest.mark.parametrize(
        ("items", "code"),
        [
            ((Break(10),), "levels_missing"),
            ((LEVEL, Break(10)), "levels_missing"),
            ((LEVEL, replace(SECOND, number=3)), "levels_disordered"),
            ((replace(LEVEL, minutes=0),), "minutes_wrong"),
            ((replace(LEVEL, small_blind=200),), "blinds_wrong"),
            ((replace(LEVEL, ante=100),), "ante_wrong"),
            ((replace(LEVEL, ante_kind=AnteKind.EACH),), "ante_wrong"),
            ((replace(LEVEL, small_bet=100, big_bet=200),), "bets_wrong"),
            ((replace(LEVEL, small_blind=60),), "chips_indivisible"),
            ((LEVEL, Break(5, chips_raced_off=(25,)), replace(SECOND, small_blind=125)), "chips_indivisible"),
            ((LEVEL, Break(5, chips_raced_off=(100,)), SECOND), "race_wrong"),
            ((LEVEL, Break(5, chips_raced_off=(25, 100, 1000)), SECOND), "race_wrong"),
            ((LEVEL, Break(5, is_end_of_late_registration=True), SECOND), "phase_wrong"),
        ],
    )
    def test_levels_and_breaks_that_cannot_be(self, items: tuple[Level | Break, ...], code: str) -> None:
        with pytest.raises(Refusal) as caught:
            checks.check(of(*items))
        assert caught.value.code == code

    def test_blinds_never_fall(self) -> None:
        """K2: "rising blinds"."""
        with pytest.raises(Refusal) as caught:
            checks.check(of(LEVEL, replace(SECOND, small_blind=25, big_blind=200)))
        assert (caught.value.code, caught.value.facts["level"]) == ("blinds_fall", 2)

    def test_s3_the_big_blind_of_a_limit_game_is_its_small_bet(self) -> None:
        """Seed `003`: "The big blind is equal to or greater than the minimum bet"."""
        limit = replace(SECOND, small_bet=200, big_bet=400)
        checks.check_minimum_bets(of(limit, betting=Betting.FIXED_LIMIT))
        with pytest.raises(Refusal) as caught:
            checks.check_minimum_bets(of(replace(limit, big_blind=100), betting=Betting.FIXED_LIMIT))
        assert caught.value.code == "big_blind_below_minimum_bet"
        assert caught.value.facts == {"level": 2, "big_blind": 100, "minimum_bet": 200}

    @pytest.mark.parametrize("structure", STRUCTURES.values(), ids=lambda one: one.key)
    def test_s3_holds_in_every_shipped_structure(self, structure: Structure) -> None:
        checks.check_minimum_bets(structure)

    def test_a_limit_game_needs_its_bets(self) -> None:
        with pytest.raises(Refusal, match="bets_wrong"):
            checks.check(of(LEVEL, betting=Betting.FIXED_LIMIT))

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"starting_chips": 4100}, "chip_set_wrong"),
            ({"chips": [{"worth": 25}, {"worth": 25}]}, "chips_wrong"),
            ({"late_until_level": 3}, "phase_wrong"),
            ({"late_until_level": 0, "re_entries": 1}, "phase_wrong"),
            ({"rebuy": {"until_level": 3, "chips": 4000}}, "phase_wrong"),
            ({"rebuy": {"until_level": 1, "chips": 4010}}, "chips_wrong"),
            ({"add_on": {"break_number": 2, "chips": 4000}}, "phase_wrong"),
            ({"flight_until_level": 2}, "phase_wrong"),
        ],
    )
    def test_phases_and_stacks_that_cannot_be(self, changes: dict[str, Any], code: str) -> None:
        if changes.get("late_until_level") == 0:
            items = data()["items"]
            changes |= {"items": [items[0], items[2]]}
        assert refused(data(**changes)).code == code

    def test_a_colour_that_does_not_make_up_the_next_cannot_be_raced_off(self) -> None:
        chips = [{"worth": 20}, {"worth": 50}, {"worth": 100}]
        items = [
            {"minutes": 20, "big_blind": 100},
            {"minutes": 10, "chips_raced_off": [{"worth": 20}]},
            {"minutes": 20, "big_blind": 200},
        ]
        assert refused(data(chips=chips, items=items, late_until_level=0)).code == "race_wrong"


class TestPhases:
    """K1: late registration, "optional re-buy phase", and the add-on at its end."""

    def test_late_registration_lasts_through_the_break_that_ends_it(self) -> None:
        open_at = [EVENING.takes_entries(index) for index in range(len(EVENING.items))]
        assert open_at[:6] == [True, True, True, True, True, False]
        assert not any(open_at[5:])

    def test_late_registration_ends_with_its_level_where_no_break_says_more(self) -> None:
        silent = replace(EVENING, items=(*EVENING.items[:4], Break(15), *EVENING.items[5:]))
        assert [silent.takes_entries(index) for index in (3, 4, 5)] == [True, False, False]
        assert replace(silent, late_until_level=5).takes_entries(4)

    def test_rebuys_end_with_their_level_and_the_add_on_is_sold_in_the_break_after(self) -> None:
        assert [EVENING.takes_rebuys(index) for index in range(6)] == [True, True, True, True, False, False]
        assert [index for index in range(len(EVENING.items)) if EVENING.takes_add_ons(index)] == [4]

    def test_a_tournament_without_rebuys_takes_none(self) -> None:
        assert not any(TURBO.takes_rebuys(index) or TURBO.takes_add_ons(index) for index in range(len(TURBO.items)))

    def test_a_colour_leaves_play_with_the_break_in_which_it_is_raced_off(self) -> None:
        assert EVENING.chips_in_play(4) == (25, 100, 500, 1000, 5000)
        assert EVENING.chips_in_play(5) == (100, 500, 1000, 5000)

    def test_a_colour_has_to_be_off_by_the_end_of_its_break(self) -> None:
        """Level 4 is item 3, the break that races 25 off item 4; Omaha's second break races off two at once."""
        assert [EVENING.chips_to_race(index) for index in (3, 4, 5, 9)] == [(), (25,), (25,), (25, 100)]
        assert [EVENING.next_race(index) for index in (0, 4, 5, 15)] == [(4, (25,)), (4, (25,)), (8, (100,)), None]
        assert OMAHA.next_race(0) == (8, (25, 100))

    def test_the_next_level_is_found_from_a_break(self) -> None:
        level = EVENING.level_from(4)
        assert level is not None
        assert level.number == 5


class TestShipped:
    @pytest.mark.parametrize("structure", STRUCTURES.values(), ids=lambda one: one.key)
    def test_every_shipped_structure_can_be_played(self, structure: Structure) -> None:
        checks.check(structure)
        assert TITLES[structure.key]

    def test_texas_and_omaha_in_all_three_ways_of_betting(self) -> None:
        """S1, S2."""
        assert {(one.variant, one.betting) for one in STRUCTURES.values()} == {
            (Variant.TEXAS, Betting.NO_LIMIT),
            (Variant.OMAHA, Betting.POT_LIMIT),
            (Variant.TEXAS, Betting.FIXED_LIMIT),
        }

    def test_the_evening_gives_forty_minimum_bets_in_the_same_chips_to_everybody(self) -> None:
        """K1, S9."""
        assert EVENING.starting_chips == 40 * EVENING.levels[0].minimum_bet == LIMIT.starting_chips
        assert sum(chip.worth * chip.pieces for chip in EVENING.chips) == EVENING.starting_chips
        assert (DEEP_STACK.flight_until_level, OMAHA.minutes) == (12, 16 * 30 + 45)

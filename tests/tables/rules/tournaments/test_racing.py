"""The chip race (TDA 24, WSOP 77): one chip each at most, nobody raced out, and the change of worth told."""

from random import Random

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules import cards
from tables.rules.tournaments import racing
from tables.rules.tournaments.racing import Leftover, Line, Race, Racer


def raced(
    racers: list[Racer], dealt: dict[int, str], old: int = 25, new: int = 100, leftover: Leftover = Leftover.HALF_UP
) -> Race:
    return racing.race(
        racers, {seat: cards.parse(text) for seat, text in dealt.items()}, old=old, new=new, leftover=leftover
    )


def given(race: Race) -> dict[int, int]:
    return {line.seat: line.given for line in race.lines}


class TestRace:
    def test_whole_chips_are_exchanged_at_equal_worth(self) -> None:
        assert raced([Racer(1, 8, 0)], {}).lines == (Line(1, 8, 2, 0, 0),)

    def test_one_card_for_each_odd_chip_from_seat_one(self) -> None:
        """TDA 24: "raced off starting in seat 1"."""
        found = racing.odd_pieces([Racer(5, 7, 0), Racer(1, 6, 0), Racer(3, 4, 0)], 25, 100)
        assert list(found.items()) == [(1, 2), (5, 3)]

    def test_the_highest_cards_win_one_chip_each(self) -> None:
        """TDA 24: "a maximum of one chip awarded to a player": eight odd chips are two, and not both for seat 2."""
        racers = [Racer(1, 3, 500), Racer(2, 3, 500), Racer(3, 2, 500)]
        race = raced(racers, {1: "2c 5d 9h", 2: "As Ks Qs", 3: "Kh 3d"})
        assert given(race) == {1: 0, 2: 1, 3: 1}
        assert race.change == 0

    def test_spades_are_the_highest_suit(self) -> None:
        """Robert's Rules, "Ties": spades, hearts, diamonds, clubs."""
        race = raced([Racer(1, 2, 500), Racer(2, 2, 500)], {1: "Ah 2c", 2: "As 3c"})
        assert given(race) == {1: 0, 2: 1}

    def test_nobody_is_raced_out(self) -> None:
        """TDA 24: "a player losing his or her last chip(s) in a race will get 1 chip"."""
        race = raced([Racer(1, 3, 0), Racer(2, 1, 900)], {1: "2c 3c 4c", 2: "As"})
        assert race.lines == (Line(1, 3, 0, 0, 1), Line(2, 1, 0, 1, 0))
        assert (race.removed, race.issued, race.change) == (4, 2, 100)

    def test_who_has_none_of_the_colour_is_not_touched(self) -> None:
        assert raced([Racer(1, 0, 0)], {}).lines == (Line(1, 0, 0, 0, 0),)

    @pytest.mark.parametrize(
        ("leftover", "chips", "change"),
        [(Leftover.HALF_UP, 1, 50), (Leftover.UP, 1, 50), (Leftover.DOWN, 0, -50)],
    )
    def test_half_a_chip_left_over(self, leftover: Leftover, chips: int, change: int) -> None:
        """Robert's Rules: a chip "if he has half or more of the quantity needed, otherwise nothing"."""
        race = raced([Racer(1, 2, 500)], {1: "2c 3c"}, leftover=leftover)
        assert (given(race), race.change) == ({1: chips}, change)

    def test_less_than_half_is_nothing(self) -> None:
        assert given(raced([Racer(1, 1, 500)], {1: "2c"})) == {1: 0}
        assert given(raced([Racer(1, 1, 500)], {1: "2c"}, leftover=Leftover.UP)) == {1: 1}


class TestRefusing:
    @pytest.mark.parametrize(
        ("racers", "dealt", "old", "new", "code"),
        [
            ([Racer(1, 1, 0)], {1: "2c"}, 100, 100, "race_chips"),
            ([Racer(1, 1, 0)], {1: "2c"}, 20, 50, "race_chips"),
            ([Racer(1, -1, 0)], {}, 25, 100, "race_chips"),
            ([Racer(1, 4, 0), Racer(1, 4, 0)], {}, 25, 100, "seat_twice"),
            ([Racer(1, 2, 0)], {1: "2c"}, 25, 100, "race_cards"),
            ([Racer(1, 4, 0)], {1: "2c"}, 25, 100, "race_cards"),
            ([Racer(1, 1, 0), Racer(2, 1, 0)], {1: "2c", 2: "2c"}, 25, 100, "card_twice"),
        ],
    )
    def test_what_cannot_be_raced(
        self, racers: list[Racer], dealt: dict[int, str], old: int, new: int, code: str
    ) -> None:
        with pytest.raises(Refusal) as caught:
            raced(racers, dealt, old, new)
        assert caught.value.code == code


tables = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), min_size=1, max_size=10)


@examples(tables, st.sampled_from([(25, 100), (100, 500), (500, 1_000)]), st.sampled_from(Leftover), st.randoms())
def test_every_race_keeps_the_rules(
    players: list[tuple[int, int]], colours: tuple[int, int], leftover: Leftover, random: Random
) -> None:
    old, new = colours
    racers = [Racer(seat, pieces, others * new) for seat, (pieces, others) in enumerate(players, 1)]
    deck = list(range(52))
    random.shuffle(deck)
    dealt = {seat: [deck.pop() for _ in range(odd)] for seat, odd in racing.odd_pieces(racers, old, new).items()}
    race = racing.race(racers, dealt, old=old, new=new, leftover=leftover)
    before = sum(racer.pieces * old + racer.others for racer in racers)
    after = sum(line.given * new + racer.others for line, racer in zip(race.lines, racers, strict=True))
    assert after - before == race.change
    rescued = sum(line.rescued for line in race.lines)
    # Without the rescued, the worth of the table changes by less than one new chip.
    assert abs(race.change - rescued * new) < new
    for line, racer in zip(race.lines, racers, strict=True):
        assert line.won + line.rescued <= 1
        assert line.exchanged * new <= racer.pieces * old
        had_chips = racer.pieces or racer.others
        assert bool(line.given or racer.others) == bool(had_chips), "nobody is raced out"
        if line.won:
            assert dealt[line.seat]
    won = [max(dealt[line.seat]) for line in race.lines if line.won]
    lost = [max(hand) for seat, hand in dealt.items() if not race.lines[seat - 1].won]
    assert not won or not lost or min(won) > max(lost)

"""Drawn seats that a third party can draw again, and the seat draw by cards (S8)."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules import cards, draws, seating
from tables.rules.seating import SeatsAt

SEED = hashlib.sha256(b"a seed").hexdigest()
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


def tables(*players: int, seats: int = 9) -> list[SeatsAt]:
    """Tables 1, 2 and so on with so many players on their first seats."""
    return [SeatsAt(i, count, tuple(range(count + 1, seats + 1))) for i, count in enumerate(players, 1)]


def redone_by_a_third_party(seed: str, label: str, things: list[int]) -> list[int]:
    """The shuffle from the recipe in `draws`, written without its code."""
    n, order = 0, list(things)
    for i in range(len(order) - 1, 0, -1):
        while True:
            number = int(hmac.new(seed.encode(), f"{label}:{n}".encode(), "sha256").hexdigest(), 16)
            n += 1
            if number < 2**256 - 2**256 % (i + 1):
                break
        order[i], order[number % (i + 1)] = order[number % (i + 1)], order[i]
    return order


class TestFairness:
    @given(seeds, st.text(max_size=8), st.integers(0, 40))
    def test_ten_lines_redo_it(self, seed: str, label: str, size: int) -> None:
        things = list(range(size))
        assert draws.Draw(seed, label).shuffled(things) == redone_by_a_third_party(seed, label, things)

    def test_the_commitment_is_the_plain_sha256_of_the_seed(self) -> None:
        assert draws.commitment(SEED) == hashlib.sha256(SEED.encode()).hexdigest()
        assert draws.keeps(draws.commitment(SEED), SEED)
        assert not draws.keeps(draws.commitment(SEED), SEED[::-1])

    @pytest.mark.parametrize("seed", ["", "ab", SEED.upper(), SEED + "0", SEED[:-1] + "g"])
    def test_a_seed_is_64_digits(self, seed: str) -> None:
        with pytest.raises(Refusal, match="seed_unreadable"):
            draws.commitment(seed)

    def test_the_numbers_are_known(self) -> None:
        """Never to be changed: a draw must be the same years later."""
        assert draws.Draw(SEED, "initial").shuffled(range(10)) == [2, 4, 8, 1, 0, 6, 5, 3, 9, 7]

    def test_no_order_is_likelier_than_another(self) -> None:
        """6,000 shuffles of three: each of the six orders 1,000 times, within six standard deviations (29)."""
        found = Counter(tuple(draws.Draw(SEED, str(i)).shuffled("abc")) for i in range(6_000))
        assert len(found) == 6
        assert max(abs(count - 1_000) for count in found.values()) < 6 * 29

    def test_what_would_make_it_unfair_is_drawn_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With numbers from 0 to 7 and three outcomes, 6 and 7 are skipped."""
        monkeypatch.setattr(draws, "_NUMBERS", 8)
        numbers = iter([7, 6, 5])
        monkeypatch.setattr(hmac, "digest", lambda *_args: next(numbers).to_bytes(32, "big"))
        assert draws.Draw(SEED, "").below(3) == 5 % 3

    def test_drawn_again_it_is_the_same_and_with_another_seed_or_label_another(self) -> None:
        room = tables(0, 0)
        announced = seating.draw(SEED, "initial", range(12), room)
        assert seating.draw(SEED, "initial", range(12), room) == announced
        assert seating.draw(SEED[::-1], "initial", range(12), room) != announced
        assert seating.draw(SEED, "again", range(12), room) != announced

    def test_neither_the_order_of_entrants_nor_of_tables_steers_it(self) -> None:
        room = tables(3, 2, 4)
        assert seating.draw(SEED, "x", [5, 9, 1], room) == seating.draw(SEED, "x", [1, 5, 9], room[::-1])


class TestSpread:
    @given(seeds, st.integers(0, 54))
    def test_the_first_draw_fills_the_tables_evenly(self, seed: str, players: int) -> None:
        drawn = seating.draw(seed, "initial", range(players), tables(0, 0, 0, 0, 0, 0))
        counts = [sum(one.table == table for one in drawn) for table in range(1, 7)]
        assert max(counts) - min(counts) <= 1
        assert len({(one.table, one.seat) for one in drawn}) == players
        assert sorted(one.entrant for one in drawn) == list(range(players))
        assert all(1 <= one.seat <= 9 for one in drawn)

    @given(seeds)
    def test_a_late_entrant_draws_among_the_tables_with_the_fewest_players(self, seed: str) -> None:
        """WSOP 12–14: a random seat; domain §4.14."""
        (late,) = seating.draw(seed, "late:7", [7], tables(8, 7, 9, 7))
        assert late.table in (2, 4)
        assert late.seat in (8, 9)

    def test_late_entrants_come_to_every_seat_there_is(self) -> None:
        found = {seating.draw(SEED, f"late:{i}", [i], tables(8, 7, 9, 7))[0] for i in range(200)}
        assert {(one.table, one.seat) for one in found} == {(2, 8), (2, 9), (4, 8), (4, 9)}

    def test_a_full_table_is_passed_over(self) -> None:
        drawn = seating.draw(SEED, "x", [1, 2], [SeatsAt(1, 6, ()), SeatsAt(2, 8, (4, 9))])
        assert {(one.table, one.seat) for one in drawn} == {(2, 4), (2, 9)}

    def test_refused_are_too_few_seats_and_an_entrant_given_twice(self) -> None:
        with pytest.raises(Refusal) as caught:
            seating.draw(SEED, "x", [1, 2, 3], tables(8, 8))
        assert (caught.value.code, caught.value.facts) == ("seats_few", {"seats": 2, "players": 3})
        with pytest.raises(Refusal, match="entrant_twice"):
            seating.draw(SEED, "x", [1, 1], tables(0))


class TestByCards:
    """S8, seed `000`: "The next highest card is assigned to the seat to the left of it and then clockwise so on"."""

    def seats(self, text: str, first: int = 1, seats: tuple[int, ...] = (1, 2, 3, 4, 5)) -> list[int]:
        drawn = dict(enumerate(cards.parse(text)))
        found = seating.by_cards(drawn, first, seats)
        return [found[player] for player in sorted(found)]

    def test_the_lowest_card_takes_the_named_seat_and_the_rest_follow_clockwise(self) -> None:
        assert self.seats("4c 2d 5h 3s", first=4) == [1, 4, 2, 5]

    def test_the_ace_is_lowest(self) -> None:
        """Seed: "an ascending order (e.g. A-2-3-4-5-[...])"."""
        assert self.seats("2d Ah Kc") == [2, 1, 3]

    def test_suits_decide_between_equal_ranks_clubs_lowest(self) -> None:
        """Robert's Rules, "Ties": "from highest to lowest is spades, hearts, diamonds, clubs"."""
        assert self.seats("7s 7h 7d 7c") == [4, 3, 2, 1]

    def test_refused_are_a_seat_that_is_not_there_too_few_and_a_card_drawn_twice(self) -> None:
        for drawn, first, code in (
            ({1: 0, 2: 1}, 9, "seat_unknown"),
            (dict(enumerate(range(6))), 1, "seats_few"),
            ({1: 0, 2: 0}, 1, "card_twice"),
        ):
            with pytest.raises(Refusal) as caught:
                seating.by_cards(drawn, first, (1, 2, 3, 4, 5))
            assert caught.value.code == code

"""What one pool lets tell of table stakes (T1–T3; seeds 001, 003): only what is impossible is refused."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules import contributions
from tables.rules.pool_stakes import (
    Holding,
    Played,
    Undone,
    check_count,
    check_pot,
    check_top_up,
    holding,
    most_in_pot,
    narrowed,
)
from tables.rules.terms.rebuys import Rebuy


def most(stacks, dealt_in, *, played=(), pool=None, dead=0):
    held = [holding(cents, played) for cents in stacks]
    return most_in_pot(held, dealt_in, pool_cents=sum(stacks) if pool is None else pool, dead_cents=dead)


@pytest.mark.parametrize(
    ("stacks", "dealt_in", "expected"),
    [
        ((200, 200, 200), 2, 400),
        ((200, 200, 200), 3, 600),
        ((1_000, 200, 100), 2, 400),  # nobody matches more than 200 of the 1,000
        ((1_000, 200, 100), 3, 500),
        ((1_000, 900, 100), 2, 1_800),
    ],
)
def test_before_the_first_hand_the_stacks_are_known(stacks, dealt_in, expected):
    assert most(stacks, dealt_in) == expected


def test_after_a_hand_of_100_the_third_player_still_has_150():
    """Of 600: at most half of that pot was theirs.  Nobody can have won more than two thirds of it."""
    played = [Played(100, 3)]
    assert holding(200, played) == Holding(150, 267)
    assert most((200, 200, 200), 2, played=played) == 450
    assert most((200, 200, 200), 2, played=[*played, Played(100, 3)]) == 500


def test_dead_money_need_not_be_matched():
    """The big blind of 2 with an ante of 2 for all wins a pot of 5, of which 3 were their own."""
    assert Played(500, 2, dead_cents=200).most_lost_cents >= 300
    assert most((1_000, 200), 2, dead=50) == 450


def test_the_pool_has_no_more_than_it_has():
    """What the house took is gone, whoever paid it; what a count found may be anybody's."""
    assert most((200, 200), 2, pool=390) == 390
    assert holding(200, [], charged_cents=30, found_cents=7, missing_cents=5) == Holding(165, 207)


DEAD = 5


@st.composite
def courses(draw):
    """What everybody brought, and true hands with it: who was dealt in, the pot, what the house took and who won."""
    brought = draw(st.lists(st.integers(2, 400), min_size=2, max_size=6))
    stacks, hands = list(brought), []
    for _hand in range(draw(st.integers(1, 8))):
        able = [seat for seat, cents in enumerate(stacks) if cents]
        if len(able) < 2:
            break
        dealt = draw(st.lists(st.sampled_from(able), min_size=2, max_size=len(able), unique=True))
        wanted = {seat: draw(st.integers(0, stacks[seat])) for seat in dealt}
        matched = sorted(wanted.values())[-2]
        paid = {seat: min(cents, matched) for seat, cents in wanted.items()}
        best = draw(st.sampled_from([seat for seat in dealt if paid[seat] == matched]))
        dead = draw(st.sampled_from(dealt))
        paid[dead] += min(draw(st.integers(0, DEAD)), stacks[dead] - paid[dead])
        pot = sum(paid.values())
        taken = draw(st.integers(0, pot // 10))
        hands.append((len(dealt), pot, sum(stacks)))
        for seat, cents in paid.items():
            stacks[seat] -= cents
        stacks[best] += pot - taken
    return brought, hands


@given(courses())
def test_what_was_really_played_is_never_refused(course):
    """Each pot is within the bound that the hands before it leave: whoever played, whoever won, whatever was taken."""
    brought, hands = course
    before: list[Played] = []
    for dealt_in, pot, pool in hands:
        held = [holding(cents, before) for cents in brought]
        check_pot(pot, most_in_pot(held, dealt_in, pool_cents=pool, dead_cents=DEAD), dealt_in)
        before.append(Played(pot, dealt_in, DEAD))


class TestFromACountOn:
    """T1, T2: what a guest can win from others and lose is bounded by the chips that were counted."""

    def test_an_all_in_wins_1_to_1_from_each_caller(self):
        """Seed 000: 50 against two callers is 150 at most, whatever the pot was."""
        assert holding(50, [Played(900, 3)]) == Holding(0, 150)
        assert holding(50, [Played(900, 3), Played(900, 3)]) == Holding(0, 450)

    def test_nobody_loses_more_than_they_had(self):
        assert holding(50, [Played(900, 3), Played(20, 2)]) == Holding(0, 160)

    def test_a_tip_may_be_anybody_s(self):
        assert holding(200, [Played(100, 2, tip_cents=10)]).least_cents == 140

    def test_of_a_hand_that_was_taken_back_each_may_have_got_back_what_it_cost(self):
        assert holding(200, [Undone(Played(100, 2))]) == Holding(150, 250)

    def test_the_last_of_them_has_what_is_left_of_the_pool(self):
        assert narrowed([Holding(70, 70), Holding(0, 500), Holding(30, 30)], 300)[1] == Holding(200, 200)
        assert narrowed([Holding(70, 70), Holding(0, 500), Holding(0, 100)], 300)[1] == Holding(130, 230)

    def test_a_pool_that_contradicts_them_says_nothing(self):
        held = [Holding(70, 70), Holding(0, 20)]
        assert narrowed(held, 300) == held
        assert narrowed(held, 60) == held

    @pytest.mark.parametrize("counted", [99, 301])
    def test_another_count_is_refused_with_its_bounds(self, counted):
        with pytest.raises(Refusal) as caught:
            check_count(counted, Holding(100, 300), seat=4)
        assert caught.value.code == "stack_out_of_bounds"
        assert caught.value.facts == {"seat": 4, "counted_cents": counted, "least_cents": 100, "most_cents": 300}
        for known in (100, 200, 300):
            check_count(known, Holding(100, 300), seat=4)


class TestWhoPutInHowMuch:
    """Where a hand says it, each stack changes by exactly that; H9, H10."""

    HAND = Played(90, 4, taken_cents=4, tip_cents=1, contributions={1: 40, 2: 40, 3: 10}, winners=(2,))

    @pytest.mark.parametrize(("seat", "stack"), [(1, 160), (2, 245), (3, 190), (4, 200), (None, 200)])
    def test_stacks_are_exact_where_one_won(self, seat, stack):
        assert holding(200, [self.HAND.of_seat(seat)]) == Holding(stack, stack)

    @pytest.mark.parametrize(("seat", "bounds"), [(1, (159, 246)), (3, (189, 220)), (2, (160, 160))])
    def test_of_several_winners_the_parts_are_not_known(self, seat, bounds):
        """The seat with 10 wins at most 10 from each, its own included."""
        assert holding(200, [replace(self.HAND, winners=(1, 3)).of_seat(seat)]) == Holding(*bounds)

    def test_unless_the_hand_says_them_too_but_for_the_tip(self):
        hand = replace(self.HAND, winners=(1, 3), won={1: 58, 3: 28})
        assert [holding(200, [hand.of_seat(seat)]) for seat in (1, 2, 3)] == [
            Holding(217, 218), Holding(160, 160), Holding(217, 218),
        ]  # fmt: skip

    def test_where_no_winner_is_named_it_is_one_of_those_who_put_something_in(self):
        hand = replace(self.HAND, winners=())
        assert holding(200, [hand.of_seat(3)]) == Holding(189, 220)
        assert holding(200, [hand.of_seat(4)]) == Holding(200, 200)

    def test_who_put_something_in_had_it(self):
        """A count is missing here: the hand says that they had 40."""
        assert holding(10, [self.HAND.of_seat(1)]) == Holding(0, 0)


@dataclass
class Room:
    """Guests with their true stacks, and what the books know: counts, hands since each, and the pool."""

    stacks: list[int]
    known: list[int]
    since: list[list] = field(default_factory=list)
    dead: int = DEAD

    def bounds(self) -> list[Holding]:
        held = [holding(cents, changes) for cents, changes in zip(self.known, self.since, strict=True)]
        return narrowed(held, sum(self.stacks))

    def count(self, seat: int) -> None:
        check_count(self.stacks[seat], self.bounds()[seat], seat=seat)
        self.known[seat], self.since[seat] = self.stacks[seat], []

    def buy(self, seat: int, cents: int) -> None:
        self.stacks[seat] += cents
        self.known[seat] += cents

    def play(self, paid: dict[int, int], won: dict[int, int], *, house: int, tip: int, tipper: int, says: str) -> None:
        """A true hand; `says`: nothing, the winners, who put in how much, or also the winners' parts."""
        pot, dealt_in = sum(paid.values()), len(paid)
        given = {seat: cents for seat, cents in paid.items() if cents}
        winners = tuple(won) if says != "nothing" else ()
        bounds = self.bounds()
        check_pot(pot, most_in_pot(bounds, dealt_in, pool_cents=sum(self.stacks), dead_cents=self.dead), dealt_in)
        parts = dict(won) if says == "parts" else {}
        if says in ("all", "parts"):
            contributions.check(given, pot, winners, dealt_in=dealt_in, dead_cents=self.dead)
            contributions.check_stacks(given, dict(enumerate(bounds)))
        else:
            given = {}
        if parts:
            parts[tipper] += tip  # they say what was won before the tip
            contributions.check_won(parts, given, winners, to_win_cents=pot - house, dead_cents=self.dead)
        hand = Played(pot, dealt_in, self.dead, house, tip, given, winners, parts)
        for seat, cents in paid.items():
            self.stacks[seat] -= cents
        for seat, cents in won.items():
            self.stacks[seat] += cents
        for seat, changes in enumerate(self.since):
            changes.append(hand.of_seat(seat))


def shared(cents: int, among: list[int]) -> dict[int, int]:
    """A pot in equal parts; the odd chips to the first."""
    each, odd = divmod(cents, len(among))
    return {seat: each + (odd if seat == among[0] else 0) for seat in among}


@st.composite
def rooms(draw):
    """A table played truly: side pots are won by the best of those who put in enough, in an order of strength."""
    brought = draw(st.lists(st.integers(2, 400), min_size=2, max_size=5))
    room = Room(list(brought), list(brought), [[] for _one in brought])
    for _step in range(draw(st.integers(1, 8))):
        what = draw(st.sampled_from(["hand", "hand", "hand", "count", "buy"]))
        seat = draw(st.integers(0, len(brought) - 1))
        able = [one for one, cents in enumerate(room.stacks) if cents]
        if what == "count":
            room.count(seat)
        elif what == "buy" or len(able) < 2:
            room.buy(seat, draw(st.integers(1, 100)))
        else:
            _play(draw, room, able)
    return room


def _play(draw, room: Room, able: list[int]) -> None:
    dealt = draw(st.lists(st.sampled_from(able), min_size=2, max_size=len(able), unique=True))
    wanted = {seat: draw(st.integers(0, room.stacks[seat])) for seat in dealt}
    matched = sorted(wanted.values())[-2]
    live = {seat: min(cents, matched) for seat, cents in wanted.items()}
    paid = dict(live)
    dead = draw(st.sampled_from(dealt))
    paid[dead] += min(draw(st.integers(0, DEAD)), room.stacks[dead] - paid[dead])
    strength = draw(st.permutations(dealt))
    ties = draw(st.booleans())
    won: dict[int, int] = {}
    level = 0
    for cents in sorted({one for one in live.values() if one}):
        layer = sum(min(one, cents) - min(one, level) for one in live.values())
        eligible = [seat for seat in strength if live[seat] >= cents]
        for seat, part in shared(layer, eligible[: 2 if ties else 1]).items():
            won[seat] = won.get(seat, 0) + part
        level = cents
    first = next((seat for seat in strength if seat in won), strength[0])
    won[first] = won.get(first, 0) + paid[dead] - live[dead]
    won = {seat: cents for seat, cents in won.items() if cents}
    if not won:
        return
    winner = max(won, key=lambda one: won[one])
    house = draw(st.integers(0, won[winner] // 10))
    tip = draw(st.integers(0, won[winner] // 10))
    won[winner] -= house + tip
    says = draw(st.sampled_from(["nothing", "winners", "all", "parts"]))
    if any(not paid[seat] for seat in won):
        says = "winners"
    room.play(paid, won, house=house, tip=tip, tipper=winner, says=says)


class TestTrueTables:
    """Whatever is truly played, counted and bought, the true stack is within its bounds and no true pot is refused."""

    @given(rooms())
    def test_the_true_stack_is_within_its_bounds_and_one_chip_beyond_is_refused(self, room):
        for seat, (cents, held) in enumerate(zip(room.stacks, room.bounds(), strict=True)):
            assert held.allows(cents)
            check_count(cents, held, seat=seat)
            for beyond in (held.least_cents - 1, held.most_cents + 1):
                with pytest.raises(Refusal, match="stack_out_of_bounds"):
                    check_count(beyond, held, seat=seat)

    @given(rooms())
    def test_once_all_but_one_are_counted_the_last_is_known(self, room):
        for seat in range(len(room.stacks) - 1):
            room.count(seat)
        last = room.stacks[-1]
        assert room.bounds()[-1] == Holding(last, last)

    @given(rooms())
    def test_once_all_are_counted_the_largest_pot_is_what_they_match(self, room):
        """And one chip more is refused (T1)."""
        for seat in range(len(room.stacks)):
            room.count(seat)
        second = sorted(room.stacks)[-2]
        most = min(sum(min(cents, second + DEAD) for cents in room.stacks), sum(room.stacks))
        bound = most_in_pot(room.bounds(), len(room.stacks), pool_cents=sum(room.stacks), dead_cents=DEAD)
        assert bound == most
        with pytest.raises(Refusal, match="pot_above_stakes"):
            check_pot(most + 1, bound, len(room.stacks))


def refused(has, amount, *, rebuy=None, least=4_000, most=None):
    with pytest.raises(Refusal) as caught:
        check_top_up(has, amount, rebuy or Rebuy(), min_buy_in_cents=least, max_buy_in_cents=most)
    return caught.value


class TestATopUp:
    """T3: afterwards the stack reaches the minimum buy-in, "or more" (seed 001)."""

    def test_of_the_minimum_needs_no_count(self):
        check_top_up(Holding(0, 90_000), 4_000, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=20_000)

    def test_of_less_needs_one_unless_the_stack_is_known_to_do(self):
        refusal = refused(Holding(0, 90_000), 100)
        assert (refusal.code, refusal.facts) == ("count_required", {"min_buy_in_cents": 4_000, "least_cents": 4_000})
        check_top_up(Holding(3_900, 90_000), 100, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=None)
        check_top_up(Holding(3_900, 3_900), 100, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=None)

    def test_that_cannot_reach_the_minimum_is_refused_without_a_count(self):
        refusal = refused(Holding(0, 3_000), 900)
        assert (refusal.code, refusal.facts["least_cents"]) == ("below_minimum_buy_in", 1_000)
        assert refused(Holding(3_800, 3_800), 100).facts["least_cents"] == 200

    def test_above_the_maximum_is_refused_where_it_is_certain(self):
        assert refused(Holding(15_000, 90_000), 6_000, most=20_000).facts["most_cents"] == 5_000
        check_top_up(Holding(0, 90_000), 6_000, Rebuy(), min_buy_in_cents=4_000, max_buy_in_cents=20_000)

    def test_of_a_game_that_sells_to_short_stacks_alone_needs_a_count(self):
        """S6: "once he has lost all his chips or fallen below a certain score" (seed 000)."""
        rebuy = Rebuy(at_cents=1_000, amount_cents=4_000)
        assert refused(Holding(0, 90_000), 4_000, rebuy=rebuy).code == "count_required"
        assert refused(Holding(1_100, 90_000), 4_000, rebuy=rebuy).code == "stack_above_rebuy"
        check_top_up(Holding(1_000, 1_000), 4_000, rebuy, min_buy_in_cents=4_000, max_buy_in_cents=None)
        check_top_up(Holding(0, 1_000), 4_000, rebuy, min_buy_in_cents=4_000, max_buy_in_cents=None)

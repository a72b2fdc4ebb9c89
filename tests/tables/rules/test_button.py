"""Button and blinds over random comings and goings, under every shipped rule set: what each of them promises.

Every rule set: nobody pays the big blind in two hands running.
A dead button (WLA 151, TDA 32): the big blind passes nobody who is dealt in; whoever had it last, dealt in again, posts
the small blind; with two players somebody always posts it.
A moving button (seeds `000`, `001`, `003`): the button lies before a guest who is dealt in, and the first and the
second guest dealt in after it post the small and the big blind.  While the last two blinds are dealt in, all three move
on by one player; the big blind passes nobody but the button, the small blind, and who posts one to come in behind the
button.
"""

from dataclasses import dataclass, field

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tables.rules import blinds
from tables.rules.blinds import Deal, Entrant, Owes, Positions
from tables.rules.rule_sets import RULE_SETS, HeadsUp, RuleSet
from tables.rules.setup import Betting, GameTerms, PostKind, Variant, clockwise

SEATS = 7
TERMS = GameTerms(Variant.TEXAS, Betting.NO_LIMIT, 5, 10)
_SUM = {
    (False, False): Owes.NOTHING,
    (True, False): Owes.SMALL_BLIND,
    (False, True): Owes.BIG_BLIND,
    (True, True): Owes.BOTH,
}
_SMALL, _BIG = {Owes.SMALL_BLIND, Owes.BOTH}, {Owes.BIG_BLIND, Owes.BOTH}


@dataclass
class Sitter:
    """A guest on a seat as the tables keep one."""

    number: int
    posts_now: bool
    is_new: bool = True
    is_away: bool = False
    has_chips: bool = True
    owes: Owes = Owes.NOTHING
    waited: int = 0


@dataclass
class Room:
    """A table that deals as `tables.hands.services.dealing` does: positions kept, blinds owed by who was away."""

    rules: RuleSet
    sitters: dict[int, Sitter] = field(default_factory=dict)
    last: Positions | None = None
    guests: int = 0

    def do(self, what: str, seat: int) -> None:
        one = self.sitters.get(seat)
        if one is None:
            if what in ("sit", "wait"):
                self.guests += 1
                self.sitters[seat] = Sitter(self.guests, posts_now=what == "sit")
        elif what == "leave":
            del self.sitters[seat]
        elif what == "away":
            one.is_away = True
        elif what == "back":
            one.is_away = False
        elif what == "bust":
            one.has_chips = False
        elif what == "rebuy":
            one.has_chips = True

    def deal(self) -> Deal | None:
        """The next hand; None with too few guests."""
        present = {seat: one for seat, one in sorted(self.sitters.items()) if one.has_chips and not one.is_away}
        if len(present) < 2:
            return None
        fresh = self.last is None or all(one.is_new for one in present.values())
        owes = {seat: Owes.NOTHING if fresh else Owes.NEW if one.is_new else one.owes for seat, one in present.items()}
        owing = blinds.owing(owes, TERMS, self.rules)
        if self.last is None:
            positions = blinds.positions_from_button(min(present), present, self.rules, owing)
        else:
            positions = blinds.next_positions(self.last, present, self.rules, owing)
        entrants = [Entrant(seat, 1000, owes[seat], one.posts_now) for seat, one in present.items()]
        deal = blinds.deal_in(TERMS, self.rules.key, entrants, positions)
        self._note(deal)
        return deal

    def _note(self, deal: Deal) -> None:
        for seat in deal.setup.seats:
            one = self.sitters[seat.seat]
            one.is_new, one.owes, one.waited = False, Owes.NOTHING, 0
        for seat_number in deal.waiting:
            self.sitters[seat_number].waited += 1
        if self.last is not None:
            absent = [seat for seat, one in self.sitters.items() if one.is_away and not one.is_new]
            for seat_number, owes in blinds.missed(self.last, deal.positions, absent).items():
                was = self.sitters[seat_number].owes
                self.sitters[seat_number].owes = _SUM[was in _SMALL or owes in _SMALL, was in _BIG or owes in _BIG]
        self.last = deal.positions


EVENTS = st.tuples(
    st.sampled_from(["sit", "sit", "wait", "leave", "away", "back", "bust", "rebuy"]), st.integers(1, SEATS)
)
NIGHTS = st.lists(st.lists(EVENTS, max_size=4), min_size=2, max_size=14)


@dataclass
class Dealt:
    """One hand as it is judged: who was dealt in and what was posted."""

    positions: Positions
    guests: dict[int, int]
    posted: dict[str, list[int]]

    @property
    def big(self) -> int:
        return self.guests[self.positions.big_blind_seat]

    def passed(self, last: "Dealt") -> set[int]:
        """The seats dealt in that lie between the last big blind and this one."""
        start, end = last.positions.big_blind_seat, self.positions.big_blind_seat
        order = clockwise({*self.guests, start}, start)
        return set(order[: order.index(end)])


def judge(rules: RuleSet, room: Room, deal: Deal, last: Dealt | None) -> Dealt:
    posted: dict[str, list[int]] = {kind.value: [] for kind in PostKind}
    for seat in deal.setup.seats:
        for post in seat.posts:
            posted[post.kind.value].append(seat.seat)
    now = Dealt(deal.positions, {one.seat: room.sitters[one.seat].number for one in deal.setup.seats}, posted)
    at = deal.positions
    assert deal.setup.button_seat == at.button_seat
    assert posted["big_blind"] == [at.big_blind_seat]
    assert posted["small_blind"] == [at.small_blind_seat] * (at.small_blind_seat in now.guests)
    assert all(one.waited <= 2 * SEATS for one in room.sitters.values() if one.posts_now), "all come in at last"
    if len(now.guests) == 2:
        other = next(seat for seat in now.guests if seat != at.big_blind_seat)
        assert at.small_blind_seat == other
        left = rules.heads_up is HeadsUp.LEFT_OF_BUTTON_POSTS_SMALL
        assert at.button_seat == (at.big_blind_seat if left else other)
    if last is not None:
        assert last.big != now.big, "nobody pays the big blind twice running"
        assert {now.guests[seat] for seat in posted["live"]}.isdisjoint(last.guests.values()), "they come in"
    if rules.dead_button:
        dead(now, last)
    else:
        moving(now, last)
    return now


def dead(now: Dealt, last: Dealt | None) -> None:
    at = now.positions
    assert at.button_seat != at.big_blind_seat
    if last is None:
        return
    assert now.passed(last) == set()
    if last.big in now.guests.values():
        assert now.guests[at.small_blind_seat] == last.big
    # The last small blind may be the next big one, when few are left between: then the button cannot follow it.
    if len(now.guests) > 2 and len(last.guests) > 2 and at.big_blind_seat != last.positions.small_blind_seat:
        assert (at.button_seat, at.small_blind_seat) == (
            last.positions.small_blind_seat,
            last.positions.big_blind_seat,
        )


def moving(now: Dealt, last: Dealt | None) -> None:
    at = now.positions
    order = clockwise(now.guests, at.button_seat)
    assert at.button_seat == order[-1]
    assert (at.small_blind_seat, at.big_blind_seat) == (order[0], order[1])
    if last is None:
        return
    assert now.passed(last) <= {at.button_seat, at.small_blind_seat, *now.posted["live"]}
    before = [last.guests[last.positions.small_blind_seat], last.big]
    if set(before) <= set(now.guests.values()):
        assert now.passed(last) == set()
        assert [now.guests[at.button_seat], now.guests[at.small_blind_seat]] == before


@pytest.mark.parametrize("key", sorted(RULE_SETS))
@given(NIGHTS)
@example([[], [("sit", 7)], [], [("sit", 6)], [("sit", 4), ("leave", 1), ("leave", 3)]])  # 4 is new, 5 has the button
def test_button_and_blinds_keep_what_the_rule_set_promises(key: str, night: list[list[tuple[str, int]]]) -> None:
    rules = RULE_SETS[key]
    room = Room(rules)
    last = None
    for seat in (1, 3, 5):
        room.do("sit", seat)
    for events in night:
        for what, seat in events:
            room.do(what, seat)
        deal = room.deal()
        if deal is not None:
            last = judge(rules, room, deal, last)

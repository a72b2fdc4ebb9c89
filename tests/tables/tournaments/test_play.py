"""The clock of a long day, chip races, and hands recorded at a tournament's table."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import connection, connections
from django.utils.translation import override

from casino import house_time, wording
from casino.errors import Refusal
from tables.dealers.services import downs
from tables.hands.selectors.chip_hands import state_of
from tables.hands.services import hands
from tables.models import ChipRace, Down, Elimination, Entrant, TournamentHand, TournamentTable
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tables.rules.hand import legal
from tables.rules.setup import Variant
from tables.rules.tournaments.clocks import ClockView
from tables.rules.tournaments.shipped import DEEP_STACK, TURBO
from tables.tournament_hands.services import playing
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import balance, chips, clock, races, seats
from tests import builders
from tests.builders import Evening, user
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

Refused = Callable[..., str]
MINUTE = 60_000


@pytest.mark.django_db(transaction=True)
def test_a_day_of_twelve_hours_does_not_drift() -> None:
    """With pauses at odd moments and a server started again in between, the clock is right to the millisecond.

    Told apart from the fold by plain arithmetic: all time that passed while it ran.
    """
    evening = builders.evening()
    tournament = sold_tournament(evening, structure=DEEP_STACK)
    for _guest in range(2):
        tournament.enter()
    chance, now = Random(6), [house_time.now().replace(microsecond=123_000)]
    with house_time.shown_by(lambda: now[0]):
        tournament.start(1)
        began, ran = now[0], timedelta()
        while now[0] - began < timedelta(hours=12):
            length = timedelta(milliseconds=chance.randint(1, 40 * MINUTE))
            now[0] += length
            ran += length
            assert shown(tournament, now[0]).elapsed_ms == ran // timedelta(milliseconds=1)
            clock.pause(**tournament.seen, actor=evening.floor)
            connections["default"].close()  # whoever asks next knows nothing, like a server that was started again
            now[0] += timedelta(milliseconds=chance.randint(1, 20 * MINUTE))
            assert shown(tournament, now[0]).elapsed_ms == ran // timedelta(milliseconds=1), "a pause is no play"
            clock.resume(**tournament.seen, actor=evening.floor)
    view = shown(tournament, now[0])
    plan = [item.minutes * MINUTE for item in DEEP_STACK.items]
    assert sum(plan[: view.item_index]) + plan[view.item_index] - view.remaining_ms == view.elapsed_ms


def shown(tournament: SoldTournament, now: datetime) -> ClockView:
    """As a process sees it that knows nothing yet."""
    return facts.clock(tournament.row, now)


def test_nobody_is_raced_out_and_the_change_is_recorded(tournament: SoldTournament, refused: Refused) -> None:
    """TDA 24, WSOP 77: one chip at most to each, from seat 1, by the highest card."""
    for _guest in range(3):
        tournament.enter()
    tournament.start(1)
    first, second, third = tournament.seated()
    actor = tournament.evening.floor
    counts = {first.pk: 9_925, second.pk: 25, third.pk: 2_050}
    chips.count(**tournament.seen, counts=counts, actor=actor)
    said = {"table_id": tournament.tables[0], "old": 25, "new": 100, "actor": actor}
    pieces = {first.seat: 1, second.seat: 1, third.seat: 2}
    dealt = {
        first.seat: cards.parse("Kc"),
        second.seat: cards.parse("2c"),
        third.seat: cards.parse("9h Qd"),
    }
    assert refused(races.race, **tournament.seen, pieces=pieces, dealt={}, **said) == "race_cards"
    empty = next(seat for seat in range(1, 10) if seat not in pieces)
    assert refused(races.race, **tournament.seen, pieces=pieces | {empty: 1}, dealt=dealt, **said) == "seat_empty"
    races.race(**tournament.seen, pieces=pieces, dealt=dealt, **said)
    stacks = dict(Entrant.objects.values_list("number", "chips"))
    assert stacks == {first.number: 10_000, second.number: 100, third.number: 2_000}
    assert ChipRace.objects.get().difference == 100, "who would have been raced out has one chip"
    assert facts.issued(tournament.row) == 12_100 == sum(stacks.values())


class TestAHand:
    @pytest.fixture
    def tournament(self, evening: Evening) -> SoldTournament:
        tournament = sold_tournament(evening, structure=TURBO)
        for _guest in range(2):
            tournament.enter()
        tournament.start(1)
        downs.push(
            table_id=tournament.tables[0],
            version=evening.version(tournament.tables[0]),
            dealer_id=evening.dealer.pk,
            actor=evening.floor,
        )
        return tournament

    def begin(self, tournament: SoldTournament) -> TournamentHand:
        return playing.start(
            **tournament.seen,
            table_id=tournament.tables[0],
            button_seat=tournament.seated()[0].seat,
            actor=tournament.evening.dealer,
        )

    def act(self, hand: TournamentHand, tournament: SoldTournament, kind: Kind, **said: object) -> TournamentHand:
        return playing.act(
            tournament_hand_id=hand.pk,
            action=Action(kind, **said),
            count=len(hand.actions),
            actor=tournament.evening.dealer,
        )

    def test_by_the_level_that_holds_when_it_begins(self, tournament: SoldTournament, later, refused: Refused) -> None:
        """S4, WSOP 79: a new level holds from the next hand on."""
        later(seconds=0)
        hand = self.begin(tournament)
        later(minutes=10)
        assert shown(tournament, house_time.now()).level.number == 2
        assert hand.setup["terms"]["big_blind_cents"] == 100
        assert refused(self.begin, tournament) == "hand_open"
        said = {"count": 0, "actor": tournament.evening.dealer}
        assert refused(playing.undo, tournament_hand_id=hand.pk, **said) == "nothing_to_undo"
        assert refused(playing.undo, tournament_hand_id=4711, **said) == "no_such_hand"
        self.act(hand, tournament, Kind.FOLD)
        hand.refresh_from_db()
        playing.settle(tournament_hand_id=hand.pk, count=1, actor=tournament.evening.dealer)
        following = playing.start(**tournament.seen, table_id=tournament.tables[0], actor=tournament.evening.floor)
        assert following.setup["terms"]["big_blind_cents"] == 200
        assert following.setup["button_seat"] != hand.setup["button_seat"], "the button moved on"

    def test_who_loses_all_is_out(self, tournament: SoldTournament, refused: Refused) -> None:
        hand = self.begin(tournament)
        first, second = tournament.seated()
        by_number = {str(number): seat for seat, number in hand.entrants.items()}
        for kind in (Kind.ALL_IN, Kind.ALL_IN):
            hand = self.act(hand, tournament, kind)
        assert (
            refused(playing.settle, tournament_hand_id=hand.pk, count=2, actor=tournament.evening.dealer)
            == "hand_not_over"
        )
        for board in ("2c 7d 9h", "Js", "Qd"):
            hand = self.act(hand, tournament, Kind.BOARD, cards=cards.parse(board))
        winner, loser = int(by_number[str(first.number)]), int(by_number[str(second.number)])
        shows = {winner: "As Ah", loser: "Ks Kh"}
        for _player in range(2):
            seat = state_of(hand)
            to_show = next(one for one in shows if one == hand_to_show(seat))
            hand = self.act(hand, tournament, Kind.SHOW, seat=to_show, cards=cards.parse(shows[to_show]))
        playing.settle(tournament_hand_id=hand.pk, count=len(hand.actions), actor=tournament.evening.dealer)
        assert dict(Entrant.objects.values_list("number", "chips")) == {first.number: 8_000, second.number: 0}
        assert Entrant.objects.get(pk=second.pk).state == "out"

    def test_the_bounty_is_shared_by_the_winners_of_both_halves(self, evening: Evening) -> None:
        """As of a split pot: alike, whether high or low.  The dealer records it as any hand."""
        structure = replace(TURBO, variant=Variant.OMAHA_HI_LO)
        tournament = sold_tournament(evening, structure=structure, bounty_cents=2_000)
        for _guest in range(3):
            tournament.enter()
        tournament.start(1)
        table_id, dealer = tournament.tables[0], evening.dealer
        downs.push(table_id=table_id, version=evening.version(table_id), dealer_id=dealer.pk, actor=evening.floor)
        hand = self.begin(tournament)
        for _player in range(3):
            hand = self.act(hand, tournament, Kind.ALL_IN)
        for board in ("2c 7d 9h", "Js", "6s"):
            hand = self.act(hand, tournament, Kind.BOARD, cards=cards.parse(board))
        high, low, out = tournament.seated()
        held = {high.number: "Jh Jd 2h 9d", low.number: "Ah 3d Kh Kd", out.number: "Qh Qd Ts Tc"}
        numbers = {int(seat): number for seat, number in hand.entrants.items()}
        while seat := legal(state_of(hand)).seat:
            hand = self.act(hand, tournament, Kind.SHOW, seat=seat, cards=cards.parse(held[numbers[seat]]))
        playing.settle(tournament_hand_id=hand.pk, count=len(hand.actions), actor=dealer)
        assert dict(Entrant.objects.values_list("number", "chips")) == {
            high.number: 6_000, low.number: 6_000, out.number: 0
        }  # fmt: skip
        bounties = Elimination.objects.get().bounties
        assert sorted(bounties) == [[high.number, 1_000, 0, out.number], [low.number, 1_000, 0, out.number]]

    def test_a_dealer_deals_at_his_own_table(self, tournament: SoldTournament, refused: Refused) -> None:
        """Pushed there like to a cash game; nobody else's hand is his to record."""
        hand = self.begin(tournament)
        other = user("dealer", "other-dealer")
        assert (
            refused(playing.act, tournament_hand_id=hand.pk, action=Action(Kind.FOLD), count=0, actor=other)
            == "not_your_table"
        )
        balance.balance(**tournament.seen, actor=tournament.evening.floor)
        assert Down.objects.filter(ended_at=None).count() == 1, "no table was broken"
        seats.close_tables(list(TournamentTable.objects.all()))
        assert not Down.objects.filter(ended_at=None).exists()

    def test_it_is_no_cash_hand_with_the_same_id(self, tournament: SoldTournament) -> None:
        """Ids are counted by table; the house of a cash hand says nothing about a hand of a tournament."""
        evening = tournament.evening
        next_ids_are_equal("tables_hand", "tables_tournamenthand")
        hand = self.begin(tournament)
        people = {attribute: getattr(evening, attribute) for attribute, _role, _username in builders.HIRED}
        elsewhere = builders.evening(code="by", people=people)
        table = elsewhere.table(code="B1", dealt=False)
        elsewhere.sit(table, 40_000, 40_000)
        version = elsewhere.version(table)
        cash_hand = hands.start(table_id=table, version=version, actor=evening.floor).hand
        assert cash_hand.pk == hand.pk
        evening.dealer.house_ids = [evening.house.pk]
        evening.dealer.save(update_fields=["house_ids"])
        hand = self.act(hand, tournament, Kind.FOLD)
        playing.settle(tournament_hand_id=hand.pk, count=1, actor=evening.dealer)

    def test_an_action_is_taken_back_and_a_misdeal_leaves_all_as_it_was(
        self, tournament: SoldTournament, refused: Refused
    ) -> None:
        hand = self.begin(tournament)
        seen = tournament.seen
        hand = self.act(hand, tournament, Kind.ALL_IN)
        assert hand.actions == [{"kind": "all_in", "seat": hand.setup["button_seat"]}], "whose turn it was is kept"
        assert refused(self.act, TournamentHand(pk=hand.pk, actions=[]), tournament, Kind.FOLD) == "stale"
        hand = playing.undo(tournament_hand_id=hand.pk, count=1, actor=tournament.evening.dealer)
        assert hand.actions == []
        assert tournament.seen == seen
        playing.void(tournament_hand_id=hand.pk, reason="Karte aufgedeckt", actor=tournament.evening.dealer)
        assert {one.chips for one in tournament.seated()} == {4_000}
        assert tournament.row.version > seen["version"], (
            "that it is void is news; an action at one of many tables is not"
        )
        assert (
            refused(playing.undo, tournament_hand_id=hand.pk, count=0, actor=tournament.evening.dealer) == "hand_ended"
        )

    def test_a_refused_amount_is_said_in_chips(self, tournament: SoldTournament) -> None:
        """Blinds 50/100: the least raise is to 200 chips, which are no two euros."""
        hand = self.begin(tournament)
        with pytest.raises(Refusal) as refusal:
            self.act(hand, tournament, Kind.RAISE, to_cents=150)
        assert refusal.value.code == "below_minimum"
        with override("en"):
            assert wording.sentence(refusal.value) == "At least 200 is needed."
        hand.refresh_from_db()
        assert hand.actions == []

    def test_what_was_sold_while_it_was_played_stays_his(self, tournament: SoldTournament, refused: Refused) -> None:
        hand = self.begin(tournament)
        hand = self.act(hand, tournament, Kind.FOLD)
        button, other = (
            next(one for one in tournament.seated() if (one.seat == hand.setup["button_seat"]) is is_button)
            for is_button in (True, False)
        )
        Entrant.objects.filter(pk=button.pk).update(chips=10)
        said = {"tournament_hand_id": hand.pk, "count": 1, "actor": tournament.evening.dealer}
        assert refused(playing.settle, **said) == "chips_counted", "he has lost 50"
        Entrant.objects.filter(pk=button.pk).update(chips=8_000, table=None, seat=None, state="out", place=2)
        assert refused(playing.settle, **said) == "entrant_state"
        Entrant.objects.filter(pk=button.pk).update(table=button.table, seat=button.seat, state="seated", place=None)
        playing.settle(**said)
        assert dict(Entrant.objects.values_list("pk", "chips")) == {button.pk: 7_950, other.pk: 4_050}


def next_ids_are_equal(*tables: str) -> None:
    """Sequences only go forward, so rows of other tests stay where they are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(last_value) FROM pg_sequences")
        last = cursor.fetchone()[0] or 1
        for table in tables:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])


def hand_to_show(state: object) -> int:
    """Whose turn it is to show."""
    seat = legal(state).seat
    assert seat is not None
    return seat

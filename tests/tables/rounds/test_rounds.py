"""Rounds against the house: recorded, booked to the float, taken back, dealt again; proven and audited."""

import uuid

import pytest
from django.db import connection
from django.db.utils import IntegrityError, InternalError, ProgrammingError

from accounting.models import Entry
from accounting.proof.services import proofs
from casino.errors import NotAllowed, NotFound, Refusal, Stale
from casino.selectors.decisions import BOOKER, REVERSER
from tables.floor.services import seats, tables
from tables.hands.selectors.duties import ROUNDS
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, Round, Session
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules import cards
from tables.rules.banked.boxes import Box
from tables.rules.banked.categories import Category
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot
from tables.rules.misdeal import Misdeal
from tables.settlement import Tip
from tests import builders, databases
from tests.tables.rounds.banking import EURO, FLOAT, LOSES, ROUND, TIES, WINS, banked, box, on_table, play

pytestmark = pytest.mark.django_db


def full(hole: str) -> RoundRecord:
    """One box of the guest on seat 1 against a queen, with every card: kings win ten, nine high loses twenty."""
    return RoundRecord(
        (BoxRecord(Box(1, {Spot.ANTE: 1_000, Spot.FLOP: 1_000}), 1, hole=cards.parse(hole)),),
        dealer=cards.parse("Qs Jd"),
        board=cards.parse("Kh 8d 3s 9c 2h"),
    )


def leave(evening, table: int, *counted_cents: int | None) -> None:
    """The guests of the first seats go with what they have; None stays."""
    for seat, cents in enumerate(counted_cents, 1):
        if cents is not None:
            seats.cash_out(
                table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
            )


def against_the_house():
    """Easy Hold'em with three guests and 5,000 in the rack."""
    evening = builders.evening()
    banked(evening)
    return evening


built, evening = databases.shared(against_the_house)


@pytest.fixture
def table(evening) -> int:
    return evening.house.tables.get(code="E1").pk


@pytest.fixture
def with_stacks(evening) -> int:
    """Another table, at which stacks are kept; the evening's dealer is the one who deals there."""
    evening.dealer = builders.user("dealer", "second-dealer")
    return banked(evening, code="E2", recording="every_action")


class TestRecording:
    def test_what_boxes_lose_goes_to_the_float_and_what_they_win_comes_from_it(self, evening, table) -> None:
        played = play(evening, table)
        assert (played.number, played.state) == (1, "settled")
        assert (played.staked_cents, played.lost_cents, played.paid_cents) == (170 * EURO, 90 * EURO, 50 * EURO)
        assert played.house_cents == 40 * EURO
        assert on_table() == {"float/E1": FLOAT + 40 * EURO, "pool/E1": 860 * EURO}
        entry = Entry.objects.get(code="round")
        assert (entry.subject, entry.reference) == (f"round:{played.pk}", f"round:{played.pk}")
        assert not hasattr(entry, "assessment"), "what a bank wins is no rake"

    def test_where_stacks_are_kept_each_seat_wins_and_loses_by_itself(self, evening, with_stacks) -> None:
        full = RoundRecord(
            boxes=(
                BoxRecord(Box(1, {Spot.ANTE: 1_000, Spot.FLOP: 1_000}), 1, hole=cards.parse("Ks 4d")),
                BoxRecord(Box(2, {Spot.ANTE: 1_000, Spot.FLOP: 1_000}), 2, hole=cards.parse("7s 5d")),
                BoxRecord(Box(3, {Spot.ANTE: 1_000}), 2),
            ),
            dealer=cards.parse("Qs Jd"),
            board=cards.parse("Kh 8d 3s 9c 2h"),
        )
        played = play(evening, with_stacks, full)
        # Kings beat queen high: the flop bet is paid, the ante goes back; the dealer's queen beats nine high.
        assert on_table("E2") == {
            "float/E2": FLOAT - 1_000 + 2_000 + 1_000,
            "seat/E2/1": 310 * EURO,
            "seat/E2/2": 270 * EURO,
            "seat/E2/3": 300 * EURO,
        }
        assert played.result["boxes"][0]["bets"][0] == {
            "spot": "ante", "staked_cents": 1_000, "result": "returned", "paid_cents": 0, "rounded_cents": 0,
        }  # fmt: skip

    def test_tips_go_into_the_box(self, evening, table) -> None:
        play(evening, table, details=RoundDetails(tips=(Tip(2, 5 * EURO),)))
        assert on_table()["tips/E1"] == 5 * EURO

    def test_a_tablet_that_wakes_up_books_nothing_twice(self, evening, table) -> None:
        details = RoundDetails(client_uuid=uuid.uuid4())
        play(evening, table, details=details)
        before = builders.balances()
        with pytest.raises(Refusal, match="hand_recorded"):
            play(evening, table, details=details)
        assert (Round.objects.count(), builders.balances()) == (1, before)

    @pytest.mark.parametrize(
        ("record", "code"),
        [
            (RoundRecord(()), "no_boxes"),
            (RoundRecord((box(1, 4, LOSES, Category.PAIR, ante=10, flop=10),)), "seat_empty"),
            (RoundRecord((box(1, 1, None, None, ante=10), box(1, 2, None, None, ante=10))), "box_twice"),
            (RoundRecord((box(1, 1, LOSES, Category.PAIR, ante=10, flop=20),)), "bet_multiple"),
            (RoundRecord((box(1, 1, LOSES, Category.PAIR, ante=1, flop=1),)), "ante_limits"),
            (RoundRecord((box(1, 1, None, None, ante=10, flop=10),)), "outcome_wanted"),
            (RoundRecord((box(1, 1, WINS, Category.PAIR, ante=10),)), "outcome_unwanted"),
            (
                RoundRecord((box(1, 1, None, None, ante=10),), dealer=cards.parse("Ks Kd")),
                "cards_unwanted",
            ),
        ],
    )
    def test_what_the_rules_refuse_changes_nothing(self, evening, table, record: RoundRecord, code: str) -> None:
        before = (builders.balances(), evening.version(table), Entry.objects.count())
        with pytest.raises(Refusal, match=code):
            play(evening, table, record)
        assert (builders.balances(), evening.version(table), Entry.objects.count()) == before
        assert not Round.objects.exists()

    def test_cards_are_complete_and_each_is_there_once(self, evening, with_stacks) -> None:
        bets = Box(1, {Spot.ANTE: 1_000, Spot.FLOP: 1_000})
        board, dealer = cards.parse("Kh 8d 3s 9c 2h"), cards.parse("Qs Jd")
        for hole, shown, code in (
            ((), board, "cards_wanted"),
            (cards.parse("As"), board, "cards_wanted"),
            (cards.parse("As Ad"), board[:4], "cards_wanted"),
            (cards.parse("As Kh"), board, "card_twice"),
        ):
            record = RoundRecord((BoxRecord(bets, 1, hole=hole),), dealer=dealer, board=shown)
            with pytest.raises(Refusal, match=code):
                play(evening, with_stacks, record)

    @pytest.mark.parametrize(
        "said",
        [
            {"comparison": WINS},
            {"category": Category.PAIR},
            {"side": {Spot.FLOP: Category.PAIR}},
        ],
    )
    def test_where_the_cards_are_recorded_nobody_says_how_a_box_came_out(self, evening, with_stacks, said) -> None:
        bets = Box(1, {Spot.ANTE: 1_000, Spot.FLOP: 1_000})
        shown = {"dealer": cards.parse("Qs Jd"), "board": cards.parse("Kh 8d 3s 9c 2h")}
        before = (builders.balances(), Entry.objects.count())
        with pytest.raises(Refusal, match="outcome_unwanted"):
            play(evening, with_stacks, RoundRecord((BoxRecord(bets, 1, hole=cards.parse("As Ad"), **said),), **shown))
        assert (builders.balances(), Entry.objects.count()) == before
        assert not Round.objects.exists()

    def test_a_float_that_cannot_pay_wants_a_fill_first(self, evening) -> None:
        evening.dealer = builders.user("dealer", "second-dealer")
        table = evening.table(evening.banked_game(max_box_cents=100_000), code="E3", float_cents=100 * EURO)
        evening.sit(table, 3_000 * EURO)
        rich = RoundRecord((box(1, 1, WINS, Category.PAIR, ante=500, flop=500),))
        with pytest.raises(Refusal, match="not_enough_chips"):
            play(evening, table, rich)
        assert on_table("E3") == {"float/E3": 100 * EURO, "pool/E3": 3_000 * EURO}

    def test_only_its_dealer_or_the_floor_records_and_whoever_saw_it_last(self, evening, table) -> None:
        stranger = builders.user("dealer", "stranger")
        with pytest.raises(NotAllowed, match="not_your_table"):
            rounds.record(
                table_id=table,
                version=evening.version(table),
                round_record=ROUND,
                details=RoundDetails(),
                actor=stranger,
            )
        with pytest.raises(Stale):
            rounds.record(table_id=table, version=1, round_record=ROUND, details=RoundDetails(), actor=evening.dealer)

    def test_hands_are_not_dealt_against_the_house_nor_rounds_among_guests(self, evening, table) -> None:
        seen = evening.version(table)
        with pytest.raises(Refusal, match="game_is_banked"):
            hands.start(table_id=table, version=seen, actor=evening.dealer)
        with pytest.raises(Refusal, match="game_is_banked"):
            recording.record_summary(
                table_id=table, version=seen, summary=Summary(1_000, flop_seen=True, dealt_in=3), actor=evening.dealer
            )
        other = evening.table(code="T7", dealt=False)
        with pytest.raises(Refusal, match="game_is_not_banked"):
            rounds.record(
                table_id=other,
                version=evening.version(other),
                round_record=ROUND,
                details=RoundDetails(),
                actor=evening.floor,
            )
        with pytest.raises(Refusal, match="game_differs"):
            tables.change_game(table_id=table, version=seen, game_id=evening.game().pk, actor=evening.floor)


class TestTakenBack:
    def test_a_void_round_leaves_no_trace_but_itself(self, evening, table) -> None:
        before = builders.balances()
        played = play(evening, table)
        void = rounds.void(round_id=played.pk, version=1, reason="wrong box", actor=evening.floor)
        assert (void.state, void.void_reason, void.version) == ("void", "wrong box", 2)
        assert builders.balances() == before
        assert Entry.objects.filter(code="reversal").count() == 1
        with pytest.raises(Refusal, match="round_void"):
            rounds.void(round_id=played.pk, version=2, reason="once more", actor=evening.floor)

    def test_a_round_in_which_nothing_moved_can_be_taken_back_too(self, evening, table) -> None:
        tied = play(evening, table, RoundRecord((box(1, 1, TIES, Category.PAIR, ante=10, flop=10),)))
        assert tied.house_cents == 0
        assert rounds.void(round_id=tied.pk, version=1, reason="wrong box", actor=evening.floor).state == "void"
        assert proofs.prove().broken == []

    def test_the_proof_finds_whoever_took_back_their_own_and_leaves_a_false_deal(self, evening, table) -> None:
        version = evening.version(table)
        rounds.false_deal(table_id=table, version=version, cause=Misdeal.CARD_EXPOSED, actor=evening.dealer)
        voided = rounds.void(round_id=play(evening, table).pk, version=1, reason="wrong box", actor=evening.floor)
        assert ROUNDS.broken() == []
        booker = Entry.objects.get(reference=rounds.reference(voided.pk)).actor_id
        builders.past_the_guards("UPDATE tables_round SET voided_by_id = %s WHERE id = %s", booker, voided.pk)
        assert ROUNDS.broken() == [(voided.pk, BOOKER, REVERSER)]

    def test_it_takes_a_second_person_a_reason_and_the_version_seen(self, evening, table) -> None:
        played = rounds.record(
            table_id=table,
            version=evening.version(table),
            round_record=ROUND,
            details=RoundDetails(),
            actor=evening.floor,
        )
        with pytest.raises(NotAllowed, match="two_people"):
            rounds.void(round_id=played.pk, version=1, reason="mine", actor=evening.floor)
        with pytest.raises(NotAllowed):
            rounds.void(round_id=played.pk, version=1, reason="a dealer", actor=evening.dealer)
        with pytest.raises(Refusal, match="reason_required"):
            rounds.void(round_id=played.pk, version=1, reason=" ", actor=evening.manager)
        with pytest.raises(Stale):
            rounds.void(round_id=played.pk, version=7, reason="older", actor=evening.manager)
        with pytest.raises(NotFound):
            rounds.void(round_id=0, version=1, reason="not there", actor=evening.manager)

    def test_what_was_counted_is_not_taken_back(self, evening, table) -> None:
        """A tied round moves no chip, so nothing but the count forbids it."""
        tied = play(evening, table, RoundRecord((box(1, 1, TIES, Category.PAIR, ante=10, flop=10),)))
        leave(evening, table, 300 * EURO, 300 * EURO, 300 * EURO)
        tables.close_table(
            table_id=table, version=evening.version(table), counted_float_cents=FLOAT, actor=evening.floor
        )
        # Nor out of the float of the table's next opening.
        tables.open_table(
            table_id=table, version=evening.version(table), game_id=tied.game_id, float_cents=FLOAT, actor=evening.floor
        )
        before = (builders.balances(), Entry.objects.count())
        with pytest.raises(Refusal, match="float_counted"):
            rounds.void(round_id=tied.pk, version=1, reason="wrong box", actor=evening.floor)
        tied.refresh_from_db()
        assert (tied.state, (builders.balances(), Entry.objects.count())) == ("settled", before)

    def test_a_stack_that_has_left_is_not_reached_for_and_any_other_round_is_taken_back(
        self, evening, with_stacks
    ) -> None:
        table = with_stacks
        lost, won = (play(evening, table, full(hole)) for hole in ("7s 5d", "Ks 4d"))
        assert (lost.house_cents, won.house_cents) == (20 * EURO, -10 * EURO)
        leave(evening, table, None, 300 * EURO, None)  # seat 2 was not in it
        leave(evening, table, 290 * EURO, None, None)
        evening.sit(table, 300 * EURO)  # somebody else sits there now
        before = builders.balances()
        for gone in (lost, won):
            with pytest.raises(Refusal, match="guests_gone") as refused:
                rounds.void(round_id=gone.pk, version=1, reason="wrong box", actor=evening.floor)
            assert refused.value.facts["seats"] == [1]
        assert builders.balances() == before
        mine = play(evening, table, full("7s 5d"))
        assert rounds.void(round_id=mine.pk, version=1, reason="wrong box", actor=evening.floor).state == "void"
        assert builders.balances() == before

    def test_a_false_deal_moves_no_chip_and_keeps_its_cause(self, evening, table) -> None:
        """E5, seed `002`: "wrong number of cards" or a card exposed "other than the last dealer's card"."""
        before = on_table()
        for cause in (Misdeal.WRONG_COUNT, Misdeal.CARD_EXPOSED):
            noted = rounds.false_deal(table_id=table, version=evening.version(table), cause=cause, actor=evening.dealer)
            assert (noted.state, noted.void_reason) == ("void", cause.value)
        assert on_table() == before
        assert play(evening, table).number == 3
        assert list(Entry.objects.filter(code="false_deal").values_list("reason", flat=True)) == [
            "wrong_count", "card_exposed",
        ]  # fmt: skip
        with pytest.raises(Refusal, match="round_void"):
            rounds.void(round_id=noted.pk, version=1, reason="cannot", actor=evening.floor)

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE tables_round SET paid_cents = 0",
            "UPDATE tables_round SET record = '{}'",
            "UPDATE tables_round SET state = 'void', void_reason = 'x', tips_cents = 1",
            "DELETE FROM tables_round",
            "TRUNCATE tables_round CASCADE",
        ],
    )
    def test_what_was_recorded_stays(self, evening, table, statement: str) -> None:
        play(evening, table)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            with pytest.raises((InternalError, IntegrityError, ProgrammingError)):
                cursor.execute(statement)


def test_sessions_count_their_rounds_and_no_hands(evening, table) -> None:
    play(evening, table)
    session = Session.objects.get()
    assert (session.rounds_dealt, session.hands_dealt) == (1, 0)
    assert not Hand.objects.exists()

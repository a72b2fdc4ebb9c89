"""Table stakes where only outcomes are recorded (T1, T3, S6; seeds 000, 001): what cannot be is refused."""

import pytest

from casino import house_time
from casino.errors import Refusal
from tables.floor.services import seats, tables
from tables.games.selectors import posted_sheet as sheet
from tables.hands.services import corrections, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests import builders, databases

pytestmark = pytest.mark.django_db

EURO = 100


def three_seated():
    """Three guests with 200 each."""
    evening = builders.evening(builders.NO_RAKE)
    evening.sit(evening.table(evening.game(recording="summary")), 200 * EURO, 200 * EURO, 200 * EURO)
    return evening


built, evening = databases.shared(three_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def record(evening, table: int, euros: int, dealt_in: int, **said: object) -> Hand:
    return recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(euros * EURO, True, dealt_in, **said),
        actor=evening.dealer,
    ).hand


def refused(action, *args: object, **said: object) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as caught:
        action(*args, **said)
    return caught.value.code, caught.value.facts.get("most_cents")


def leave(evening, table: int, seat: int, euros: int, explanation: str = "") -> None:
    seats.cash_out(
        table_id=table,
        version=evening.version(table),
        seat=seat,
        counted_cents=euros * EURO,
        explanation=explanation,
        actor=evening.floor,
    )


def top_up(evening, table: int, seat: int, euros: int, *, counted: int | None = None) -> None:
    seats.top_up(
        table_id=table,
        version=evening.version(table),
        seat=seat,
        amount_cents=euros * EURO,
        counted_cents=None if counted is None else counted * EURO,
        actor=evening.floor,
    )


class TestAPot:
    """T1: "a player cannot bet more money than he currently has on the table" (seed 001)."""

    def test_of_two_players_is_what_two_of_them_brought(self, evening, table):
        assert refused(record, evening, table, 590, 2) == ("pot_above_stakes", 400 * EURO)
        assert not Hand.objects.exists()
        record(evening, table, 400, 2)

    def test_of_all_of_them_is_what_all_have(self, evening, table):
        record(evening, table, 600, 3)

    def test_grows_by_what_can_have_been_won(self, evening, table):
        """After a pot of 90 among three, blinds of 2 apart, each has between 154 and 262, two together at most 446."""
        record(evening, table, 90, 3)
        code, most = refused(record, evening, table, 450, 2)
        assert (code, most) == ("pot_above_stakes", (600 - 200 + 46) * EURO)
        record(evening, table, 446, 2)

    def test_counts_what_was_bought_since(self, evening, table):
        top_up(evening, table, 1, 100)
        assert refused(record, evening, table, 590, 2) == ("pot_above_stakes", (200 + 202) * EURO)
        top_up(evening, table, 2, 100)
        record(evening, table, 590, 2)

    def test_counts_who_has_left_since_the_hand_before(self, evening, table):
        """They lost all of it and went before the dealer had keyed the hand."""
        leave(evening, table, 3, 0, "lost it in the hand that is being played")
        record(evening, table, 400, 2)
        leave(evening, table, 2, 0)
        evening.sit(table, 40 * EURO, first=4)
        record(evening, table, 400, 2)

    def test_counts_nobody_who_had_left_before_it(self, evening, table):
        record(evening, table, 10, 3)
        leave(evening, table, 1, 200)
        leave(evening, table, 2, 200)
        evening.sit(table, 40 * EURO, first=4)
        record(evening, table, 10, 2)
        assert refused(record, evening, table, 200, 2)[0] == "pot_above_stakes"

    def test_of_a_guest_who_changed_the_seat_is_the_same(self, evening, table):
        seats.move(
            table_id=table,
            version=evening.version(table),
            seat=1,
            to_table_id=table,
            to_seat=7,
            actor=evening.floor,
        )
        assert refused(record, evening, table, 590, 2) == ("pot_above_stakes", 400 * EURO)
        record(evening, table, 400, 2)

    def test_counts_no_hand_that_was_taken_back(self, evening, table):
        hand = record(evening, table, 400, 2)
        from tables.hands.services import hands

        hands.void(hand_id=hand.pk, version=hand.version, reason="keyed twice", actor=evening.floor)
        assert refused(record, evening, table, 590, 2) == ("pot_above_stakes", 400 * EURO)


class TestAHandThatIsBookedOtherwise:
    """Corrections and late entries."""

    def test_a_correction_is_held_to_what_there_was_then(self, evening, table):
        """The hands after it say nothing of it."""
        hand = record(evening, table, 40, 2)
        record(evening, table, 300, 3)

        def correct(euros: int) -> None:
            corrections.correct(
                hand_id=hand.pk,
                version=hand.version,
                summary=Summary(euros * EURO, True, 2),
                reason="keyed wrong",
                actor=evening.floor,
            )

        assert refused(correct, 410) == ("pot_above_stakes", 400 * EURO)
        correct(400)

    def test_a_late_entry_only_to_what_was_ever_brought(self, evening, table):
        """The hands before it may still be on paper."""
        session_id = evening.view(table).session.id
        at = house_time.now()
        for seat in (1, 2, 3):
            leave(evening, table, seat, 200)
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)

        def enter(euros: int) -> None:
            corrections.enter_late(
                session_id=session_id,
                summary=Summary(euros * EURO, True, 2),
                dealt_at=at,
                reason="from paper",
                actor=evening.floor,
            )

        assert refused(enter, 601) == ("pot_above_stakes", 600 * EURO)
        enter(590)


class TestATopUp:
    """T3: "at least up to the current minimum buy-in" (seed 001); here 40."""

    def test_is_taken_while_the_stack_is_known_to_reach_it(self, evening, table):
        top_up(evening, table, 1, 1)

    def test_needs_a_count_once_it_is_not(self, evening, table):
        record(evening, table, 600, 3)
        assert refused(top_up, evening, table, 1, 1)[0] == "count_required"
        assert refused(top_up, evening, table, 1, 1, counted=0)[0] == "below_minimum_buy_in"
        assert refused(top_up, evening, table, 1, 1, counted=601)[0] == "not_enough_chips"
        top_up(evening, table, 1, 1, counted=39)
        top_up(evening, table, 2, 40)

    def test_of_a_game_with_re_buys_at_a_stack_needs_one_too(self, evening):
        """S6 (seed 000)."""
        game = evening.game(recording="summary", rebuy_at_cents=0, rebuy_cents=40 * EURO)
        evening.dealer = builders.user("dealer", "second-dealer")
        table = evening.table(game, code="T08")
        evening.sit(table, 40 * EURO, 40 * EURO)
        assert refused(top_up, evening, table, 1, 40)[0] == "stack_above_rebuy"
        record(evening, table, 80, 2)
        assert refused(top_up, evening, table, 1, 40)[0] == "count_required"
        top_up(evening, table, 1, 40, counted=0)


def test_the_posted_sheet_says_what_summaries_cannot_hold(evening):
    told = {
        way: [one.message for one in sheet.sheet(evening.game(recording=way).pk, house_time.now()).about_game]
        for way in ("summary", "every_action")
    }
    assert "Only the outcome of each hand is recorded" in told["summary"][-1]
    assert len(told["summary"]) == len(told["every_action"]) + 1

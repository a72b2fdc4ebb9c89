"""Chips counted at a table with one pool (T1, T2; seeds 001, 003): from then on stacks are bounded by them."""

import pytest
from django.db import IntegrityError, connection, transaction

from accounting.models import Entry, EntryCode, Finding
from accounting.proof.services import proofs
from accounting.verdicts import Rule
from casino import house_time
from casino.errors import NotAllowed, Refusal
from tables.absence.services import keeping
from tables.audit.services import audits
from tables.floor.services import seats, tables
from tables.hands.services import corrections, hands, lists, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, StackCount
from tables.play.services import stack_counts
from tables.play.services.stack_counts import SeatCount
from tests import builders, databases

pytestmark = pytest.mark.django_db

EURO = 100
WHY = "chips fell under the table"


def three_seated():
    """Three guests with 200 each; no rake."""
    evening = builders.evening(builders.NO_RAKE)
    evening.sit(evening.table(evening.game(recording="summary")), 200 * EURO, 200 * EURO, 200 * EURO)
    return evening


built, evening = databases.shared(three_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def count(evening, table: int, *, explanation: str = "", actor=None, **euros: int) -> None:
    """`s2=180`: 180 euros in front of seat 2."""
    counts = [SeatCount(int(seat[1:]), amount * EURO) for seat, amount in euros.items()]
    stack_counts.count(
        table_id=table,
        version=evening.version(table),
        counts=counts,
        explanation=explanation,
        actor=actor or evening.dealer,
    )


def record(evening, table: int, euros: int, dealt_in: int, put_in: dict[int, int] | None = None, **said) -> Hand:
    given = {seat: cents * EURO for seat, cents in (put_in or {}).items()}
    return recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(euros * EURO, True, dealt_in, contributions=given, **said),
        actor=evening.dealer,
    ).hand


def leave(evening, table: int, seat: int, euros: int, explanation: str = "") -> None:
    seats.cash_out(
        table_id=table,
        version=evening.version(table),
        seat=seat,
        counted_cents=euros * EURO,
        explanation=explanation,
        actor=evening.floor,
    )


def bounds(evening, table: int) -> dict[int, tuple[int, int]]:
    """By seat, in euros."""
    seen = evening.view(table).seats
    return {one.seat: (one.stack_least_cents // EURO, one.stack_most_cents // EURO) for one in seen}


def refused(action, *args: object, **said: object) -> tuple[str, int | None, int | None]:
    """Code and bounds in euros; nothing is written."""
    rows = StackCount.objects.count(), Entry.objects.count(), Hand.objects.count()
    with pytest.raises(Refusal) as caught:
        action(*args, **said)
    assert (StackCount.objects.count(), Entry.objects.count(), Hand.objects.count()) == rows
    facts = caught.value.facts
    return caught.value.code, *(facts[one] // EURO if one in facts else None for one in ("least_cents", "most_cents"))


class TestACount:
    def test_is_the_stack_from_then_on(self, evening, table):
        """Between counts the stack is an interval, and shown as one."""
        record(evening, table, 90, 3)
        assert bounds(evening, table) == dict.fromkeys((1, 2, 3), (154, 262))
        count(evening, table, s2=170)
        assert bounds(evening, table)[2] == (170, 170)
        seat = evening.view(table).seats[1]
        assert (seat.is_exact, seat.stack_cents) == (True, None)
        row = StackCount.objects.get()
        assert (row.after_hand, row.counted_cents, row.brought_cents) == (1, 170 * EURO, 200 * EURO)
        assert (row.least_cents, row.most_cents, row.explanation) == (154 * EURO, 262 * EURO, "")
        assert (row.by, row.gaming_day, row.sitting.seat) == (evening.dealer, evening.day, 2)

    def test_leaves_the_last_seat_what_is_left_of_the_pool(self, evening, table):
        record(evening, table, 90, 3)
        count(evening, table, s1=170, s2=200)
        assert bounds(evening, table)[3] == (230, 230)
        assert refused(count, evening, table, s3=229) == ("stack_out_of_bounds", 230, 230)
        count(evening, table, s1=170, s2=200, s3=230)
        assert bounds(evening, table) == {1: (170, 170), 2: (200, 200), 3: (230, 230)}

    def test_of_all_at_once_is_the_pool(self, evening, table):
        record(evening, table, 90, 3)
        assert refused(count, evening, table, s1=170, s2=200, s3=231) == ("stack_out_of_bounds", 230, 230)

    @pytest.mark.parametrize("euros", [153, 263])
    def test_that_is_impossible_is_refused_with_its_bounds(self, evening, table, euros):
        record(evening, table, 90, 3)
        assert refused(count, evening, table, s2=euros) == ("stack_out_of_bounds", 154, 262)
        assert refused(count, evening, table, s2=euros, actor=evening.floor)[0] == "stack_out_of_bounds"

    def test_that_the_floor_explains_is_kept_and_found(self, evening, table):
        with pytest.raises(NotAllowed):
            count(evening, table, s2=150, explanation=WHY)
        count(evening, table, s2=150, explanation=WHY, actor=evening.floor)
        row, finding = StackCount.objects.get(), Finding.objects.get()
        assert (row.explanation, row.least_cents, row.surplus_cents) == (WHY, 200 * EURO, -50 * EURO)
        assert (finding.rule, finding.subject) == (Rule.STACK_OUT_OF_BOUNDS, f"stack-count:{row.pk}")
        assert (finding.booked_by, finding.gaming_day, finding.table_code) == (evening.floor, evening.day, "T07")
        assert (finding.facts["counted_cents"], finding.facts["explanation"]) == (150 * EURO, WHY)
        assert bounds(evening, table) == {1: (200, 250), 2: (150, 150), 3: (200, 250)}, "another may have the rest"
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert finding.history.count() == 1, "the audit finds the same again"

    def test_that_is_possible_needs_no_explanation_and_keeps_none(self, evening, table):
        count(evening, table, s2=200, explanation=WHY, actor=evening.floor)
        assert StackCount.objects.get().explanation == ""
        assert not Finding.objects.exists()

    def test_goes_on_with_what_is_bought_and_played(self, evening, table):
        count(evening, table, s1=200)
        seats.top_up(
            table_id=table, version=evening.version(table), seat=1, amount_cents=50 * EURO, actor=evening.floor
        )
        assert bounds(evening, table)[1] == (250, 250)
        record(evening, table, 90, 3)
        assert bounds(evening, table)[1] == (204, 312)

    def test_moves_with_the_guest_to_another_seat(self, evening, table):
        record(evening, table, 90, 3)
        count(evening, table, s2=170)
        seats.move(
            table_id=table, version=evening.version(table), seat=2, to_table_id=table, to_seat=7, actor=evening.floor
        )
        assert bounds(evening, table)[7] == (170, 170)

    def test_by_denomination_is_the_sum(self, evening, table):
        def by_chips(chips: dict[str, int], cents: int | None = None) -> None:
            counts = [SeatCount(1, cents, chips)]
            stack_counts.count(table_id=table, version=evening.version(table), counts=counts, actor=evening.dealer)

        assert refused(by_chips, {"10000": 2}, 19_900)[0] == "chips_differ"
        assert refused(by_chips, {"7": 1})[0] == "denomination_unknown"
        by_chips({"10000": 1, "500": 20})
        row = StackCount.objects.get()
        assert (row.counted_cents, row.chips) == (20_000, {"10000": 1, "500": 20})

    def test_wants_somebody_and_whole_chips(self, evening, table):
        assert refused(count, evening, table)[0] == "count_required"
        assert refused(count, evening, table, s9=10)[0] == "seat_empty"
        odd = {"table_id": table, "version": evening.version(table), "actor": evening.dealer}
        assert refused(stack_counts.count, **odd, counts=[SeatCount(1, 20_050)])[0] == "not_on_chip"
        assert refused(stack_counts.count, **odd, counts=[SeatCount(1)])[0] == "count_required"

    def test_is_for_the_table_s_dealer(self, evening, table):
        with pytest.raises(NotAllowed):
            count(evening, table, s1=200, actor=builders.user("dealer", "another"))

    def test_is_for_tables_with_one_pool_among_guests(self, evening):
        evening.dealer = builders.user("dealer", "second-dealer")
        stacks = evening.table(code="T08")
        evening.sit(stacks, 200 * EURO)
        assert refused(count, evening, stacks, s1=200)[0] == "stacks_kept"
        evening.dealer = builders.user("dealer", "third-dealer")
        banked = evening.table(evening.banked_game(), code="T09", float_cents=50_000)
        evening.sit(banked, 200 * EURO)
        assert refused(count, evening, banked, s1=200)[0] == "game_is_banked"

    def test_stays_as_it_was_written(self, evening, table):
        count(evening, table, s1=200)
        for change in ("UPDATE tables_stackcount SET counted_cents = 1", "DELETE FROM tables_stackcount"):
            with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(change)

    def test_names_no_guest(self, evening, table):
        evening.guest("Herr Unter Tisch")
        told = refused(count, evening, table, s1=1, explanation="Herr Unter Tisch has them", actor=evening.floor)
        assert told[0] == "names_guest"


class TestAPot:
    """T1: "a player cannot bet more money than he currently has on the table" (seed 001)."""

    def test_larger_than_the_counted_stakes_is_refused(self, evening, table):
        """Nobody matches more than the 20 of the second largest, and a big blind of dead money."""
        record(evening, table, 600, 3)
        count(evening, table, s1=10, s2=20)
        assert bounds(evening, table)[3] == (570, 570)
        assert refused(record, evening, table, 43, 2) == ("pot_above_stakes", None, 42)
        record(evening, table, 42, 2)


class TestLeaving:
    """T2: "a player who leaves the table takes all of it" (seed 001), and no more than they can have won."""

    @pytest.mark.parametrize("euros", [153, 263])
    def test_with_another_count_than_is_possible_is_refused(self, evening, table, euros):
        record(evening, table, 90, 3)
        assert refused(leave, evening, table, 2, euros) == ("stack_out_of_bounds", 154, 262)

    @pytest.mark.parametrize("euros", [154, 262])
    def test_with_what_is_possible_is_paid(self, evening, table, euros):
        record(evening, table, 90, 3)
        leave(evening, table, 2, euros)
        assert not StackCount.objects.exists()

    def test_after_an_all_in_with_1_to_1_of_each_caller(self, evening, table):
        """Seed 000: 20 against two callers, and the big blind that each may owe."""
        record(evening, table, 600, 3)
        count(evening, table, s1=20)
        record(evening, table, 400, 3)
        assert bounds(evening, table)[1] == (0, 20 + 2 * (20 + 2))
        assert refused(leave, evening, table, 1, 65) == ("stack_out_of_bounds", 0, 64)
        leave(evening, table, 1, 64)

    def test_with_another_count_is_explained_kept_with_the_entry_and_found(self, evening, table):
        leave(evening, table, 2, 150, WHY)
        entry = Entry.objects.get(code=EntryCode.CASH_OUT)
        row = StackCount.objects.get()
        assert (entry.reason, row.explanation, row.counted_cents) == (WHY, WHY, 150 * EURO)
        assert Finding.objects.get().subject == f"stack-count:{row.pk}"
        assert bounds(evening, table) == {1: (200, 250), 3: (200, 250)}
        assert proofs.prove().ok

    def test_the_last_one_takes_the_whole_pool(self, evening, table):
        leave(evening, table, 1, 200)
        leave(evening, table, 2, 200)
        assert refused(leave, evening, table, 3, 199) == ("stack_out_of_bounds", 200, 200)
        leave(evening, table, 3, 200)

    def test_for_another_table_is_no_other_count(self, evening, table):
        other = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
        move = {"to_table_id": other, "to_seat": 1, "actor": evening.floor}
        at = {"table_id": table, "seat": 1, "version": evening.version(table)}
        assert refused(seats.move, **at, **move, counted_cents=19_900) == ("stack_out_of_bounds", 200, 200)
        seats.move(**at, **move, counted_cents=20_000)
        assert bounds(evening, other) == {1: (200, 200)}

    def test_of_an_absent_guest_s_chips_is_no_other_count(self, evening, table):
        seats.away(table_id=table, version=evening.version(table), seat=1, actor=evening.floor)

        def pick_up(euros: int, **more: str) -> None:
            keeping.pick_up(
                table_id=table,
                version=evening.version(table),
                seat=1,
                counted_cents=euros * EURO,
                reason="the table is broken",
                actor=evening.floor,
                **more,
            )

        assert refused(pick_up, 199) == ("stack_out_of_bounds", 200, 200)
        pick_up(199, explanation=WHY)
        assert StackCount.objects.get().explanation == WHY


class TestAHandThatIsTakenBack:
    def test_after_a_count_leaves_it_open_who_got_what_back(self, evening, table):
        hand = record(evening, table, 90, 3)
        count(evening, table, s1=170, s2=200, s3=230)
        hands.void(hand_id=hand.pk, version=hand.version, reason="fouled deck", actor=evening.floor)
        assert bounds(evening, table)[1] == (170 - 62, 170 + 46)
        count(evening, table, s1=200, s2=200)
        assert bounds(evening, table)[3] == (200, 200)

    def test_before_a_count_is_as_if_it_had_not_been(self, evening, table):
        hand = record(evening, table, 90, 3)
        hands.void(hand_id=hand.pk, version=hand.version, reason="keyed twice", actor=evening.floor)
        assert bounds(evening, table) == dict.fromkeys((1, 2, 3), (200, 200))

    def test_and_corrected_after_a_count_may_have_changed_it(self, evening, table):
        hand = record(evening, table, 90, 3)
        count(evening, table, s1=170)
        corrections.correct(
            hand_id=hand.pk,
            version=hand.version,
            summary=Summary(60 * EURO, True, 3),
            reason="keyed wrong",
            actor=evening.floor,
        )
        least, most = bounds(evening, table)[1]
        assert least < 170 < most


class TestWhoPutInHowMuch:
    """H9, H10: where a hand says it, stacks are exact."""

    def test_makes_the_stacks_exact(self, evening, table):
        hand = record(evening, table, 90, 3, {1: 40, 2: 40, 3: 10}, winners=(2,), tip_cents=EURO)
        assert hand.result["contributions"] == {"1": 4_000, "2": 4_000, "3": 1_000}
        assert bounds(evening, table) == {1: (160, 160), 2: (249, 249), 3: (190, 190)}
        assert refused(leave, evening, table, 3, 191) == ("stack_out_of_bounds", 190, 190)
        leave(evening, table, 2, 249)
        assert proofs.prove().ok
        audits.audit(day_id=evening.day.pk, actor=evening.manager)
        assert not Finding.objects.exists(), "the hand is computed again as it was booked"

    def test_bounds_the_pots_after_it(self, evening, table):
        """What was brought does not measure them any more."""
        record(evening, table, 395, 2, {1: 197, 2: 198}, winners=(1,))
        assert bounds(evening, table)[2] == (2, 2)
        assert refused(record, evening, table, 300, 2, {2: 100, 3: 200}, winners=(3,))[0] == "contribution_unmatched"
        assert refused(record, evening, table, 200, 2, {2: 100, 3: 100}, winners=(3,)) == (
            "contribution_above_stack", None, 2,
        )  # fmt: skip

    def test_of_several_winners_the_parts_are_open(self, evening, table):
        record(evening, table, 90, 3, {1: 40, 2: 40, 3: 10}, winners=(1, 3))
        assert bounds(evening, table) == {1: (216, 250), 2: (160, 160), 3: (190, 224)}

    def test_unless_the_hand_says_them_too(self, evening, table):
        put_in, won = {1: 40, 2: 40, 3: 10}, {1: 6_000, 3: 3_000}
        beyond = {1: 5_000, 3: 4_000}
        assert refused(record, evening, table, 90, 3, put_in, winners=(1, 3), won=beyond)[0] == (
            "win_above_contributions"
        )
        assert refused(record, evening, table, 90, 3, put_in, winners=(1, 3), won={1: 9_000})[0] == "won_differs"
        assert refused(record, evening, table, 90, 3, winners=(1, 3), won=won)[0] == "winner_put_nothing_in"
        hand = record(evening, table, 90, 3, put_in, winners=(1, 3), won=won)
        assert hand.result["won"] == {"1": 6_000, "3": 3_000}
        assert bounds(evening, table) == {1: (220, 220), 2: (160, 160), 3: (220, 220)}

    @pytest.mark.parametrize(
        ("put_in", "winners", "code"),
        [
            ({1: 40, 2: 40}, (1,), "contributions_differ"),
            ({1: 50, 2: 40}, (1,), "contribution_unmatched"),
            ({1: 40, 2: 40, 3: 10}, (3,), "win_above_contributions"),
            ({1: 45, 2: 45}, (3,), "winner_put_nothing_in"),
            ({1: 45, 9: 45}, (1,), "seat_empty"),
        ],
    )
    def test_that_is_impossible_is_refused(self, evening, table, put_in, winners, code):
        assert refused(record, evening, table, 90, 3, put_in, winners=winners)[0] == code

    def test_in_a_list(self, evening, table):
        """Each hand is measured by those before it."""

        def keyed(*outcomes: Summary) -> None:
            lists.record(table_id=table, version=evening.version(table), outcomes=outcomes, actor=evening.dealer)

        first = Summary(380 * EURO, True, 2, winners=(1,), contributions={1: 19_000, 2: 19_000})
        second = Summary(40 * EURO, True, 2, winners=(2,), contributions={1: 2_000, 2: 2_000})
        assert refused(keyed, first, second) == ("contribution_above_stack", None, 10)
        keyed(first, Summary(20 * EURO, True, 2, winners=(2,), contributions={1: 1_000, 2: 1_000}))
        assert bounds(evening, table) == {1: (380, 380), 2: (20, 20), 3: (200, 200)}

    def test_in_a_correction(self, evening, table):
        hand = record(evening, table, 90, 3)

        def correct(put_in: dict[int, int]) -> None:
            corrections.correct(
                hand_id=hand.pk,
                version=hand.version,
                summary=Summary(80 * EURO, True, 3, winners=(1,), contributions=put_in),
                reason="keyed wrong",
                actor=evening.floor,
            )

        assert refused(correct, {1: 4_000, 2: 3_000})[0] == "contributions_differ"
        correct({1: 4_000, 2: 4_000})
        assert bounds(evening, table) == {1: (240, 240), 2: (160, 160), 3: (200, 200)}

    def test_in_a_late_entry_says_nothing(self, evening, table):
        session_id, at = evening.view(table).session.id, house_time.now()
        for seat in (1, 2, 3):
            leave(evening, table, seat, 200)
        tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=0, actor=evening.floor)
        late = {"session_id": session_id, "dealt_at": at, "reason": "from paper", "actor": evening.floor}
        summary = Summary(80 * EURO, True, 3, winners=(1,), contributions={1: 4_000, 2: 4_000})
        assert refused(corrections.enter_late, summary=summary, **late)[0] == "contributions_late"


def test_a_top_up_with_a_count_is_a_count(evening, table):
    record(evening, table, 600, 3)
    seats.top_up(
        table_id=table,
        version=evening.version(table),
        seat=1,
        amount_cents=100 * EURO,
        counted_cents=39 * EURO,
        actor=evening.floor,
    )
    assert StackCount.objects.get().counted_cents == 39 * EURO
    assert bounds(evening, table)[1] == (139, 139)


def test_a_guest_who_sits_down_later_is_not_bounded_by_hands_before(evening, table):
    record(evening, table, 90, 3)
    evening.sit(table, 100 * EURO, first=4)
    assert bounds(evening, table)[4] == (100, 100)

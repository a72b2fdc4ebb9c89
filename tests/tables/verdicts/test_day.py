"""What ties a whole day, rule by rule: a fact that breaks it, and one beside it that does not."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from accounting.verdicts import Rule, Severity, Verdict, severity
from tables.verdicts import boxes, day, slips
from tables.verdicts.boxes import Band, Box, Counted, Tally
from tables.verdicts.day import Day, Float, Numbers, Reopened, Residue, Signed
from tables.verdicts.slips import Shift, Slipped, Unslipped
from tables.verdicts.stack_counts import CountedStack

NOON = datetime(2026, 11, 21, 11, tzinfo=UTC)
BAND = Band(chip_cents=50, limit_bp=50)
DROPPER, FIRST, SECOND, THIRD = 1, 2, 3, 4
BOX = Box(4, "T07", "rake", 50_000, DROPPER, NOON)
SLIP = Slipped(7, 6, "fill", slips.DONE, "T07", 10_000, FIRST, 10_000, None, SECOND, SECOND)


def counted(*figures: int, people: Iterable[int] = (FIRST, SECOND, THIRD), settled: int | None = None) -> Box:
    """The box counted so by these people, settled as the rule says or with another figure."""
    counts = [Counted(person, cents, cents) for person, cents in zip(people, figures, strict=False)]
    return replace(BOX, counted_cents=figures[-1] if settled is None else settled, counts=counts)


def of_box(box: Box, *, hours: int = 0, day_is_over: bool = False) -> list[Verdict]:
    return list(boxes.of_box(box, BAND, at=NOON + timedelta(hours=hours), day_is_over=day_is_over))


def rules(verdicts: Iterable[Verdict]) -> list[str]:
    return [verdict.rule.value for verdict in verdicts]


class TestNumbers:
    """Hands are numbered without a gap (GAP_IN_NUMBERS)."""

    @pytest.mark.parametrize(
        ("numbers", "dealt", "gaps"),
        [
            ((1, 2, 3), 3, []),
            ((), 0, []),
            ((1, 3), 3, [(2, 2)]),
            ((2, 5), 5, [(1, 1), (3, 4)]),
            ((1, 2), 4, [(3, 4)]),  # the last hands were taken out
            ((1, 2, 3), 2, [(3, 3)]),  # or the session says fewer than there are
        ],
    )
    def test_what_is_missing(self, numbers: tuple[int, ...], dealt: int, gaps: list[tuple[int, int]]) -> None:
        found = list(day.of_numbers(Numbers(9, "T07", dealt, True, [(number, True) for number in numbers])))
        assert [(one.facts["first_missing"], one.facts["last_missing"]) for one in found] == gaps
        assert [one.subject for one in found] == [f"session:9#{first}" for first, _last in gaps]

    def test_a_carried_over_session_has_its_gap_on_one_day_alone(self) -> None:
        """Hand 2 is missing, of the day before; hand 4 and the end are of the day that is audited."""
        numbers = [(1, False), (3, False), (5, True)]
        today, before = Numbers(9, "T07", 6, True, numbers), [(number, not here) for number, here in numbers]
        assert [one.subject for one in day.of_numbers(today)] == ["session:9#4", "session:9#6"]
        yesterday = Numbers(9, "T07", 6, False, before)
        assert [one.subject for one in day.of_numbers(yesterday)] == ["session:9#2"]


class TestBoxes:
    """Booked ↔ counted (domain §5: second count blind, variance report; N.J.A.C. 13:69D-1.33)."""

    def test_two_equal_counts_of_what_was_booked(self) -> None:
        assert of_box(counted(50_000, 50_000)) == []

    @pytest.mark.parametrize(
        ("cents", "rule", "inside"),
        [
            (49_950, "BOX_SHORT", True),  # a chip of 50 cents
            (49_750, "BOX_SHORT", True),  # half a per cent of 500 euros are 2.50
            (49_700, "BOX_SHORT", False),
            (50_250, "BOX_OVER", True),
            (50_300, "BOX_OVER", False),
        ],
    )
    def test_every_difference_is_a_finding_and_the_band_says_how_far(self, cents: int, rule: str, inside: bool) -> None:
        (found,) = of_box(counted(cents, cents))
        assert (found.rule, found.amount_cents, found.booked_by) == (rule, cents - 50_000, DROPPER)
        assert found.facts["is_inside_band"] is inside

    def test_a_box_that_was_forgotten(self) -> None:
        """Counted within half a day, and before its day is closed."""
        assert of_box(BOX, hours=12) == []
        assert rules(of_box(BOX, hours=13)) == ["BOX_UNCOUNTED"]
        assert rules(of_box(BOX, day_is_over=True)) == ["BOX_UNCOUNTED"]
        assert of_box(counted(50_000, 50_000), hours=13, day_is_over=True) == []

    def test_it_is_settled_with_what_was_counted(self) -> None:
        """Two that agree, or the third; anything else was written in afterwards."""
        assert of_box(counted(49_000, 48_000, 50_000)) == []
        third_ignored = of_box(counted(49_000, 48_000, 50_000, settled=49_000))
        assert rules(third_ignored) == ["BOX_SHORT", "COUNT_DIFFERS"]
        assert third_ignored[1].amount_cents == -1_000
        assert rules(of_box(counted(50_000, settled=50_000))) == ["COUNT_DIFFERS", "SAME_PERSON"]
        assert rules(of_box(counted(50_000, 49_000, settled=50_000))) == ["COUNT_DIFFERS"]

    def test_a_count_is_worth_what_its_chips_are(self) -> None:
        box = replace(counted(50_000, 50_000), counts=[Counted(FIRST, 50_000, 50_000), Counted(SECOND, 50_000, 1)])
        assert rules(of_box(box)) == ["COUNT_DIFFERS"]

    @pytest.mark.parametrize(
        ("people", "alone"),
        [((FIRST, SECOND), False), ((FIRST, FIRST), True), ((DROPPER, SECOND), True)],
    )
    def test_two_count_and_neither_took_the_box(self, people: tuple[int, int], alone: bool) -> None:
        assert rules(of_box(counted(50_000, 50_000, people=people))) == (["SAME_PERSON"] if alone else [])

    @pytest.mark.parametrize(
        ("tally", "off"),
        [
            (Tally("T07", "rake", 900, 900, 0), None),
            (Tally("T07", "rake", 900, 500, 400), None),  # the rest is still in the box
            (Tally("T07", "rake", 900, 700, 200, lent_cents=0), None),
            (Tally("T07", "rake", 700, 900, 0, lent_cents=200), None),  # 200 too much were keyed, corrected after it
            (Tally("T07", "rake", 900, 700, 0), -200),
            (Tally("T07", "tips", 0, 100, 0), 100),
        ],
    )
    def test_boxes_are_booked_out_with_what_hands_put_in(self, tally: Tally, off: int | None) -> None:
        found = list(boxes.of_tally("2026-11-20", tally))
        assert [one.amount_cents for one in found] == ([] if off is None else [off])
        assert [one.subject for one in found] == ([] if off is None else [f"box:T07/{tally.kind}@2026-11-20"])


class TestChips:
    """The float is an imprest, slips are signed by two (FinASVO NRW §10; domain §4.11)."""

    @pytest.mark.parametrize(("counted_cents", "drift"), [(70_000, None), (69_500, -500), (70_100, 100)])
    def test_closer_is_opener_and_fills_less_credits(self, counted_cents: int, drift: int | None) -> None:
        found = list(day.of_float(Float("session:9@d", "T07", 50_000, 30_000, 10_000, counted_cents, SECOND)))
        assert [one.amount_cents for one in found] == ([] if drift is None else [drift])

    @pytest.mark.parametrize("cents", [500, -500, 0])
    def test_a_pool_is_empty_when_its_guests_have_gone(self, cents: int) -> None:
        found = list(day.of_residue(Residue("session:9@d", "T07", cents)))
        assert [one.amount_cents for one in found] == ([cents] if cents else [])

    @pytest.mark.parametrize("cents", [500, -500, 0])
    def test_a_window_balances(self, cents: int) -> None:
        found = list(slips.of_shift(Shift(3, "K1", cents, SECOND)))
        assert [(one.rule, one.amount_cents) for one in found] == ([("WINDOW_VARIANCE", cents)] if cents else [])

    def test_an_honest_slip(self) -> None:
        change = replace(SLIP, kind="change", back_cents=10_000)
        asked = Slipped(7, 6, "fill", slips.ASKED, "T07", 10_000, FIRST, 10_000)
        for slip in (SLIP, change, asked, replace(SLIP, number=1, previous=0)):
            assert list(slips.of_slip(slip)) == []

    def test_numbers_of_slips_have_no_gap(self) -> None:
        """Unused numbers are reported (domain §5): a run of missing ones is one finding."""
        (found,) = slips.of_slip(replace(SLIP, previous=4))
        assert (found.rule, found.subject, found.facts["last_missing"]) == ("SLIP_GAP", "slip:5", 6)
        (found,) = slips.of_slip(replace(SLIP, previous=0))
        assert (found.facts["first_missing"], found.facts["last_missing"]) == (1, 6)

    def test_an_entry_whose_slip_is_gone(self) -> None:
        (found,) = slips.of_unslipped(Unslipped("table/T07", 12, "fill", "T07", 10_000, SECOND))
        assert (found.rule, found.subject, found.amount_cents) == ("SLIP_GAP", "book:table/T07#12", 10_000)

    def test_a_cancelled_slip_is_told_and_no_more(self) -> None:
        cancelled = replace(SLIP, state=slips.CANCELLED, reason="not needed", chips_cents=None)
        (found,) = slips.of_slip(cancelled)
        assert (found.rule, found.facts["reason"]) == ("SLIP_CANCELLED", "not needed")
        assert severity(found.rule) is Severity.NOTE

    @pytest.mark.parametrize("chips_cents", [None, 9_000])
    def test_chips_come_with_a_count_by_denomination(self, chips_cents: int | None) -> None:
        assert rules(slips.of_slip(replace(SLIP, chips_cents=chips_cents))) == ["FILL_UNCOUNTED"]
        assert rules(slips.of_slip(replace(SLIP, kind="change", back_cents=9_000))) == ["FILL_UNCOUNTED"]

    def test_who_asks_does_not_bring(self) -> None:
        assert rules(slips.of_slip(replace(SLIP, done_by=FIRST))) == ["SAME_PERSON"]
        assert rules(slips.of_slip(replace(SLIP, posted_by=FIRST))) == ["SAME_PERSON"]


class TestTheDay:
    DAY = Day("2026-11-20", "open", NOON, NOON, None, BAND)

    def test_an_honest_day_has_no_verdict(self) -> None:
        honest = replace(
            self.DAY,
            sessions=[Numbers(9, "T07", 2, True, [(1, True), (2, True)])],
            boxes=[counted(50_000, 50_000)],
            tallies=[Tally("T07", "rake", 50_000, 50_000, 0)],
            floats=[Float("session:9@d", "T07", 50_000, 0, 0, 50_000)],
            stacks=[CountedStack(5, "T07", 3, 200, 200, 300, SECOND, "")],
            slips=[SLIP],
            shifts=[Shift(3, "K1", 0, SECOND)],
            terms=[Signed(1, "Taxe v1", 50_000, FIRST, SECOND)],
        )
        assert list(day.of_day(honest)) == []

    def test_of_day_asks_every_rule(self) -> None:
        """What each of the parts says is said of the day."""
        broken = replace(
            self.DAY,
            sessions=[Numbers(9, "T07", 1, True, [])],
            boxes=[counted(40_000, 40_000)],
            tallies=[Tally("T07", "rake", 1, 0, 0)],
            floats=[Float("session:9@d", "T07", 1, 0, 0, 0)],
            residues=[Residue("session:9@d", "T07", 1)],
            stacks=[CountedStack(5, "T07", 3, 100, 200, 300, SECOND, "chips under the table")],
            slips=[replace(SLIP, state=slips.CANCELLED)],
            unslipped=[Unslipped("table/T07", 12, "fill", "T07", 1, SECOND)],
            shifts=[Shift(3, "K1", 1, SECOND)],
            reopened=[Reopened(2, "why", FIRST, SECOND)],
            terms=[Signed(1, "Taxe v1", 1, FIRST, None)],
            closed_at=NOON + timedelta(hours=13),
        )
        assert sorted(rules(day.of_day(broken))) == sorted([
            "GAP_IN_NUMBERS", "BOX_SHORT", "DROP_MISMATCH", "FLOAT_DRIFT", "POOL_RESIDUE", "SLIP_CANCELLED",
            "SLIP_GAP", "WINDOW_VARIANCE", "REOPENED", "SCHEDULE_UNSIGNED", "LATE_CLOSE", "STACK_OUT_OF_BOUNDS",
        ])  # fmt: skip

    @pytest.mark.parametrize(("hours", "late"), [(12, False), (13, True)])
    def test_a_close_more_than_half_a_day_after_its_end_is_late(self, hours: int, late: bool) -> None:
        """By when it was sealed; while it is not, by the clock."""
        moment = NOON + timedelta(hours=hours)
        expected = ["LATE_CLOSE"] if late else []
        assert rules(day.of_close(replace(self.DAY, closed_at=moment, at=NOON + timedelta(days=9)))) == expected
        assert rules(day.of_close(replace(self.DAY, at=moment))) == expected

    @pytest.mark.parametrize(
        ("approved_by", "state", "unsigned"),
        [
            (SECOND, "published", False),
            (None, "published", True),
            (FIRST, "published", True),
            (SECOND, "declined", True),
        ],
    )
    def test_terms_that_were_charged_are_signed_by_two(
        self, approved_by: int | None, state: str, unsigned: bool
    ) -> None:
        found = list(day.of_terms("2026-11-20", Signed(1, "Taxe v1", 900, FIRST, approved_by, state)))
        assert rules(found) == (["SCHEDULE_UNSIGNED"] if unsigned else [])

    def test_terms_are_signed_before_their_first_hand(self) -> None:
        """Signed, but too late for seven hands."""
        late = Signed(1, "Taxe v1", 900, FIRST, SECOND, "published", 7, "T07 #3", "T08 #1")
        (found,) = day.of_terms("2026-11-20", late)
        assert found.rule == "SCHEDULE_UNSIGNED"
        named = {"hands": 7, "first_hand": "T07 #3", "last_hand": "T08 #1"}
        assert {name: found.facts[name] for name in named} == named

    def test_a_rule_that_speaks_is_a_rule_with_a_sentence(self) -> None:
        assert {rule.value for rule in Rule} >= {"GAP_IN_NUMBERS", "REOPENED"}

"""Verdicts on how a hand was recorded, rule by rule; and on a misdeal.  No database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounting.chain import Move
from accounting.verdicts import Rule
from tables import evidence
from tables.verdicts import hand as verdicts
from tables.verdicts import recording
from tables.verdicts.booked import Before, BookedHand
from tests.tables.verdicts.booked_hands import (
    CUSTOMS,
    DEALER,
    DEALT,
    FLOOR,
    KEYED,
    every_action,
    linked,
    rebooked,
    rules,
    summary,
    taken_back,
    the,
)  # fmt: skip


class TestRecording:
    """How it was recorded."""

    def test_a_pot_of_more_than_a_thousand_big_blinds(self) -> None:
        assert rules(summary(200_000)) == []
        assert rules(summary(200_100)) == ["POT_OUTLIER"]

    @pytest.mark.parametrize(
        ("pot_cents", "tip_cents", "found"),
        [
            (20_000, 2_000, []),  # ten times one per cent of 200.00
            (20_000, 2_100, ["TIP_OUTLIER"]),
            (1_000, 1_000, []),  # ten chips of 1.00
            (2_000, 1_100, ["TIP_OUTLIER"]),
            (100_000, 5_000, []),  # the house looks at more than 50.00
            (100_000, 5_100, ["TIP_OUTLIER"]),
        ],
    )
    def test_a_tip_out_of_band(self, pot_cents: int, tip_cents: int, found: list[str]) -> None:
        assert rules(summary(pot_cents, tip_cents=tip_cents)) == found

    @pytest.mark.parametrize(
        ("changes", "found"),
        [
            ({}, ["DUP_SUSPECT"]),
            ({"ended_at": KEYED - timedelta(seconds=21)}, []),
            ({"state": "void"}, []),
            ({"recording": "every_action"}, []),
            ({"result": {}}, []),
        ],
    )
    def test_keyed_twice(self, changes: dict[str, object], found: list[str]) -> None:
        hand = summary()
        before = Before("settled", "summary", hand.recorded.result, KEYED - timedelta(seconds=20))
        assert rules(hand._replace(before=before._replace(**changes))) == found

    @pytest.mark.parametrize("other", [{"pot_cents": 20_100}, {"dealt_in": 5}, {"tip_cents": 100}])
    def test_alike_is_not_the_same(self, other: dict[str, int]) -> None:
        before = Before("settled", "summary", summary(**other).recorded.result, KEYED)
        assert rules(summary()._replace(before=before)) == []

    def test_entered_long_after_it_was_dealt(self) -> None:
        assert rules(summary(ended_at=DEALT + recording.LATE_AFTER)) == []
        found = the(summary(ended_at=DEALT + timedelta(minutes=16)))
        assert (found.rule, found.facts["minutes"]) == (Rule.LATE_SYNC, 16)

    def test_a_hand_that_was_played_step_by_step_takes_its_time(self) -> None:
        played = every_action()
        assert rules(played._replace(recorded=played.recorded._replace(ended_at=DEALT + timedelta(hours=1)))) == []

    def test_no_dealer(self) -> None:
        nobody = rebooked(summary(dealer_id=None), dealer_id=None)
        assert rules(nobody) == ["NO_DEALER"]
        assert rules(nobody._replace(customs=replace(CUSTOMS, is_played=False))) == [], "hands of other rooms"

    def test_taken_back_after_thirty_seconds(self) -> None:
        assert rules(taken_back(summary(), after=timedelta(seconds=30))) == []
        assert rules(taken_back(summary(), after=timedelta(seconds=31))) == ["EDIT_AFTER_30S"]

    def test_who_took_it_back_is_who_may_not_decide_on_it(self) -> None:
        [found] = verdicts.verdicts(taken_back(summary(), after=timedelta(seconds=31), actor=FLOOR))
        assert (found.rule, found.booked_by) == ("EDIT_AFTER_30S", FLOOR)

    @pytest.mark.parametrize(
        ("dropped_after", "found"), [(-1, []), (0, ["VOID_AFTER_COUNT"]), (20, ["VOID_AFTER_COUNT"]), (21, [])]
    )
    def test_taken_back_after_the_box_was_emptied(self, dropped_after: int, found: list[str]) -> None:
        void = taken_back(summary(), after=timedelta(seconds=20))
        assert rules(void._replace(dropped_at=[KEYED + timedelta(seconds=dropped_after)])) == found

    def test_booked_and_taken_back_by_one_person(self) -> None:
        assert rules(taken_back(summary(), after=timedelta(seconds=5), actor=DEALER)) == ["SAME_PERSON"]


class TestMisdeal:
    """Void before it was settled: an entry without a chip proves what was recorded."""

    @staticmethod
    def misdeal(**changes: object) -> BookedHand:
        played = every_action()
        row = played.recorded._replace(state="void", result=None)
        assert played.booking is not None
        facts = replace(
            played.booking.facts,
            code="misdeal",
            moves=[],
            assessment=None,
            evidence=evidence.digest(verdicts.dealt(row), played.rows, {}),
        )
        entry = linked(900, 12, replace(facts, **changes))
        return played._replace(recorded=row, booking=entry, entries=[entry])

    def test_it_agrees(self) -> None:
        assert rules(self.misdeal()) == []

    def test_what_was_changed(self) -> None:
        hand = self.misdeal()
        assert rules(hand._replace(rows=hand.rows[:-1])) == ["RECORD_CHANGED"]
        assert rules(hand._replace(recorded=hand.recorded._replace(state="settled"))) == ["VOID_DIFFERS"]
        assert rules(self.misdeal(moves=[Move("pool/T07", "rake/T07", 100)])) == ["TRANSFERS_DIFFER"]

"""Verdicts on one hand, rule by rule: a hand that breaks it, and one beside it that does not.  No database."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounting.chain import Move
from accounting.policy import rake
from accounting.verdicts import Rule
from tables.verdicts import hand as verdicts
from tables.verdicts.booked import BookedHand, Stakes
from tests.tables.verdicts.booked_hands import (
    CHARGED,
    DEALER,
    DEALT,
    HAND,
    STAKES,
    TERMS,
    every_action,
    linked,
    rebooked,
    rules,
    summary,
    taken_back,
    the,
)  # fmt: skip


@pytest.mark.parametrize("booked", [summary(), summary(500, flop_seen=False), every_action(1), every_action(2)])
def test_an_honest_hand_breaks_no_rule(booked: BookedHand) -> None:
    assert rules(booked) == []
    assert verdicts.agrees([])


class TestTax:
    """Taken ↔ due: 5 % in chips of 1.00, at most 15.00, nothing without a flop; of 200.00 that is 10.00."""

    @pytest.mark.parametrize(
        ("hand", "rule", "amount_cents"),
        [
            (summary(rake_cents=500), Rule.TAX_SHORT, -500),
            (summary(rake_cents=0), Rule.TAX_MISSED, -1_000),
            (summary(rake_cents=1_100), Rule.TAX_OVER, 100),
            (summary(rake_cents=1_500), Rule.TAX_OVER, 500),
            (summary(rake_cents=1_600), Rule.CAP_EXCEEDED, 600),
            (summary(flop_seen=False, rake_cents=100), Rule.NO_FLOP_TAXED, 100),
            (summary(flop_seen=False, rake_cents=1_600), Rule.NO_FLOP_TAXED, 1_600),
        ],
    )
    def test_the_most_telling_rule_is_named_with_the_difference(
        self, hand: BookedHand, rule: Rule, amount_cents: int
    ) -> None:
        found = the(hand)
        assert (found.rule, found.amount_cents, found.subject) == (rule, amount_cents, f"hand:{HAND}")
        assert (found.table_code, found.hand_id, found.dealer_id, found.booked_by) == ("T07", HAND, DEALER, DEALER)
        assert found.facts["reason"] == "said so"
        assert verdicts.agrees([found]), "it was keyed with a reason, and the books say so"

    def test_a_cap_by_players_is_a_cap(self) -> None:
        terms = TERMS | {"caps": [{"players": 2, "cap_cents": 300}, {"players": 4, "cap_cents": 1_200}]}
        charged = replace(CHARGED, terms=rake.parse(terms))
        assert rules(summary(dealt_in=3, rake_cents=400, charged=charged)) == ["CAP_EXCEEDED"]
        assert rules(summary(dealt_in=4, rake_cents=1_100, charged=charged)) == ["TAX_OVER"]

    def test_a_hand_that_was_taken_back_took_nothing(self) -> None:
        assert rules(taken_back(summary(rake_cents=500), after=timedelta(seconds=20))) == []


class TestRecomputation:
    """What stands otherwise than computed, also where the chain was made to fit."""

    @pytest.mark.parametrize(
        ("changes", "fact"),
        [
            ({"pot_cents": 1}, "stored_pot_cents"),
            ({"base_cents": 1}, "stored_base_cents"),
            ({"due_cents": 1}, "stored_due_cents"),
            ({"tips_cents": 1}, "stored_tips_cents"),
            ({"dealt_in": 2}, "stored_dealt_in"),
            ({"flop_seen": False}, "stored_flop_seen"),
            ({"dealer_id": 99}, "stored_dealer"),
            ({"table_code": "T08"}, "stored_table"),
            ({"sign": -1}, "stored_sign"),
            ({"house_id": 2}, "filed_elsewhere"),
        ],
    )
    def test_a_figure(self, changes: dict[str, object], fact: str) -> None:
        found = the(rebooked(summary(), **changes))
        assert found.rule is Rule.FIGURES_DIFFER
        assert fact in found.facts
        assert not verdicts.agrees([found])

    def test_what_was_taken_against_what_was_keyed(self) -> None:
        """The books say 8.00, the record 10.00: both that they differ and that it is less than due."""
        found = {
            verdict.rule: verdict.amount_cents for verdict in verdicts.verdicts(rebooked(summary(), taken_cents=800))
        }
        assert found == {Rule.FIGURES_DIFFER: -200, Rule.TAX_SHORT: -200}

    def test_terms_that_were_changed_after_it_was_booked(self) -> None:
        """By the new ones 5.00 were due; nobody gave a reason for the 10.00 that were right then."""
        other = replace(CHARGED, terms=rake.parse(TERMS | {"cap_cents": 500}))
        found = {verdict.rule: verdict.facts for verdict in verdicts.verdicts(summary()._replace(charged=other))}
        assert found.keys() == {Rule.FIGURES_DIFFER, Rule.CAP_EXCEEDED}
        assert found[Rule.FIGURES_DIFFER]["computed_due_cents"] == 500

    def test_the_players_fund(self) -> None:
        found = the(rebooked(summary(60_000), jackpot_cents=0))
        assert (found.rule, found.amount_cents) == (Rule.JACKPOT_DIFFERS, -100)

    def test_a_transfer(self) -> None:
        moves = [Move("pool/T07", "rake/T08", 1_000)]
        found = the(rebooked(summary(), moves=moves))
        assert (found.rule, found.facts["stored"]) == (Rule.TRANSFERS_DIFFER, "pool/T07 rake/T08 1000")
        assert rules(rebooked(every_action(), moves=[])) == ["TRANSFERS_DIFFER"]

    def test_transfers_in_another_order(self) -> None:
        hand = summary(tip_cents=200)
        assert hand.booking is not None
        assert rules(rebooked(hand, moves=hand.booking.facts.moves[::-1])) == ["TRANSFERS_DIFFER"]

    def test_an_assessment_that_is_gone(self) -> None:
        assert Rule.FIGURES_DIFFER in rules(rebooked(summary(), assessment=None))

    def test_the_record(self) -> None:
        hand = summary()
        assert rules(hand._replace(recorded=hand.recorded._replace(button_seat=3))) == ["RECORD_CHANGED"]
        played = every_action()
        moved = [played.rows[0]._replace(at=DEALT), *played.rows[1:]]
        assert rules(played._replace(rows=moved)) == ["RECORD_CHANGED"]

    def test_what_cannot_be_computed(self) -> None:
        played = every_action()
        assert set(rules(played._replace(rows=played.rows[:-1]))) == {"RECORD_CHANGED", "NOT_COMPUTABLE"}
        hand = summary()
        assert "NOT_COMPUTABLE" in rules(hand._replace(recorded=hand.recorded._replace(result=None)))
        assert "NOT_COMPUTABLE" in rules(hand._replace(charged=replace(CHARGED, terms=None)))

    @pytest.mark.parametrize("part", ["previous", "digest"])
    def test_a_link_of_the_chain_names_book_and_number(self, part: str) -> None:
        hand = summary()
        assert hand.booking is not None
        broken = hand.booking._replace(**{part: b"x" * 32})
        found = the(hand._replace(booking=broken, entries=[broken]))
        assert (found.rule, found.subject) == (Rule.CHAIN_BROKEN, "book:table/T07#12")

    def test_a_hand_that_is_not_booked(self) -> None:
        assert rules(summary()._replace(booking=None, entries=[])) == ["NOT_BOOKED"]

    def test_two_entries_for_the_same_hand(self) -> None:
        hand = summary()
        assert hand.booking is not None
        second = linked(950, 14, replace(hand.booking.facts, reference="hand:812/again"))
        found = the(hand._replace(doubles=[second], entries=[hand.booking, second]))
        assert (found.rule, found.amount_cents, found.facts["entry"]) == (Rule.DOUBLE_BOOKING, 1_000, 950)

    def test_void_and_not_reversed_or_the_other_way_round(self) -> None:
        hand = summary()
        assert rules(hand._replace(recorded=hand.recorded._replace(state="void"))) == ["VOID_DIFFERS"]
        reversed_ = taken_back(hand, after=timedelta(seconds=5))
        assert rules(reversed_._replace(recorded=hand.recorded)) == ["VOID_DIFFERS"]

    def test_a_reversal_that_is_no_mirror_image(self) -> None:
        assert rules(taken_back(summary(), after=timedelta(seconds=5), moves=[])) == ["TRANSFERS_DIFFER"]

    @pytest.mark.parametrize("figure", ["pot_cents", "due_cents", "taken_cents", "tips_cents", "sign"])
    def test_a_reversal_that_takes_back_another_figure(self, figure: str) -> None:
        """The transfers are right, yet a report would be wrong by what the assessment says."""
        hand = summary(tip_cents=200)
        assert hand.booking is not None
        assert hand.booking.facts.assessment is not None
        undone = replace(hand.booking.facts.assessment, **{"sign": -1} | {figure: 1})
        assert rules(taken_back(hand, after=timedelta(seconds=5), assessment=undone)) == ["TRANSFERS_DIFFER"]

    def test_a_reversal_without_the_assessment_is_none(self) -> None:
        assert rules(taken_back(summary(), after=timedelta(seconds=5), assessment=None)) == ["TRANSFERS_DIFFER"]


class TestVersion:
    """The terms of the moment it was dealt, of the game's own schedule."""

    CHANGED = DEALT + timedelta(seconds=30)

    def test_old_terms_after_the_change(self) -> None:
        assert rules(summary(charged=replace(CHARGED, valid_to=DEALT))) == ["WRONG_VERSION"]
        assert rules(summary(charged=replace(CHARGED, valid_to=self.CHANGED))) == []

    def test_new_terms_for_a_hand_that_was_keyed_right_after_the_change(self) -> None:
        assert rules(summary(charged=replace(CHARGED, valid_from=self.CHANGED))) == []

    def test_new_terms_for_a_hand_that_was_kept_back_over_the_change(self) -> None:
        late = summary(charged=replace(CHARGED, valid_from=self.CHANGED), ended_at=DEALT + timedelta(hours=1))
        assert set(rules(late)) == {"WRONG_VERSION", "LATE_SYNC"}

    def test_terms_that_were_only_proposed(self) -> None:
        assert rules(summary(charged=replace(CHARGED, is_published=False))) == ["WRONG_VERSION"]

    def test_another_schedule_than_the_games(self) -> None:
        (ours,) = STAKES.terms
        assert rules(summary()._replace(stakes=Stakes([ours._replace(schedule_id=2)]))) == ["WRONG_VERSION"]
        later = ours._replace(since=DEALT + timedelta(days=1), schedule_id=2, big_blind_cents=1)
        assert rules(summary()._replace(stakes=Stakes([ours, later]))) == []

    def test_an_assessment_under_another_version(self) -> None:
        assert the(rebooked(summary(), schedule_version_id=9)).facts["assessed_version"] == 9

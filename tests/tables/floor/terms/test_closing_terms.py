"""The end of an evening: planned ends, the last hands, guests who leave early (S7; seed 000, domain §4.11)."""

from datetime import timedelta

import pytest

from casino import house_time
from tables.floor.services import last_hands, openings, seats
from tables.hands.services import hands, pad
from tables.hands.services.pad import Place
from tables.hands.services.recording import Summary
from tables.models import Sitting
from tables.rounds.services import rounds
from tables.rules.misdeal import Misdeal
from tests.tables.hands import playing
from tests.tables.rounds import banking


def announce(rising, hands=None):
    last_hands.announce_last_hands(
        table_id=rising.table, version=rising.table_version, hands=hands, actor=rising.evening.floor
    )


def take_back(rising):
    last_hands.take_back_last_hands(table_id=rising.table, version=rising.table_version, actor=rising.evening.floor)


class TestLastHands:
    def test_three_and_then_none(self, rising, refused):
        """FinASVO § 18: the last three hands are announced."""
        announce(rising)
        for left in (2, 1, 0):
            rising.hand()
            assert rising.session.last_hands_left == left
        start = {"table_id": rising.table, "version": rising.table_version, "actor": rising.evening.dealer}
        assert refused(hands.start, **start) == "last_hand_played"
        take_back(rising)
        rising.hand()
        assert rising.session.last_hands_left is None

    def test_of_summaries_the_hand_that_is_being_played_is_none_of_them(self, summaries, later):
        later()
        summaries.hand()
        later(minutes=1)
        announce(summaries, hands=1)
        later(minutes=1)
        summaries.hand()
        assert summaries.session.last_hands_left == 1
        later(minutes=1)
        summaries.hand()
        assert summaries.session.last_hands_left == 0

    def test_a_tablet_in_the_dark_is_told_as_well(self, summaries, later, refused):
        """The hand was played, so the floor takes the announcement back, and then it is booked."""
        later()
        announce(summaries, hands=1)
        for _hand in range(2):  # the first was being played when they were announced
            later(minutes=2)
            summaries.hand()
        place = Place(summaries.session.pk, 3)
        summary = Summary(
            2_000, True, 3, client_uuid="00000000-0000-4000-8000-000000000001", dealt_at=house_time.now()
        )  # fmt: skip
        values = {"table_id": summaries.table, "place": place, "summary": summary, "actor": summaries.evening.dealer}
        assert refused(pad.record, **values) == "last_hand_played"
        take_back(summaries)
        assert pad.record(**values).hand.number == 3

    def test_a_misdealt_last_hand_is_dealt_again(self, rising, refused):
        announce(rising, hands=1)
        hand = playing.start(rising.evening, rising.table).hand
        hands.void(hand_id=hand.pk, version=hand.version, reason="exposed card", actor=rising.evening.floor)
        assert rising.session.last_hands_left == 0
        rising.hand()
        start = {"table_id": rising.table, "version": rising.table_version, "actor": rising.evening.dealer}
        assert refused(hands.start, **start) == "last_hand_played"

    def test_rounds_against_the_house_too(self, evening, refused):
        table = banking.banked(evening)
        announced = {"table_id": table, "hands": 1, "actor": evening.floor}
        last_hands.announce_last_hands(version=evening.version(table), **announced)
        rounds.false_deal(
            table_id=table, version=evening.version(table), cause=Misdeal.CARD_EXPOSED, actor=evening.dealer
        )
        banking.play(evening, table, banking.LOST)
        assert refused(banking.play, evening, table, banking.LOST) == "last_hand_played"

    def test_what_is_refused(self, rising, refused):
        values = {"table_id": rising.table, "version": rising.table_version}
        floor = rising.evening.floor
        assert refused(last_hands.announce_last_hands, **values, hands=0, actor=floor) == "last_hands_out_of_range"
        assert refused(last_hands.announce_last_hands, **values, hands=21, actor=floor) == "last_hands_out_of_range"
        assert refused(last_hands.announce_last_hands, **values, actor=rising.evening.dealer) == "not_allowed"
        assert refused(last_hands.take_back_last_hands, **values, actor=floor) == "last_hands_not_announced"
        announce(rising)
        values["version"] = rising.table_version
        assert refused(last_hands.announce_last_hands, **values, actor=floor) == "last_hands_announced"


class TestPlannedEnd:
    def test_is_said_and_unsaid(self, rising):
        """Seed 000: "you should set an end time in advance"."""
        ends_at = house_time.now() + timedelta(hours=5)
        values = {"table_id": rising.table, "actor": rising.evening.floor}
        openings.plan_end(version=rising.table_version, ends_at=ends_at, **values)
        assert rising.session.ends_at == ends_at
        openings.plan_end(version=rising.table_version, ends_at=None, **values)
        assert rising.session.ends_at is None

    @pytest.mark.parametrize("hours", [-1, 49])
    def test_lies_ahead(self, rising, refused, hours):
        values = {"ends_at": house_time.now() + timedelta(hours=hours), "actor": rising.evening.floor}
        assert (
            refused(openings.plan_end, table_id=rising.table, version=rising.table_version, **values)
            == "end_out_of_range"
        )

    def test_closes_nothing_by_itself(self, rising, later):
        later()
        ends_at = house_time.now() + timedelta(hours=1)
        openings.plan_end(
            table_id=rising.table, version=rising.table_version, ends_at=ends_at, actor=rising.evening.floor
        )
        later(hours=2)
        rising.hand()


class TestLeavingEarly:
    def leaving(self, rising, at, seat=2):
        return {
            "table_id": rising.table, "version": rising.table_version, "seat": seat, "leaves_at": at,
            "actor": rising.evening.floor,
        }  # fmt: skip

    def test_is_announced_with_precise_timing(self, rising):
        """Seed 000: "players who want to leave early should announce this in advance with precise timing"."""
        at = house_time.now() + timedelta(hours=1)
        last_hands.plan_leaving(**self.leaving(rising, at))
        assert rising.evening.view(rising.table).seats[1].leaves_at == at
        seats.move(
            table_id=rising.table, version=rising.table_version, seat=2, to_table_id=rising.table, to_seat=7,
            actor=rising.evening.floor,
        )  # fmt: skip
        assert Sitting.objects.get(seat=7, left_at=None).leaves_at == at
        last_hands.plan_leaving(**self.leaving(rising, None, seat=7))
        assert Sitting.objects.get(seat=7, left_at=None).leaves_at is None

    def test_what_is_refused(self, rising, refused):
        now = house_time.now()
        assert (
            refused(last_hands.plan_leaving, **self.leaving(rising, now - timedelta(minutes=1)))
            == "leaving_out_of_range"
        )
        later = now + timedelta(hours=1)
        assert refused(last_hands.plan_leaving, **self.leaving(rising, later, seat=9)) == "seat_empty"


def test_late_players_buy_in_without_any_problems(rising):
    """Seed 000: "Late players can buy in without any problems, at the buy-in amount set at the beginning"."""
    rising.hand()
    rising.evening.sit(rising.table, rising.one_two.min_buy_in_cents, first=5)
    assert len(rising.evening.view(rising.table).seats) == 4

"""Button and blinds as screens and the API show them (S11): of the hand that is played, else of the next one."""

import pytest

from tables.floor.services import seats
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, Session
from tables.play.selectors.positions import Markers
from tests import builders
from tests.tables.hands.playing import folded_round, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


def booked(table_id):
    row = Session.objects.get(table_id=table_id, closed_at=None)
    return (row.button_seat, row.small_blind_seat, row.big_blind_seat)


def shown(evening, table_id):
    found = evening.view(table_id).markers
    return found and (found.button_seat, found.small_blind_seat, found.big_blind_seat)


def test_they_move_clockwise_and_are_those_of_the_hand_that_follows(evening):
    table = evening.table()
    assert evening.view(table).markers is None, "nobody is here"
    evening.sit(table, 200_00, 200_00, 200_00)
    for expected in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        told = evening.view(table).markers
        assert told == Markers(*expected, is_next=True)
        folded_round(evening, table)
        assert booked(table) == expected


def test_while_a_hand_is_played_they_are_its_own(evening):
    table = evening.table()
    evening.sit(table, 200_00, 200_00, 200_00)
    hand = start(evening, table).hand
    assert evening.view(table).markers == Markers(1, 2, 3, is_next=False)
    hands.void(hand_id=hand.pk, version=hand.version, reason="exposed card", actor=evening.floor)
    assert evening.view(table).markers == Markers(1, 2, 3, is_next=True), "a misdealt hand is dealt again"


def test_who_is_away_or_has_nothing_left_has_no_marker(evening):
    table = evening.table()
    evening.sit(table, 200_00, 200_00, 200_00, 200_00)
    seats.away(table_id=table, version=evening.version(table), seat=2, actor=evening.floor)
    assert shown(evening, table) == (1, 3, 4)
    start(evening, table)
    assert booked(table) == (1, 3, 4)


def test_a_newcomer_who_waits_leaves_two_players_heads_up(evening):
    """The shown positions are those the engine deals, not only the next seats."""
    table = evening.table()
    evening.sit(table, 200_00, 200_00)
    folded_round(evening, table)
    evening.sit(table, 200_00, first=3)
    expected = shown(evening, table)
    start(evening, table)
    assert booked(table) == expected


def test_where_only_outcomes_are_recorded(evening):
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 200_00, 200_00, 200_00)
    for expected in ((1, 2, 3), (2, 3, 1)):
        assert shown(evening, table) == expected
        summary = Summary(pot_cents=20_00, flop_seen=True, dealt_in=3)
        recording.record_summary(table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer)
        assert booked(table) == expected
    assert Hand.objects.count() == 2


def test_against_the_house_nobody_posts(evening):
    table = evening.table(evening.banked_game())
    evening.sit(table, 200_00, 200_00)
    assert evening.view(table).markers is None

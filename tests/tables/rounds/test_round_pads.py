"""Rounds that waited in a tablet: each once, in their order, of the dealer who dealt them."""

from datetime import timedelta
from uuid import uuid4

import pytest

from accounting.models import Entry
from casino import house_time
from casino.errors import Refusal
from tables.dealers.services import downs
from tables.floor.services import tables
from tables.hands.services.pad import Place
from tables.log.services import floor_calls
from tables.models import FloorCall, Round, Session
from tables.rounds.services import pad, rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked.records import RoundRecord
from tables.rules.misdeal import Misdeal
from tables.settlement import Tip
from tests import builders
from tests.tables.rounds.banking import LOST, ROUND, WINS, banked, box, on_table, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def table(evening):
    return banked(evening)


def keyed(minutes_ago=0, **more):
    dealt_at = house_time.now() - timedelta(minutes=minutes_ago)
    return RoundDetails(**{"client_uuid": uuid4(), "dealt_at": dealt_at} | more)


def send(evening, table, number, details=None, **more):
    place = Place(more.pop("session", Session.objects.get(table_id=table, closed_at=None).pk), number)
    values = {"round_record": LOST, "details": details or keyed(), "actor": evening.dealer}
    return pad.record(table_id=table, place=place, **(values | more))


def test_three_rounds_of_the_dark_follow_each_other_whatever_moved_the_table(evening, table):
    first = send(evening, table, 1, keyed(9), round_record=ROUND)
    evening.sit(table, 20_000, first=4)  # the version moves, the rounds do not
    tipped = keyed(tips=(Tip(1, 200),))
    assert [first.number, send(evening, table, 2, keyed(8)).number, send(evening, table, 3, tipped).number] == [1, 2, 3]
    assert Entry.objects.filter(code="round").count() == 3
    assert on_table()["tips/E1"] == 200


def test_what_was_recorded_meanwhile_is_told_and_nothing_is_booked_over_it(evening, table):
    play(evening, table)
    rounds.false_deal(table_id=table, version=evening.version(table), cause=Misdeal.WRONG_COUNT, actor=evening.floor)
    for number in (0, 1, 2, 4):
        with pytest.raises(Refusal, match="round_number_differs") as refused:
            send(evening, table, number)
        assert (refused.value.status, refused.value.facts) == (409, {"number": 3, "seen": number})
    assert Entry.objects.filter(code="round").count() == 1
    assert send(evening, table, 3).number == 3


def test_a_round_whose_answer_was_lost_is_known_by_its_name(evening, table):
    details = keyed()
    send(evening, table, 1, details)
    for number, actor in ((1, evening.dealer), (2, evening.dealer), (1, evening.floor)):
        with pytest.raises(Refusal, match="hand_recorded"):
            send(evening, table, number, details, actor=actor)
    assert Round.objects.count() == 1


def test_it_is_the_round_of_who_dealt_it_and_they_may_send_it_after_they_were_relieved(evening, table):
    second, stranger = builders.user("dealer", "second-dealer"), builders.user("dealer", "third-dealer")
    details = keyed()
    downs.push(table_id=table, version=evening.version(table), dealer_id=second.pk, actor=evening.floor)
    with pytest.raises(Refusal, match="not_your_table"):
        send(evening, table, 1, details, actor=stranger)
    assert send(evening, table, 1, details).dealer_id == evening.dealer.pk
    assert send(evening, table, 2, actor=second).dealer_id == second.pk
    with pytest.raises(Refusal, match="not_your_table"):
        send(evening, table, 3)  # dealt after the push: not theirs
    assert Round.objects.count() == 2


def test_a_clock_that_runs_fast_dates_no_round_into_the_future(evening, table):
    booked = send(evening, table, 1, keyed(-5))
    assert booked.dealt_at <= booked.recorded_at


def test_refusals_book_nothing(evening, table):
    session = Session.objects.get().pk
    for code, values in (
        ("round_unnamed", {"details": keyed(client_uuid=None)}),
        ("round_unnamed", {"details": keyed(dealt_at=None)}),
        ("round_session_differs", {"session": session + 7}),
        ("not_allowed", {"actor": evening.cage}),
        ("ante_limits", {"round_record": RoundRecord((box(1, 1, WINS, None, ante=2, flop=2),))}),
        ("seat_empty", {"details": keyed(tips=(Tip(9, 100),))}),
    ):
        with pytest.raises(Refusal, match=code):
            send(evening, table, 1, **values)
    assert not Round.objects.exists()
    details = keyed()
    send(evening, table, 1, details)
    tables.pause(table_id=table, version=evening.version(table), actor=evening.floor)
    with pytest.raises(Refusal, match="table_paused"):
        send(evening, table, 2)
    with pytest.raises(Refusal, match="hand_recorded"):
        send(evening, table, 2, details, session=session + 7)
    assert Round.objects.count() == 1


def test_a_round_is_no_hand_of_another_table(evening, table):
    among_guests = evening.table(code="T7", dealt=False)
    with pytest.raises(Refusal, match="game_is_not_banked"):
        send(evening, among_guests, 1, actor=evening.floor)
    assert not Round.objects.exists()


def test_the_call_about_a_refused_round_is_over_with_its_booking(evening, table):
    details = keyed()
    call = floor_calls.refused(table_id=table, hand_uuid=details.client_uuid, facts={"code": "x"}, actor=evening.dealer)
    send(evening, table, 1, details)
    call.refresh_from_db()
    assert call.answered_at is not None
    booked = keyed()
    send(evening, table, 2, booked)
    with pytest.raises(Refusal, match="hand_recorded"):
        floor_calls.refused(table_id=table, hand_uuid=booked.client_uuid, facts={}, actor=evening.dealer)
    assert FloorCall.objects.count() == 1

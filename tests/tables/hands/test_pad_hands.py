"""Hands that waited in a tablet: each once, in their order, of the dealer who dealt them."""

from datetime import timedelta
from uuid import uuid4

import pytest

from accounting.models import Entry
from casino import house_time
from casino.errors import Refusal
from tables.dealers.services import downs
from tables.floor.services import tables
from tables.hands.services import pad, recording
from tables.hands.services.pad import Place
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls
from tables.models import Hand, Session
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def table(evening):
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 20_000, 20_000)
    return table


def keyed(minutes_ago=0, **more):
    dealt_at = house_time.now() - timedelta(minutes=minutes_ago)
    return Summary(**{"pot_cents": 10_000, "flop_seen": True, "dealt_in": 2, "client_uuid": uuid4(),
                      "dealt_at": dealt_at} | more)  # fmt: skip


def send(evening, table, number, summary=None, **more):
    place = Place(more.pop("session", Session.objects.get(table_id=table, closed_at=None).pk), number)
    values = {"table_id": table, "place": place, "summary": summary or keyed(), "actor": evening.dealer}
    return pad.record(**(values | more)).hand


def test_three_hands_of_the_dark_follow_each_other_whatever_moved_the_table(evening, table):
    first = send(evening, table, 1, keyed(9))
    evening.sit(table, 20_000, first=3)  # the version moves, the hands do not
    assert [first.number, send(evening, table, 2, keyed(8)).number, send(evening, table, 3).number] == [1, 2, 3]
    assert Entry.objects.filter(code="hand").count() == 3


def test_what_was_recorded_meanwhile_is_told_and_nothing_is_booked_over_it(evening, table):
    recording.record_summary(
        table_id=table, version=evening.version(table), summary=keyed(client_uuid=None), actor=evening.floor
    )
    with pytest.raises(Refusal, match="hand_number_differs") as refused:
        send(evening, table, 1)
    assert refused.value.status == 409
    assert refused.value.facts == {"number": 2, "seen": 1}
    for number in (0, 3):
        with pytest.raises(Refusal, match="hand_number_differs"):
            send(evening, table, number)
    assert send(evening, table, 2).number == 2


def test_a_hand_whose_answer_was_lost_is_known_by_its_name(evening, table):
    hand = keyed()
    send(evening, table, 1, hand)
    for number, actor in ((1, evening.dealer), (2, evening.dealer), (1, evening.floor)):
        with pytest.raises(Refusal, match="hand_recorded"):
            send(evening, table, number, hand, actor=actor)
    assert Hand.objects.count() == 1


def test_it_is_the_hand_of_who_dealt_it_and_he_may_send_it_after_he_was_relieved(evening, table):
    second = builders.user("dealer", "second-dealer")
    stranger = builders.user("dealer", "third-dealer")
    hand = keyed()
    downs.push(table_id=table, version=evening.version(table), dealer_id=second.pk, actor=evening.floor)
    with pytest.raises(Refusal, match="not_your_table"):
        send(evening, table, 1, hand, actor=stranger)
    assert send(evening, table, 1, hand).dealer_id == evening.dealer.pk
    assert send(evening, table, 2, actor=second).dealer_id == second.pk
    with pytest.raises(Refusal, match="not_your_table"):
        send(evening, table, 3)  # dealt after the push: not his


def test_the_relieved_dealers_hand_comes_under_his_name_whoever_signs_in_next(evening, table):
    second = builders.user("dealer", "second-dealer")
    hand = keyed()
    downs.push(table_id=table, version=evening.version(table), dealer_id=second.pk, actor=evening.floor)
    assert send(evening, table, 1, hand, actor=second).dealer_id == evening.dealer.pk


def test_a_clock_that_runs_fast_dates_no_hand_into_the_future(evening, table):
    hand = send(evening, table, 1, keyed(-5))
    assert hand.started_at <= hand.ended_at


def test_refusals(evening, table):
    session = Session.objects.get().pk
    hand = keyed()
    for code, values in (
        ("hand_unnamed", {"summary": keyed(client_uuid=None)}),
        ("hand_unnamed", {"summary": keyed(dealt_at=None)}),
        ("session_differs", {"session": session + 7}),
        ("not_allowed", {"actor": evening.cage}),
        ("pot_above_table", {"summary": keyed(pot_cents=99_900)}),
        ("rake_reason_required", {"summary": keyed(rake_cents=100)}),
    ):
        with pytest.raises(Refusal, match=code):
            send(evening, table, 1, **values)
    send(evening, table, 1, hand)
    tables.pause(table_id=table, version=evening.version(table), actor=evening.floor)
    with pytest.raises(Refusal, match="table_paused"):
        send(evening, table, 2)
    with pytest.raises(Refusal, match="session_differs"):
        send(evening, table, 2, session=session + 7)
    with pytest.raises(Refusal, match="hand_recorded"):
        send(evening, table, 1, hand, session=session + 7)
    assert Hand.objects.count() == 1


def test_where_every_action_is_recorded_there_is_no_pad(evening):
    table = evening.table(code="T09", dealt=False)
    evening.sit(table, 20_000, 20_000)
    with pytest.raises(Refusal, match="recording_differs"):
        send(evening, table, 1, actor=evening.floor)


def test_a_refused_hand_that_is_booked_after_all_calls_nobody_any_more(evening, table):
    hand = keyed()
    call = floor_calls.refused(table_id=table, hand_uuid=hand.client_uuid, facts={"code": "x"}, actor=evening.dealer)
    send(evening, table, 1, hand)
    call.refresh_from_db()
    assert call.answered_by == evening.dealer

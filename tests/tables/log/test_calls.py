"""The floor is called, comes and says what was decided; a hand that was refused is never dropped in silence."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from casino.errors import Refusal
from casino.models import User
from tables.log.services import floor_calls
from tables.models import FloorCall, Hand
from tables.play.selectors import floor_calls as selector
from tests import builders
from tests.tables.hands.playing import start
from tests.tables.rounds.banking import banked, play

pytestmark = pytest.mark.django_db
SENT = {"pot_cents": 99_900, "code": "pot_above_table", "detail": "There are only 400.00 on the table."}
MUCH = {f"fact {number}": number for number in range(floor_calls.FACTS_MAX + 1)}


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def table(evening):
    return evening.table()


def test_a_call_waits_until_the_floor_answers_and_whoever_looks_sees_it_move(evening, table):
    before = evening.version(table)
    first = floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
    assert floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer) == first, (
        "who calls again waits already"
    )
    other = floor_calls.call(table_id=table, kind="chips", actor=evening.floor)
    assert evening.version(table) == before + 2
    waiting = selector.waiting(evening.house.pk)
    assert [(one.id, one.kind, one.table_code, one.called_by) for one in waiting] == [
        (first.pk, "ruling", "T07", str(evening.dealer)),
        (other.pk, "chips", "T07", str(evening.floor)),
    ]
    floor_calls.answer(call_id=first.pk, actor=evening.floor)
    assert [one.id for one in selector.waiting_at(table)] == [other.pk]
    again = floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
    assert again != first
    first.refresh_from_db()
    assert (first.answered_by, first.answered_at is not None) == (evening.floor, True)


def test_a_round_that_is_wrong_is_named_in_its_call(evening):
    table = banked(evening)
    wrong = play(evening, table)
    called = floor_calls.call(table_id=table, kind="wrong_round", round_id=wrong.pk, actor=evening.dealer)
    assert [(one.id, one.kind, one.round_id) for one in selector.waiting_at(table)] == [
        (called.pk, "wrong_round", wrong.pk)
    ]
    other = evening.table(code="T09", dealt=False)
    with pytest.raises(Refusal, match="no_such_round"):
        floor_calls.call(table_id=other, kind="wrong_round", round_id=wrong.pk, actor=evening.floor)
    assert selector.waiting_at(other) == []


def test_refusals(evening, table):
    stranger = User.objects.create_user("boris", roles=["dealer"])
    waiting = floor_calls.refused(table_id=table, hand_uuid=uuid4(), facts=SENT, actor=evening.dealer)
    told = floor_calls.call(table_id=table, kind="floor", actor=evening.dealer)
    floor_calls.answer(call_id=told.pk, actor=evening.floor)
    for code, run, values in (
        ("not_your_table", floor_calls.call, {"table_id": table, "kind": "floor", "actor": stranger}),
        (
            "not_your_table",
            floor_calls.refused,
            {"table_id": table, "hand_uuid": uuid4(), "facts": {}, "actor": stranger},
        ),
        (
            "too_much_said",
            floor_calls.refused,
            {"table_id": table, "hand_uuid": uuid4(), "facts": MUCH, "actor": evening.dealer},
        ),
        ("call_unknown", floor_calls.call, {"table_id": table, "kind": "coffee", "actor": evening.dealer}),
        ("call_unknown", floor_calls.call, {"table_id": table, "kind": "refused_hand", "actor": evening.dealer}),
        ("no_such_hand", floor_calls.call, {"table_id": table, "kind": "floor", "hand_id": 7, "actor": evening.dealer}),
        ("no_such_table", floor_calls.call, {"table_id": 4711, "kind": "floor", "actor": evening.dealer}),
        ("not_allowed", floor_calls.answer, {"call_id": waiting.pk, "text": "enter it late", "actor": evening.dealer}),
        ("answer_required", floor_calls.answer, {"call_id": waiting.pk, "text": " . ", "actor": evening.floor}),
        ("text_too_long", floor_calls.answer, {"call_id": waiting.pk, "text": "x" * 501, "actor": evening.floor}),
        ("call_answered", floor_calls.answer, {"call_id": told.pk, "actor": evening.floor}),
        ("no_such_call", floor_calls.answer, {"call_id": 4711, "actor": evening.floor}),
    ):
        with pytest.raises(Refusal, match=code):
            run(**values)
    assert FloorCall.objects.filter(answered_at=None).get() == waiting


def test_a_refused_hand_stays_as_the_tablet_sent_it_until_the_floor_has_said_what_becomes_of_it(evening, table):
    name = uuid4()
    call = floor_calls.refused(table_id=table, hand_uuid=name, facts=SENT, actor=evening.dealer)
    assert floor_calls.refused(table_id=table, hand_uuid=name, facts={}, actor=evening.dealer) == call, (
        "sent twice, kept once"
    )
    assert FloorCall.objects.get().facts == SENT
    assert selector.answer_about(name, actor=evening.dealer) is None
    floor_calls.answer(call_id=call.pk, text="99.90 was meant: keyed again.", actor=evening.floor)
    assert selector.answer_about(name, actor=evening.dealer) == "99.90 was meant: keyed again."


def test_a_hand_that_is_booked_by_now_is_nobodys_to_decide(evening, table):
    evening.sit(table, 20_000, 20_000)
    hand = start(evening, table).hand
    name = uuid4()
    Hand.objects.filter(pk=hand.pk).update(client_uuid=name)
    with pytest.raises(Refusal, match="hand_recorded"):
        floor_calls.refused(table_id=table, hand_uuid=name, facts=SENT, actor=evening.dealer)


def test_the_database_keeps_one_call_of_a_kind_waiting(evening, table):
    call = floor_calls.call(table_id=table, kind="floor", actor=evening.dealer)
    call.pk = None
    with pytest.raises(IntegrityError, match="call_waits_once"), transaction.atomic():
        call.save(force_insert=True)

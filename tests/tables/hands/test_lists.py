"""A list of finished hands: the same books as of hands recorded one by one, or none at all."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounting.models import Assessment, Entry, Place, Transfer
from accounting.proof.services import proofs
from casino import house_time
from casino.errors import NotAllowed, Refusal
from tables.audit.services import audits
from tables.floor.services import last_hands, tables
from tables.hands.services import lists, recording
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls
from tables.models import FloorCall, Hand, Session, StakeStep, Table
from tables.play.services import stakes
from tables.play.services.stakes import Planned
from tests import builders, databases
from tests.builders import Evening

pytestmark = pytest.mark.django_db
built, evening = databases.shared(builders.evening)

OWN = ("id", "table_id", "session_id", "client_uuid")
"""What two tables' hands do not share."""


def savepoint() -> transaction.Atomic:
    """What is done in it is taken back by a refusal."""
    block = transaction.atomic()
    block._from_testcase = True  # use cases begin in it
    return block


def open_table(evening: Evening, code: str, **terms: Any) -> int:
    """Three guests with 400 euros each."""
    table_id = evening.table(evening.game(recording="summary", **terms), code=code)
    evening.sit(table_id, 40_000, 40_000, 40_000)
    return table_id


def one_by_one(evening: Evening, table_id: int, outcomes: list[Summary]) -> None:
    for outcome in outcomes:
        version = evening.version(table_id)
        recording.record_summary(table_id=table_id, version=version, summary=outcome, actor=evening.floor)


def at_once(evening: Evening, table_id: int, outcomes: list[Summary]) -> list[Hand]:
    version = evening.version(table_id)
    return lists.record(table_id=table_id, version=version, outcomes=outcomes, actor=evening.floor)


def books_of(table_id: int) -> dict[str, Any]:
    """All that was written for a table, the table's own names left out."""
    table, session = Table.objects.get(pk=table_id), Session.objects.get(table_id=table_id)

    def nameless(text: str) -> str:
        return text.replace(table.code, "T")

    hands = [
        {name: value for name, value in row.items() if name not in OWN}
        for row in Hand.objects.filter(table_id=table_id).order_by("number").values()
    ]
    entries = Entry.objects.filter(book__code=f"table/{table.code}", book__house_id=table.house_id).order_by("number")
    return {
        "hands": hands,
        "entries": [
            (entry.number, entry.code, entry.at, entry.gaming_day_id, entry.actor_id, entry.reason)
            for entry in entries
        ],
        "transfers": [
            (move.entry.number, move.position, nameless(move.source), nameless(move.destination), move.amount_cents)
            for move in Transfer.objects.filter(entry__in=entries).order_by("entry__number", "position")
        ],
        "assessments": [
            replace(row.facts, table_code="T")
            for row in Assessment.objects.filter(entry__in=entries).order_by("entry__number")
        ],
        "places": {
            nameless(place.name): place.balance_cents
            for place in Place.objects.filter(name__contains=f"/{table.code}")
        },
        "table": table.version,
        "session": [getattr(session, name) for name in ("hands_dealt", "is_redeal", "button_seat", "small_blind_seat",
                                                        "big_blind_seat", "last_hands_left", "game_id")],
        "steps": list(StakeStep.objects.filter(session=session).values_list("state", "ended_at")),
    }  # fmt: skip


@st.composite
def outcomes(draw: st.DrawFn) -> Summary:
    """Pots of up to 200 euros, now and then one of nearly all that three guests brought."""
    pot_cents = draw(st.integers(2, 200) | st.just(1_100)) * 100
    return Summary(
        pot_cents=pot_cents,
        flop_seen=draw(st.booleans()),
        dealt_in=3 if pot_cents > 80_000 else draw(st.integers(2, 3)),
        tip_cents=draw(st.sampled_from((0, 0, 100))),
        rake_cents=draw(st.sampled_from((None, None, 0))),
        winners=draw(st.sampled_from(((), (1,), (2, 3)))),
        reason="kein Wechselgeld",
        client_uuid=uuid4(),
    )


@settings(max_examples=settings().max_examples // 5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(hands=st.lists(outcomes(), min_size=1, max_size=8), step_after=st.none() | st.integers(1, 6))
@example(hands=[Summary(10_000, True, 3)] * 3, step_after=2)
def test_it_writes_what_hands_recorded_one_by_one_write(
    evening: Evening, hands: list[Summary], step_after: int | None
) -> None:
    now = house_time.now()
    with databases.rolled_back(), house_time.shown_by(lambda: now):
        higher = evening.game(recording="summary", small_blind_cents=200, big_blind_cents=400, min_buy_in_cents=8_000)
        game = evening.game(recording="summary")
        found, refused = [], []
        for code, write in (("A1", one_by_one), ("B1", at_once)):
            table_id = evening.table(game, code=code, dealt=False)
            evening.sit(table_id, 40_000, 40_000, 40_000)
            if step_after is not None:
                planned = Planned(higher.pk, None, step_after)
                version = evening.version(table_id)
                stakes.plan(table_id=table_id, version=version, planned=planned, actor=evening.floor)
            last_hands.announce_last_hands(
                table_id=table_id, version=evening.version(table_id), hands=7, actor=evening.floor
            )
            named = [replace(hand, client_uuid=uuid4()) for hand in hands]
            try:
                with savepoint():
                    write(evening, table_id, named)
            except Refusal as refusal:
                refused.append(refusal.code)
            found.append(books_of(table_id))
        assert refused in ([], refused[:1] * 2)
        assert found[0] == found[1]
        assert proofs.prove().ok


def test_every_hand_is_found_by_audit_and_proof(evening: Evening) -> None:
    """The evidence of each hand is in its entry, and each link is the one that PostgreSQL computes."""
    table_id = open_table(evening, "T08")
    hands = at_once(evening, table_id, [Summary(10_000, True, 3, tip_cents=100, client_uuid=uuid4())] * 1)
    hands += at_once(evening, table_id, [Summary(4_000, False, 2), Summary(8_400, True, 3, winners=(2,))])
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert list(Hand.objects.filter(table_id=table_id).order_by("number")) == hands
    assert audits.audit(day_id=evening.day.pk, actor=evening.manager).ok
    for independent in (False, True):
        assert proofs.prove(independent=independent).ok


def test_each_hand_is_of_the_dealer_of_its_time(evening: Evening) -> None:
    now = house_time.now()
    with house_time.shown_by(lambda: now - timedelta(hours=1)):
        table_id = open_table(evening, "T08")
    relief = builders.user("dealer", "relief")
    with house_time.shown_by(lambda: now - timedelta(minutes=20)):
        evening.push(table_id, relief)
    dealt = [Summary(2_000, True, 2, dealt_at=now - timedelta(minutes=minutes)) for minutes in (40, 10)]
    lists.record(
        table_id=table_id, version=evening.version(table_id), outcomes=[*dealt, Summary(2_000, True, 2)], actor=relief
    )
    said = Hand.objects.filter(table_id=table_id).order_by("number").values_list("dealer_id", flat=True)
    assert list(said) == [evening.dealer.pk, relief.pk, relief.pk]


def test_one_wrong_hand_and_none_is_booked(evening: Evening) -> None:
    table_id = open_table(evening, "T08")
    right, before = Summary(2_000, True, 2), books_of(table_id)
    wrong: dict[str, Summary] = {
        "pot_above_table": Summary(130_000, True, 3),
        "dealt_in_differs": Summary(2_000, True, 4),
        "not_on_chip": Summary(2_050, True, 2),
        "seat_empty": Summary(2_000, True, 2, winners=(7,)),
        "rake_reason_required": Summary(10_000, True, 2, rake_cents=0),
        "tip_above_stack": Summary(2_000, True, 2, tip_cents=2_000),
        "pot_above_stakes": Summary(90_000, True, 2),
        "dealt_in_future": Summary(2_000, True, 2, dealt_at=house_time.now() + timedelta(minutes=5)),
    }
    for code, one in wrong.items():
        with pytest.raises(Refusal, match=code) as refused, savepoint():
            at_once(evening, table_id, [right, right, one, right])
        assert refused.value.facts["number"] == 3, code
        assert books_of(table_id) == before, code


def test_a_hand_is_measured_by_the_table_as_the_hands_before_it_left_it(evening: Evening) -> None:
    """1,200 euros are on the table; the first pot leaves 15 of them in the box, so the second cannot be all of it."""
    table_id = open_table(evening, "T08")
    everything = Summary(120_000, True, 3)
    with pytest.raises(Refusal, match="pot_above_table") as refused, savepoint():
        at_once(evening, table_id, [everything, everything])
    assert refused.value.facts == {"pool_cents": 118_500, "pot_cents": 120_000, "number": 2}
    at_once(evening, table_id, [everything, replace(everything, pot_cents=118_500)])


def test_a_hand_is_booked_once_whichever_way_it_comes(evening: Evening) -> None:
    table_id = open_table(evening, "T08")
    hand = Summary(2_000, True, 2, client_uuid=uuid4())
    for known in ([hand, hand], [Summary(2_000, True, 2), replace(hand), replace(hand, pot_cents=4_000)]):
        with pytest.raises(Refusal, match="hand_recorded") as refused, savepoint():
            at_once(evening, table_id, known)
        assert refused.value.facts == {"client_uuid": str(hand.client_uuid), "number": len(known)}
    one_by_one(evening, table_id, [hand])
    before = books_of(table_id)
    with pytest.raises(Refusal, match="hand_recorded") as refused, savepoint():
        at_once(evening, table_id, [Summary(2_000, True, 2), hand])
    assert refused.value.facts["number"] == 2
    assert books_of(table_id) == before


def test_a_hand_that_was_booked_since_it_was_looked_for_is_known_by_its_id(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the unique index finds it, while the rows are copied."""
    table_id = open_table(evening, "T08")
    hand = Summary(2_000, True, 2, client_uuid=uuid4())
    one_by_one(evening, table_id, [hand])
    before = books_of(table_id)
    monkeypatch.setattr(lists, "_refuse_recorded", lambda _outcomes: None)
    with pytest.raises(Refusal, match="hand_recorded"), savepoint():
        at_once(evening, table_id, [Summary(2_000, True, 2), hand])
    assert books_of(table_id) == before


def test_who_may_record_a_hand_here_may_record_a_list(evening: Evening) -> None:
    table_id = open_table(evening, "T08")
    other = builders.user("dealer", "other")
    with pytest.raises(NotAllowed, match="not_your_table"):
        lists.record(
            table_id=table_id, version=evening.version(table_id), outcomes=[Summary(2_000, True, 2)], actor=other
        )
    every = evening.table(code="T09", dealt=False)
    evening.sit(every, 40_000, 40_000)
    evening.push(every, other)
    with pytest.raises(Refusal, match="recording_differs"):
        lists.record(table_id=every, version=evening.version(every), outcomes=[Summary(2_000, True, 2)], actor=other)
    tables.pause(table_id=table_id, version=evening.version(table_id), actor=evening.floor)
    with pytest.raises(Refusal, match="table_paused"):
        at_once(evening, table_id, [Summary(2_000, True, 2)])
    assert not Hand.objects.exists()


def test_a_stale_list_is_refused(evening: Evening) -> None:
    table_id = open_table(evening, "T08")
    version = evening.version(table_id)
    one_by_one(evening, table_id, [Summary(2_000, True, 2)])
    with pytest.raises(Refusal, match="stale"):
        lists.record(table_id=table_id, version=version, outcomes=[Summary(2_000, True, 2)], actor=evening.dealer)
    assert Hand.objects.count() == 1


def test_a_call_about_one_of_the_hands_is_answered(evening: Evening) -> None:
    table_id = open_table(evening, "T08")
    name = uuid4()
    floor_calls.refused(table_id=table_id, hand_uuid=name, facts={"code": "x"}, actor=evening.dealer)
    at_once(evening, table_id, [Summary(2_000, True, 2), Summary(2_000, True, 2, client_uuid=name)])
    assert FloorCall.objects.get(hand_uuid=name).answered_by == evening.floor


def test_many_hands_cost_hardly_more_statements_than_few(evening: Evening) -> None:
    counts = []
    for code, length in (("T08", 2), ("T09", 60)):
        table_id = evening.table(evening.game(recording="summary"), code=code, dealt=False)
        evening.sit(table_id, 40_000, 40_000, 40_000)
        with CaptureQueriesContext(connection) as asked:
            hands = [Summary(2_000, True, 2, client_uuid=uuid4()) for _hand in range(length)]
            lists.record(table_id=table_id, version=evening.version(table_id), outcomes=hands, actor=evening.floor)
        counts.append(len(asked))
    assert counts[0] == counts[1] < 25

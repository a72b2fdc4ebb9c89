"""A list of hands and another hand at the same table at once: one of them is first, and the other is told."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest

from accounting.proof.services import proofs
from tables import locks
from tables.hands.services import lists, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, Session
from tests import builders, racing
from tests.builders import Evening

pytestmark = pytest.mark.django_db(transaction=True)
HAND = Summary(2_000, flop_seen=True, dealt_in=2)


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


@pytest.fixture
def table(evening: Evening) -> int:
    table_id = evening.table(evening.game(recording="summary"))
    evening.sit(table_id, 40_000, 40_000)
    return table_id


def race(evening: Evening, table: int, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Both have seen the same version, and both find that a hand may be recorded."""
    version = evening.version(table)
    racing.meeting(monkeypatch, recording, "may_record")
    calls: list[Callable[[], object]] = [
        lambda: lists.record(table_id=table, version=version, outcomes=[HAND, HAND], actor=evening.floor),
        lambda: recording.record_summary(table_id=table, version=version, summary=HAND, actor=evening.dealer),
    ]
    return racing.at_once(*calls)


def test_without_the_lock_nobody_is_told(evening: Evening, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either both are booked by what they saw before the other, or the database stops one of them."""
    monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))
    assert racing.refusals(race(evening, table, monkeypatch)) != ["stale"]


def test_the_second_is_told(evening: Evening, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert racing.refusals(race(evening, table, monkeypatch)) == ["stale"]
    numbers = list(Hand.objects.order_by("number").values_list("number", flat=True))
    assert numbers in ([1], [1, 2])
    assert Session.objects.get().hands_dealt == len(numbers)
    assert proofs.prove().ok


def test_a_hand_that_another_table_books_meanwhile_is_known_by_its_id(
    evening: Evening, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody holds a lock on the id: the unique index decides."""
    other = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(other, 40_000, 40_000)
    named = replace(HAND, client_uuid=uuid4())
    racing.meeting(monkeypatch, recording, "may_record")
    ways: list[Callable[[], object]] = [
        lambda: lists.record(
            table_id=table, version=evening.version(table), outcomes=[HAND, named], actor=evening.floor
        ),
        lambda: recording.record_summary(
            table_id=other, version=evening.version(other), summary=named, actor=evening.floor
        ),
    ]
    assert racing.refusals(racing.at_once(*ways)) == ["hand_recorded"]
    assert Hand.objects.filter(client_uuid=named.client_uuid).count() == 1
    assert Hand.objects.count() in (1, 2)
    assert proofs.prove().ok

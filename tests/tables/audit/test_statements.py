"""SQL statements per command: each costs about 0.3 ms of Python, so their number is pinned.

Counted inside the use case, without BEGIN and COMMIT; a door adds one for the token, and two for the Idempotency-Key.
"""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.floor.services import seats
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tables.settlement import Tip
from tests import builders

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def table(evening):
    """A table that has been played at: its places and books are there, as they are all evening."""
    table = evening.table()
    evening.sit(table, 40_000, 40_000, 40_000)
    hand = hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand
    for version in (1, 2):
        hands.act(hand_id=hand.pk, version=version, action=Action(Kind.FOLD), actor=evening.dealer)
    hands.settle(hand_id=hand.pk, version=3, tips=[Tip(3, 100)], actor=evening.dealer)
    return table


def statements(call: Callable[[], object]) -> int:
    """How many statements a use case sends, without savepoints (a test's own transaction asks for them)."""
    with CaptureQueriesContext(
        connection,
    ) as captured:
        call()
    return sum(not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in captured.captured_queries)


def started(evening, table):
    return hands.start(table_id=table, version=evening.version(table), actor=evening.dealer).hand


def test_start(evening, table):
    """Lock, load, write the hand."""
    version = evening.version(table)
    assert statements(lambda: hands.start(table_id=table, version=version, actor=evening.dealer)) == 3


def test_act_and_undo(evening, table):
    """Lock, load the recorded actions, write one."""
    hand = started(evening, table)
    act = {"hand_id": hand.pk, "action": Action(Kind.CALL), "actor": evening.dealer}
    assert statements(lambda: hands.act(version=1, **act)) == 3
    assert statements(lambda: hands.undo(hand_id=hand.pk, version=2, actor=evening.dealer)) == 3


def test_settle(evening, table):
    """Which table, lock it, lock the hand, load actions and terms, post, write the result."""
    hand = started(evening, table)
    for version in (1, 2):
        hands.act(hand_id=hand.pk, version=version, action=Action(Kind.FOLD), actor=evening.dealer)
    settle = {"hand_id": hand.pk, "version": 3, "actor": evening.dealer}
    assert statements(lambda: hands.settle(**settle)) == 7


def test_record_a_summary(evening):
    """Lock, load, write the hand, post."""
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 40_000, 40_000)

    def record():
        return recording.record_summary(
            table_id=table, version=version, summary=Summary(10_000, True, 2, tip_cents=100), actor=evening.dealer
        )

    version = evening.version(table)
    record()
    version = evening.version(table)
    assert statements(record) == 4


def test_record_every_action(evening, table):
    """The same four, however many actions the hand had."""
    board = Action(Kind.BOARD, cards=cards.parse("Ah Kd 2c"))
    script = [Action(Kind.CALL), Action(Kind.CALL), Action(Kind.CHECK), board, Action(Kind.BET, to_cents=400)]
    version = evening.version(table)

    def record():
        return recording.record_actions(
            table_id=table,
            version=version,
            actions=[*script, Action(Kind.FOLD), Action(Kind.FOLD)],
            actor=evening.dealer,
        )

    assert statements(record) == 4


def test_sit_and_cash_out(evening, table):
    """Lock, load, guest, where he sits, the sitting, post, the table's version; a new seat makes its place.

    And five that ask whether he may play, paid much in small amounts, whether the seat is kept for another, whether
    anybody waits for the game, and whether somebody in it goes first.
    """
    guest = evening.guest()
    version = evening.version(table)
    assert (
        statements(
            lambda: seats.sit(
                table_id=table,
                version=version,
                seat=5,
                guest_id=guest.pk,
                buy_in_cents=20_000,
                actor=evening.floor,
            )
        )
        == 13
    )
    version = evening.version(table)
    out = {"table_id": table, "version": version, "seat": 5, "actor": evening.floor}
    assert statements(lambda: seats.cash_out(**out)) == 6  # what he asked for is over

"""S14: an evening at three tables, told twice: with a table of chips without value beside them, and without it.

Every report, list and proof is the same.  Both are told in a savepoint, from the same ids and at the same times.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounting.models import GamingDay
from accounting.proof.services import proofs
from accounting.reports.selectors import book_files
from accounting.reports.selectors.book_files import Scope
from accounting.reports.selectors.figures import By
from accounting.reports.selectors.periods import Span
from accounting.reports.services import rollups
from casino import house_time, membership
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Game, PracticeHand
from tables.practice.services import games
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tests import builders, databases
from tests.api_client import Api, addresses
from tests.builders import Evening
from tests.tables.hands import playing
from tests.tables.practice.practising import Practice, practice
from tests.tables.rounds.banking import FLOAT, WON

pytestmark = pytest.mark.django_db

OF_PRACTICE = frozenset({"practice-hands/", "tables/"})
"""What shows the table of practice itself: its hands, and the versions of the tables."""


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


class Clock:
    """Time stands until it is told to pass."""

    def __init__(self) -> None:
        self.now = house_time.now()

    def passes(self) -> None:
        self.now += timedelta(minutes=3)


def night(evening: Evening, training: Practice, game: Game, clock: Clock, *, beside: bool) -> None:
    """A hand with every action, a hand by its outcome, a round against the house; closed, counted, proved."""

    def practise(do: Callable[[], object]) -> None:
        clock.passes()
        if beside:
            do()

    practise(lambda: training.open(game))
    practise(lambda: training.sit(1, 4, 6))
    actions, outcomes, bank = three_tables(evening)
    practise(training.all_in)
    practise(lambda: games.reset(**training.seen, actor=evening.dealer))
    playing.settle(evening, playing.act(evening, playing.start(evening, actions), playing.FOLD))
    practise(training.deal)
    recording.record_summary(
        table_id=outcomes,
        version=evening.version(outcomes),
        summary=Summary(pot_cents=18_400, flop_seen=True, dealt_in=2, tip_cents=200),
        actor=evening.floor,
    )
    practise(lambda: games.reset(**training.seen, actor=evening.dealer))
    rounds.record(
        table_id=bank, version=evening.version(bank), round_record=WON, details=RoundDetails(), actor=evening.floor
    )
    practise(training.all_in)
    leave_and_close(
        evening,
        {
            actions: (100_000, (None, None)),
            outcomes: (0, (11_600, 37_300)),
            bank: (FLOAT - 2_000, (32_000,)),
        },
    )
    evening.close_day()
    practise(lambda: games.close(**training.seen, actor=evening.floor))
    rollups.rebuild_all()


def three_tables(evening: Evening) -> tuple[int, int, int]:
    """Each with a dealer and guests: every action, outcomes, against the house."""
    actions = evening.table(evening.game(name="Actions"), code="T1", float_cents=100_000)
    outcomes = evening.table(evening.game(name="Outcomes", recording="summary"), code="T2", dealt=False)
    evening.push(outcomes, builders.user("dealer", "dealer-two"))
    bank = evening.table(evening.banked_game(name="Easy"), code="E1", float_cents=FLOAT, dealt=False)
    evening.push(bank, builders.user("dealer", "dealer-three"))
    evening.sit(actions, 40_000, 40_000)
    evening.sit(outcomes, 20_000, 30_000)
    evening.sit(bank, 30_000)
    return actions, outcomes, bank


def leave_and_close(evening: Evening, tables_left: dict[int, tuple[int, tuple[int | None, ...]]]) -> None:
    """All guests leave, their chips counted where a table keeps a pool; then each float is counted as booked."""
    for table, (float_cents, counts) in tables_left.items():
        for seat, counted in enumerate(counts, 1):
            seats.cash_out(
                table_id=table, version=evening.version(table), seat=seat, counted_cents=counted, actor=evening.floor
            )
        tables.close_table(
            table_id=table, version=evening.version(table), counted_float_cents=float_cents, actor=evening.floor
        )


def told(evening: Evening) -> dict[str, Any]:
    """Every report of the evening, every list of the API and every file of the books, and the proof."""
    api, day = Api(evening.manager), evening.day
    assert day is not None
    days = {"from": day.date.isoformat(), "to": day.date.isoformat()}
    asked: list[tuple[str, dict[str, str]]] = [
        (path, {})
        for one in addresses()
        if "<" not in (path := str(one.pattern)) and path not in OF_PRACTICE and "reports/" not in path
    ]
    for name, by in itertools.product(("rake", "tips"), By):
        asked.append((f"reports/{name}/", {**days, "by": by.value}))
    asked += [("reports/period/", {"span": span.value}) for span in Span]
    asked += [("reports/bank/", days), ("reports/match/", days)]
    found: dict[str, Any] = {f"{path} {query}": answer(api, path, query) for path, query in asked}
    scope = Scope(evening.house.pk, day.date, day.date)
    for file in book_files.files():
        if file.name == "seals":
            continue
        found[f"file {file.name}"] = b"".join(book_files.copied(file, scope, connection, delimiter=";"))
    proof = proofs.prove()
    found["proof"] = (proof.ok, proof.entries)
    # The day's seal, of which the file of seals tells, covers the moments at which rows of histories were written, by
    # the machine's own clock.
    seal = GamingDay.objects.get(pk=day.pk).seal
    return {name: one.replace(seal.encode(), b"") if isinstance(one, bytes) else one for name, one in found.items()}


def answer(api: Api, path: str, query: dict[str, str]) -> Any:
    """The text of the answer; of what is no list to be read the status alone."""
    reply = api.client.get(f"/api/v1/{path}", query)
    return reply.content if reply.status_code == 200 else reply.status_code


@contextmanager
def undone() -> Iterator[None]:
    """Everything within, with the ids that were used, is as if it had not been."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences")
        before = cursor.fetchall()
    membership.forget_rows()
    try:
        with databases.rolled_back():
            yield
    finally:
        membership.forget_rows()
        with connection.cursor() as cursor:
            for name, last in before:
                cursor.execute("SELECT setval(%s, %s, %s)", [name, last or 1, last is not None])


def test_s14_every_report_is_the_same_with_a_table_of_practice_beside(evening: Evening) -> None:
    training, game, clock = practice(evening), evening.game(name="For practice"), Clock()
    began, versions, numbers = clock.now, [], list(evening.numbers)
    for beside in (False, True):
        clock.now, evening.numbers = began, list(numbers)
        with house_time.shown_by(lambda: clock.now), undone():
            night(evening, training, game, clock, beside=beside)
            assert PracticeHand.objects.exists() is beside
            versions.append(told(evening))
    without, with_practice = versions
    assert without.keys() == with_practice.keys()
    assert {name for name in without if without[name] != with_practice[name]} == set()
    assert sum(isinstance(one, bytes) for one in without.values()) > 60, "these are answers, not refusals"

"""(e) The audit of a million hands, by one worker and by two, beside the bare engine and a bare scan of its rows."""

from collections.abc import Callable
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from statistics import median
from time import perf_counter
from typing import TypeAlias

import psycopg
from django.db import connections
from psycopg import sql

from casino.embedded.postgres import Cluster
from tables.audit.services import audits
from tables.audit.services import pieces as audit_pieces
from tables.hands.selectors import hands as recorded_hands
from tables.models import AuditRun, Hand
from tables.rules import hand, setup
from tools.bench import books, patterns
from tools.bench.figures import Figure, Say, Sizes, in_turns, ratio, seconds_of

WORKERS = 2
LIMIT = 1.8
MOST_MINUTES = 5
"""A million hands on one core, database and ledger included."""
_ENGINE_ROUNDS = 5
_SLICES = 4
Report: TypeAlias = "SimpleQueue[tuple[int, float]]"


def measure(server: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """One audit of all hands: slices of it by one worker and by two in turns, the rest by two."""
    took = seconds_of(
        lambda: books.build(server, days=sizes.audit_days, tables=sizes.audit_tables, played=sizes.audit_tables * 10)
    )
    total = Hand.objects.count()
    say(f"{total:,} hands of {sizes.audit_tables} tables with actions, entries and transfers, made in {took:.0f} s")
    engine, scan = in_turns([_engine(), lambda: total / seconds_of(lambda: _scan(server))], 2)
    run = audit_pieces.begin(day_id=None, hands_a_piece=sizes.audit_piece)
    one, both = in_turns([lambda: _slice(run, 1, sizes), lambda: _slice(run, WORKERS, sizes)], _SLICES)
    before = audit_pieces.progress(run.pk)
    rest = seconds_of(lambda: _crew(run, WORKERS, None))
    found = audits.audit(day_id=None, actor=None)  # joins the run, of which only the end is left
    say(f"{found.hands:,} hands recomputed, {found.agree:,} agree; findings: {found.by_rule or 'none'}")
    return [
        Figure("audit_two_workers_to_the_end", (before.total - before.done) / rest, "hands/s"),
        Figure("audit_one_worker", median(one), "hands/s", median(one) / median(engine)),
        Figure.within("audit_of_a_million_one_worker", 1e6 / median(one) / 60, "min", MOST_MINUTES),
        Figure("audit_two_workers", median(both), "hands/s", ratio(both, one), LIMIT),
        Figure("audit_bare_engine", median(engine), "hands/s"),
        Figure("audit_bare_scan", median(scan), "hands/s"),
    ]


def _engine() -> Callable[[], float]:
    """The patterns' hands replayed from memory again and again: nothing read, nothing compared."""
    ready = []
    for row in Hand.objects.filter(state=Hand.State.SETTLED, table__code=patterns.CODE).order_by("pk"):
        assert row.setup is not None
        rows = recorded_hands.standing(recorded_hands.rows_of(row.pk))
        ready.append((setup.from_json(row.setup), [recorded_hands.action_of(each) for each in rows]))

    def replay_all() -> None:
        for _round in range(_ENGINE_ROUNDS):
            for begun, actions in ready:
                hand.result(hand.replay(begun, actions))

    return lambda: _ENGINE_ROUNDS * len(ready) / seconds_of(replay_all)


def _scan(server: Cluster) -> None:
    """Every row that an audit reads, sent as text through the socket and dropped."""
    with closing(psycopg.connect(server.url())) as connection:
        for kind in patterns.KINDS:
            with connection.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(kind))) as rows:
                for _block in rows:
                    pass


def _slice(run: AuditRun, workers: int, sizes: Sizes) -> float:
    """Hands a second of all workers together, each by its own clock, since a worker always finishes its piece."""
    return sum(sizes.audit_piece * pieces / took for pieces, took in _crew(run, workers, sizes.audit_seconds))


def _crew(run: AuditRun, workers: int, seconds: float | None) -> list[tuple[int, float]]:
    """Run processes that take pieces of a run for `seconds` (None: to its end); gives pieces and seconds of each."""
    connections.close_all()  # a connection is not shared with a child
    context = get_context("fork")
    report: Report = context.SimpleQueue()
    crew = [context.Process(target=_work, args=(run.pk, seconds, report)) for _worker in range(workers)]
    for worker in crew:
        worker.start()
    done = [report.get() for _worker in crew]
    for worker in crew:
        worker.join()
    return done


def _work(run_id: int, seconds: float | None, report: Report) -> None:
    began, pieces = perf_counter(), 0
    while (seconds is None or perf_counter() - began < seconds) and audits.help_out(run_id=run_id, most=1):
        pieces += 1
    report.put((pieces, perf_counter() - began))

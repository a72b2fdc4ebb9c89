"""(b) Commands over HTTP beside the same statements in pgbench, a fixed transaction, and a view that inserts a row."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from statistics import median

from casino.embedded.postgres import Cluster
from tools.bench import anchor, captured, pgbench, requests, round_kinds
from tools.bench.figures import Figure, Say, Sizes, in_turns, ratio
from tools.bench.house import WEB_WORKERS
from tools.bench.load import Line
from tools.bench.pgbench import Script
from tools.bench.requests import LINES_A_WORKER, Plan
from tools.bench.room import Room, table_version

LEAST = {"summary": 0.5, "action": 0.5, "round": 0.35, "round_full": 0.35}
"""Of the same statements in pgbench."""
LEAST_OF_ANCHOR = {"summary": 0.2, "action": 0.3}
"""Of the anchor's transactions: statements that we make worse do not raise it."""
LINES = WEB_WORKERS * LINES_A_WORKER
_MIDDLE = 13  # of a hand: its answer is as long as the average one
_WARM_UP = 100
_MOST_A_SECOND = 2_000  # requests made beforehand for one connection

Record = Callable[[int, int], bytes]
"""The request that records something at a table of that number and version."""


@dataclass(slots=True)
class Kind:
    """One kind of command: its requests by connection, its script, and pgbench's transactions in a round."""

    name: str
    plans: list[Plan]
    script: Script
    most: int = 1_000_000
    transactions: int = _WARM_UP


def measure(server: Cluster, port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """Requests per second of each command and of the bare view; the ratio of each command to pgbench and to the anchor.

    A round is also compared with a hand recorded by its outcome: a dealer records both when they are over.  The ratios
    of pgbench and of the bare view are to the anchor: what statements or web server alone leave to be reached.
    """
    kinds = [
        _records(server, port, "summary", room.summary_tables, partial(requests.summary, room)),
        _actions(server, port, room, sizes),
        _records(server, port, "round", room.round_tables, partial(requests.played_round, room, round_kinds.QUICK)),
        _records(
            server, port, "round_full", room.full_round_tables, partial(requests.played_round, room, round_kinds.FULL)
        ),
    ]
    runs: list[Callable[[], float]] = []
    for kind in kinds:
        _warm_up(server, port, kind, sizes)
        say(f"{kind.name}: {_counted(kind.script.statements)}; pgbench -M simple -c {WEB_WORKERS} plans each again")
        runs += [_over_http(port, kind.plans, sizes), _by_pgbench(server, kind)]
    runs += [_over_http(port, [Plan(requests.rows(room)) for _line in range(LINES)], sizes), _anchor(server, sizes)]
    *found, bare, fixed = in_turns(runs, sizes.slices)
    say("pgbench left a row for every transaction, and none failed")
    figures = []
    for kind, ours, theirs in zip(kinds, found[::2], found[1::2], strict=True):
        figures += [
            Figure(f"http_{kind.name}", median(ours), "requests/s", ratio(ours, theirs), LEAST[kind.name]),
            Figure(f"http_{kind.name}_pgbench", median(theirs), "tps", ratio(theirs, fixed)),
            Figure(
                f"http_{kind.name}_to_anchor",
                median(ours),
                "requests/s",
                ratio(ours, fixed),
                LEAST_OF_ANCHOR.get(kind.name),
            ),
            Figure(f"http_{kind.name}_to_bare", median(ours), "requests/s", ratio(ours, bare)),
        ]
        if kind.name.startswith("round"):
            figures.append(Figure(f"http_{kind.name}_to_summary", median(ours), "requests/s", ratio(ours, found[0])))
    return [
        *figures,
        Figure("http_bare_insert", median(bare), "requests/s", ratio(bare, fixed)),
        Figure("anchor", median(fixed), "tps"),
    ]


def _records(server: Cluster, port: int, name: str, tables: range, request: Record) -> Kind:
    """Commands that record a finished hand or round: half of the tables for us, half for pgbench."""
    ours, theirs = tables[: len(tables) // 2], tables[len(tables) // 2 :]
    probe, plans = ours[0], [Plan(_evening(request, ours[1 + line :: LINES])) for line in range(LINES)]
    version = table_version(probe)
    sent = _captured(server, port, [request(probe, version), request(probe, version + 1)])
    return Kind(name, plans, pgbench.of_record(sent, theirs))


def _evening(request: Record, tables: Sequence[int]) -> Iterator[bytes]:
    first = {number: table_version(number) for number in tables}
    for played in count():
        for number in tables:
            yield request(number, first[number] + played)


def _actions(server: Cluster, port: int, room: Room, sizes: Sizes) -> Kind:
    probe, tables = room.action_tables[0], room.action_tables[1:]
    plans = [Plan(requests.actions(room, tables[line::LINES])) for line in range(LINES)]
    sent = _captured(server, port, [requests.action(room, probe, step) for step in range(_MIDDLE)])
    script = pgbench.of_action(sent, room.script_tables, len(requests.HAND), sizes.hands_a_client)
    return Kind("action", plans, script, most=sizes.hands_a_client * len(requests.HAND))


def _captured(server: Cluster, port: int, asked: Sequence[bytes]) -> list[str]:
    """The statements of the last of these requests, over a connection warmed up by the others."""
    line = Line(port, [])
    for request in asked[:-1]:
        line.ask(request)
    return captured.statements(server, lambda: line.ask(asked[-1]))


def _counted(statements: Sequence[str]) -> str:
    frame = sum(statement in {"BEGIN", "COMMIT"} for statement in statements)
    return f"{len(statements)} statements, {frame} of them BEGIN and COMMIT"


def _warm_up(server: Cluster, port: int, kind: Kind, sizes: Sizes) -> None:
    """Fill caches on both sides and choose the number of transactions of a round."""
    requests.send(port, kind.plans, sizes.seconds, most=_WARM_UP)
    per_second = pgbench.run(server, kind.script, transactions=_WARM_UP, number=0)
    kind.transactions = min(kind.most, max(_WARM_UP, round(per_second * sizes.seconds / WEB_WORKERS)))


def _over_http(port: int, plans: Sequence[Plan], sizes: Sizes) -> Callable[[], float]:
    most = round(_MOST_A_SECOND * sizes.seconds)
    return lambda: requests.send(port, plans, sizes.seconds, most=most).per_second


def _anchor(server: Cluster, sizes: Sizes) -> Callable[[], float]:
    anchor.prepare(server)
    transactions = max(_WARM_UP, round(anchor.per_second(server, _WARM_UP) * sizes.seconds / WEB_WORKERS))
    return lambda: anchor.per_second(server, transactions)


def _by_pgbench(server: Cluster, kind: Kind) -> Callable[[], float]:
    rounds = count(1)
    return lambda: pgbench.run(server, kind.script, transactions=kind.transactions, number=next(rounds))

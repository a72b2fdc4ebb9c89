"""(g) Hands recorded at many tables at once: commits that tell live pages beside commits that tell nobody."""

from collections.abc import Callable
from functools import partial
from itertools import count
from statistics import median

from casino.embedded.postgres import Cluster
from tools.bench import captured, house, pgbench, requests
from tools.bench.figures import Figure, Say, Sizes, in_turns, ratio
from tools.bench.load import Line
from tools.bench.room import Room, table_version

CLIENTS = (2, 8, 32)
LEAST = 0.8
_HEAD = """CREATE OR REPLACE FUNCTION casino_tell_house() RETURNS trigger
 LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS"""
NOBODY = f"{_HEAD} $$ BEGIN RETURN NULL; END $$"
# What every commit did before desks had counters: all locked the one row.
ONE_ROW = f"""{_HEAD} $$
DECLARE
    told jsonb := (SELECT jsonb_object_agg(desk, pg_current_xact_id()::text::bigint) FROM unnest(TG_ARGV[1:]) AS desk);
BEGIN
    INSERT INTO bench_told AS live (id, versions) VALUES (1, told)
        ON CONFLICT (id) DO UPDATE SET versions = live.versions || told WHERE NOT live.versions @> told;
    RETURN NULL;
END $$"""  # noqa: S608 -- of our own
_TABLE = "CREATE TABLE bench_told (id int PRIMARY KEY, versions jsonb NOT NULL)"


def measure(server: Cluster, port: int, room: Room, sizes: Sizes, say: Say) -> list[Figure]:
    """Transactions a second by number of clients, as the program tells, on one row for all, and telling nobody."""
    probe, tables = room.summary_tables[0], room.summary_tables[1:]
    line, version = Line(port, []), table_version(probe)
    line.ask(requests.summary(room, probe, version))
    sent = captured.statements(server, lambda: line.ask(requests.summary(room, probe, version + 1)))
    ours = house.read(server, "SELECT pg_get_functiondef('casino_tell_house'::regproc)")
    house.run(server, _TABLE)
    say(f"{len(sent)} statements a hand, each client at tables of its own")
    figures = []
    runs = count(1)
    for clients in CLIENTS:
        script = pgbench.of_record(sent, tables, clients=clients)
        transactions = max(1, round(sizes.telling_transactions / clients))

        def told(function: str, *, script: pgbench.Script, transactions: int, clients: int) -> float:
            house.run(server, function)
            number = next(runs)
            return pgbench.run(server, script, transactions=transactions, number=number, clients=clients)

        ways = [
            partial(told, way, script=script, transactions=transactions, clients=clients)
            for way in (ours, ONE_ROW, NOBODY)
        ]
        told_all: list[Callable[[], float]] = list(ways)
        found, one_row, silent = in_turns(told_all, sizes.telling_slices)
        name = f"told_by_{clients}_clients"
        limit = LEAST if clients == CLIENTS[-1] else None
        figures += [
            Figure(name, median(found), "commits/s", ratio(found, silent), limit),
            Figure(f"{name}_on_one_row", median(one_row), "commits/s", ratio(one_row, silent)),
            Figure(f"{name}_to_one_row", median(found), "commits/s", ratio(found, one_row)),
        ]
    house.run(server, ours)
    return figures

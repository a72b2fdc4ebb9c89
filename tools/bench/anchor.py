"""The fixed anchor: a transaction of three statements that is not ours, so that worse SQL of ours raises no ratio.

It locks a row, inserts one and updates the locked one, with a client per web worker, each at rows of its own.
"""

from casino.embedded.postgres import Cluster
from tools.bench import pgbench
from tools.bench.house import run

_ROWS = 1_000
_TABLES = (
    "CREATE TABLE bench_anchor (id int PRIMARY KEY, turns int NOT NULL)",
    "CREATE TABLE bench_anchor_turn (id bigserial PRIMARY KEY, anchor_id int NOT NULL, said text NOT NULL)",
    f"INSERT INTO bench_anchor SELECT number, 0 FROM generate_series(1, {_ROWS}) AS number",  # noqa: S608 -- of our own
)
SCRIPT = f"""\\set row 1 + (:client_id * 7 + random(1, {_ROWS})) % {_ROWS}
BEGIN;
SELECT turns FROM bench_anchor WHERE id = :row FOR UPDATE;
INSERT INTO bench_anchor_turn (anchor_id, said) VALUES (:row, 'something');
UPDATE bench_anchor SET turns = turns + 1 WHERE id = :row;
COMMIT;
"""  # noqa: S608 -- of our own


def prepare(server: Cluster) -> None:
    """Make the anchor's tables."""
    run(server, *_TABLES)


def per_second(server: Cluster, transactions: int) -> float:
    """The anchor's transactions a second."""
    return pgbench.play(server, SCRIPT, transactions=transactions)

"""(m) Lists of finished hands: the service that records them, beside binary COPY of the same rows.

COPY takes the rows into the same tables of a copy of the database, with its constraints and triggers, in one
transaction, and does nothing else: it computes no tax, no evidence and no link, and it moves no chips.
"""

from functools import partial
from random import Random
from statistics import median
from uuid import UUID

import psycopg
from psycopg import sql

from casino import house_time
from casino.embedded.postgres import Cluster
from tables.hands.services import lists
from tables.hands.services.recording import Summary
from tools.bench import house, room
from tools.bench.figures import Figure, Say, Sizes, in_turns, ratio, seconds_of
from tools.bench.parts.periods import use
from tools.bench.room import FIRST, PLAYERS, table_version

LIMIT = 0.25
SEED = 20_261_126
SEES_A_FLOP = 0.7
# The rows that a list writes: the tables in the order in which they are taken in, and the column of their ids.
ROWS = {
    "tables_hand": "id",
    "accounting_entry": "id",
    "accounting_transfer": "entry_id",
    "accounting_assessment": "entry_id",
}


def measure(server: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """Hands a second of the service, each list at a table of its own, and of COPY."""
    built = room.build(server, open_tables=1, summary_tables=sizes.rounds + 1)
    other = house.twin(server, "copied")
    chance = Random(SEED)  # noqa: S311 -- not for real cards
    numbers = iter(built.summary_tables)
    rows: dict[str, bytes] = {}

    def recorded() -> float:
        use(server)
        number, last = next(numbers), _last_ids(server)
        hands = [_outcome(chance) for _hand in range(sizes.listed_hands)]
        work = partial(
            lists.record,
            table_id=FIRST["tables_table"] + number,
            version=table_version(number),
            outcomes=hands,
            actor=built.floor,
        )
        seconds = seconds_of(work)
        rows.update(_rows_after(server, last))
        return seconds

    def copied() -> float:
        return seconds_of(partial(_copy, other, rows))

    recorded()  # a first time, before which nothing is planned or cached
    copied()
    service, copy = in_turns([recorded, copied], sizes.rounds)
    each = sum(map(len, rows.values())) / sizes.listed_hands
    say(f"lists of {sizes.listed_hands:,} hands, {each:,.0f} bytes of rows a hand")
    return [
        Figure("import", sizes.listed_hands / median(service), "hands/s", ratio(copy, service), LIMIT),
        Figure("import_copy", sizes.listed_hands / median(copy), "hands/s"),
    ]


def _outcome(chance: Random) -> Summary:
    """A hand among all guests: a pot of 3 to 200 euros, a tip now and then."""
    return Summary(
        pot_cents=chance.randint(3, 200) * 100,
        flop_seen=chance.random() < SEES_A_FLOP,
        dealt_in=PLAYERS,
        tip_cents=chance.choice((0, 0, 100)),
        client_uuid=UUID(int=chance.getrandbits(128)),
        dealt_at=house_time.now(),
    )


def _last_ids(server: Cluster) -> dict[str, int]:
    return {
        table: int(house.read(server, f"SELECT coalesce(max({key}), 0) FROM {table}"))  # noqa: S608 -- of our own
        for table, key in ROWS.items()
    }


def _rows_after(server: Cluster, last: dict[str, int]) -> dict[str, bytes]:
    """The new rows of each table, as COPY writes them in binary."""
    found = {}
    with psycopg.connect(server.url()) as connection:
        for table, key in ROWS.items():
            query = sql.SQL("COPY (SELECT * FROM {} WHERE {} > {}) TO STDOUT (FORMAT binary)").format(
                sql.Identifier(table), sql.Identifier(key), sql.Literal(last[table])
            )
            with connection.cursor().copy(query) as blocks:
                found[table] = b"".join(bytes(block) for block in blocks)
    return found


def _copy(server: Cluster, rows: dict[str, bytes]) -> None:
    with psycopg.connect(server.url()) as connection:
        for table, block in rows.items():
            into = sql.SQL("COPY {} FROM STDIN (FORMAT binary)").format(sql.Identifier(table))
            with connection.cursor().copy(into) as taken:
                taken.write(block)

"""Years of hands in the books: actions, entries, transfers, assessments, with every link of the chains correct.

A few hundred hands are recorded by the services (`bench.patterns`); the others are the same hands at other tables on
other days, with their own dates, numbers, evidence and digests, in the order in which a house books them.  PostgreSQL
takes them in by COPY, with its triggers off. Rows around the hands (sessions, days, seals) are consistent, but nothing
is booked for them.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import cycle, islice

import psycopg
from psycopg import Copy as Taker
from psycopg import sql

from accounting import chain
from accounting.chain import EntryFacts, Move
from accounting.models import EntryCode, House
from casino.embedded.postgres import Cluster
from casino.models import User
from tables.models import Session
from tools.bench import patterns
from tools.bench.copying import columns, fill
from tools.bench.house import run
from tools.bench.patterns import Copy, Pattern

HANDS_A_SESSION = 250
FIRST_DAY = date(2020, 1, 1)
FIRST_ID = 1_000_000
"""First id of the days, tables, sessions and books made here."""
CHIPS_CENTS = 10**12


def build(server: Cluster, *, days: int, tables: int, played: int) -> None:
    """Fill the empty database of `server` with `days` at `tables`, copied from `played` hands."""
    house, actor, table = patterns.play(played)
    made = list(patterns.of(server))
    session = Session.objects.get(table=table)
    dates = [FIRST_DAY + timedelta(days=number) for number in range(days)]
    names = {
        "{first}": FIRST_ID,
        "{house}": house.pk,
        "{actor}": actor.pk,
        "{game}": session.game_id,
        "{table}": table.pk,
        "{session}": session.pk,
        "{last_day}": len(dates) - 1,
        "{days}": len(dates),
        "{last_table}": tables - 1,
        "{hands}": HANDS_A_SESSION,
    }
    for kind, rows in _AROUND.items():
        _put(server, kind, rows, names)
    tables_books = [_bought_in(server, house, number, made) for number in range(tables)]
    heads = _fill(server, tables_books, dates)
    _put(server, "accounting_gamingday", _GAMING_DAYS, names | {"{seals}": _sealed(server, house, actor, dates, heads)})
    for kind in ("tables_table", "accounting_gamingday"):
        _begin_history(server, kind)
    books = ", ".join(
        f"({FIRST_ID + number}, {house.pk}, '{code}', {last}, decode('{digest}', 'hex'))"
        for number, (code, (last, digest)) in enumerate(heads[-1].items())
    )
    _put(server, "accounting_book", f"id house_id code number digest|VALUES {books}", {})
    _put(server, "accounting_place", _BALANCES, names)
    run(server, "VACUUM ANALYZE")


_NOON = f"timestamptz '{FIRST_DAY} 12:00+00'"
_CODE = "'B' || lpad(t::text, 2, '0')"
_TABLES = "generate_series(0, {last_table}) t"
_DAYS = "generate_series(0, {last_day}) d"
_SESSION_ID = "{first} + t * {days} + d"
# By table: columns | SELECT.
_AROUND: dict[str, str] = {
    "tables_table": f"""id house_id code seats is_active version|
        SELECT {{first}} + t, {{house}}, {_CODE}, 9, true, 1 FROM {_TABLES}""",  # noqa: S608 -- of our own
    "tables_session": f"""id table_id game_id gaming_day_id state opened_at opened_by_id closed_at closed_by_id
        float_cents counted_float_cents is_redeal hands_dealt rounds_dealt|
        SELECT {_SESSION_ID}, {{first}} + t, {{game}}, {{first}} + d, 'closed', {_NOON} + d * interval '1 day',
               {{actor}}, {_NOON} + d * interval '1 day' + interval '10 hours', {{actor}}, 0, 0, false, {{hands}},
               0
          FROM {_TABLES}, {_DAYS}""",  # noqa: S608 -- of our own
}


# The tables' places: those of the patterns are there already.
_BALANCES = """house_id name balance_cents|
SELECT {house}, name, sum(cents)::bigint
  FROM (SELECT destination AS name, amount_cents AS cents FROM accounting_transfer
        UNION ALL SELECT source, -amount_cents FROM accounting_transfer) moves
 WHERE name LIKE '%/B%' GROUP BY name HAVING sum(cents) <> 0
"""


_GAMING_DAYS = f"""id house_id date state opened_at opened_by_id closed_at closed_by_id seal|
    SELECT {{first}} + d, {{house}}, date '{FIRST_DAY}' + d, 'closed', {_NOON} + d * interval '1 day', {{actor}},
           {_NOON} + d * interval '1 day' + interval '20 hours', {{actor}}, (ARRAY[{{seals}}])[d + 1] FROM {_DAYS}"""  # noqa: S608 -- of our own

# A table's first entry.
_BUY_IN = {
    "accounting_entry": """id house_id book_id number code subject at gaming_day_id actor_id reason evidence digest|
        SELECT {entry}, {house}, {book}, 1, '{code}', '{subject}', timestamptz '{at}', {day}, {actor}, '', ''::bytea,
               decode('{digest}', 'hex')""",
    "accounting_transfer": "entry_id position source destination amount_cents|VALUES {moves}",
}


def _put(server: Cluster, kind: str, rows: str, values: Mapping[str, object]) -> None:
    """Fill a table from `columns|SELECT`, with the values put in for their names in braces."""
    for name, value in values.items():
        rows = rows.replace(name, str(value))
    names, select = rows.split("|", 1)
    fill(server, kind, names.split(), select)


def _begin_history(server: Cluster, kind: str) -> None:
    """Each row that has no history begins one, as if it had been added as it is."""
    history = kind.replace("_", "_historical", 1)
    kept = set(columns(server, history))
    names = [name for name in columns(server, kind) if name in kept]
    select = f"""SELECT {", ".join(names)}, now(), '+' FROM {kind} WHERE id NOT IN (SELECT id FROM {history})"""  # noqa: S608 -- names of our own models
    fill(server, history, [*names, "history_date", "history_type"], select)


@dataclass(slots=True)
class _Book:
    """A table with its patterns, the number of its entries and the last digest."""

    number: int
    here: list[Pattern]
    digest: bytes
    entries: int = 1

    @property
    def code(self) -> str:
        return f"table/{_code(self.number)}"


def _code(number: int) -> str:
    return f"B{number:02}"


def _bought_in(server: Cluster, house: House, number: int, made: list[Pattern]) -> _Book:
    """A table's book with its first entry: its guests buy chips for all the years."""
    code, entry_id = _code(number), FIRST_ID + number
    moves = [Move(f"guests/{code}", f"seat/{code}/{seat}", CHIPS_CENTS) for seat in range(1, patterns.PLAYERS + 1)]
    at = datetime.combine(FIRST_DAY, time(12), UTC)
    facts = EntryFacts(
        house_id=house.pk,
        book=f"table/{code}",
        code=EntryCode.BUY_IN.value,
        subject=f"table:{code}",
        at=at,
        gaming_day=FIRST_DAY,
        actor_id=Session.objects.values_list("opened_by_id", flat=True)[0],
        reason="",
        reference=None,
        reverses=None,
        evidence=b"",
        moves=moves,
        assessment=None,
    )
    digest = chain.link(chain.GENESIS, 1, entry_id, chain.content(facts))
    values = {
        "{entry}": entry_id,
        "{house}": house.pk,
        "{book}": FIRST_ID + number,
        "{code}": facts.code,
        "{subject}": facts.subject,
        "{at}": at,
        "{day}": FIRST_ID,
        "{actor}": facts.actor_id,
        "{digest}": digest.hex(),
        "{moves}": ", ".join(
            f"({entry_id}, {place}, '{move.source}', '{move.destination}', {move.amount_cents})"
            for place, move in enumerate(moves, 1)
        ),
    }
    for kind, rows in _BUY_IN.items():
        _put(server, kind, rows, values)
    return _Book(number, [pattern.at(code) for pattern in made], digest)


def _fill(server: Cluster, tables: list[_Book], dates: list[date]) -> list[dict[str, list[int | str]]]:
    """All hands, day by day and table by table, each day beginning with another pattern.  Gives each day's heads."""
    heads: list[dict[str, list[int | str]]] = []
    hand_id = FIRST_ID * 2
    with ExitStack() as stack:
        takers = [stack.enter_context(_taker(server, kind)) for kind in patterns.KINDS]
        for day, each in enumerate(dates):
            for book in tables:
                first = day % len(book.here)
                for place, pattern in enumerate(islice(cycle(book.here), first, first + HANDS_A_SESSION), 1):
                    hand_id += 1
                    own = Copy(
                        hand_id=hand_id,
                        table_id=FIRST_ID + book.number,
                        session_id=FIRST_ID + book.number * len(dates) + day,
                        day_id=FIRST_ID + day,
                        day=each,
                        place=place,
                        entry_id=hand_id,
                        number=book.entries + 1,
                        previous=book.digest,
                    )
                    lines, book.digest = pattern.copy(own)
                    book.entries += 1
                    for taker, line in zip(takers, lines, strict=True):
                        taker.write(line)
            heads.append({book.code: [book.entries, book.digest.hex()] for book in tables})
    return heads


def _sealed(
    server: Cluster, house: House, actor: User, dates: list[date], heads: list[dict[str, list[int | str]]]
) -> str:
    """Seal each day after the one before; gives the seals as a list for SQL."""
    seals = [""]
    for day, each in enumerate(dates):
        seals.append(chain.seal(house.pk, day + 1, each, seals[-1], heads[day]))
        sealed = json.dumps(heads[day])
        values = f"({house.pk}, {day + 1}, {FIRST_ID + day}, now(), {actor.pk}, '{sealed}'::jsonb, '{seals[-1]}')"
        _put(server, "accounting_seal", f"house_id number gaming_day_id at by_id heads digest|VALUES {values}", {})
    return ", ".join(f"'{seal}'" for seal in seals[1:])


@contextmanager
def _taker(server: Cluster, kind: str) -> Iterator[Taker]:
    """A COPY into a table, its triggers off; committed at the end."""
    with psycopg.connect(server.url()) as connection:
        connection.execute("SET session_replication_role = replica")
        with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(kind))) as taker:
            yield taker

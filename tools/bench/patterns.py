"""Hands to be copied: played at random through the services, then turned into text with marks where copies differ.

A copy is joined bytes; only its evidence and its link in the chain are computed.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from random import Random

import psycopg
from psycopg import sql

from accounting import chain
from accounting.chain import EntryFacts, Move
from accounting.days.services import days
from accounting.models import Assessment, Entry, House, Transfer
from accounting.rake.selectors.schedules import SCHEDULES
from accounting.rake.services import schedules
from casino import house_time
from casino.embedded.postgres import Cluster
from casino.models import User
from casino.services import users
from casino.transactions import together
from tables import evidence
from tables.dealers.services import downs
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.hands.selectors import hands as recorded_hands
from tables.hands.services import booking, hands, recording
from tables.models import Hand, Table
from tables.rules import random_hands, setup
from tools.bench.room import TERMS
from tools.evening.clock import Clock

PLAYERS = 6
STACK_CENTS = 40_000
CODE = "P00"
_NO_EVIDENCE = bytes([0xEE]) * 32
_HAND = "hand:@"
PLAYED_ON = date(2001, 1, 1)
"""The gaming day of the patterns, whose hours fit into it; a copy has its own date in its place."""
_PLAYED_ON = PLAYED_ON.isoformat().encode()
KINDS = ("tables_hand", "tables_handaction", "accounting_entry", "accounting_transfer", "accounting_assessment")


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy's own numbers; `place` is the hand's number in its session."""

    hand_id: int
    table_id: int
    session_id: int
    day_id: int
    day: date
    place: int
    entry_id: int
    number: int
    previous: bytes


@dataclass(frozen=True, slots=True)
class Pattern:
    """One hand: lines for COPY by table, and the texts of its two digests."""

    lines: Sequence[bytes]
    evidence: bytes
    content: bytes

    def at(self, table_code: str) -> "Pattern":
        """The same hand at another table."""

        def moved(text: bytes) -> bytes:
            return text.replace(CODE.encode(), table_code.encode())

        return replace(self, lines=[moved(line) for line in self.lines], content=moved(self.content))

    def copy(self, own: Copy) -> tuple[list[bytes], bytes]:
        """Lines for `KINDS`, and the entry's digest."""
        today = own.day.isoformat().encode()
        facts = f"[{own.session_id},{own.place},".encode() + self.evidence.replace(_PLAYED_ON, today)
        proof = hashlib.sha256(facts).digest()
        subject = f"hand:{own.hand_id}".encode()
        content = (
            self.content.replace(_HAND.encode(), subject)
            .replace(_PLAYED_ON, today)
            .replace(_NO_EVIDENCE.hex().encode(), proof.hex().encode())
        )
        digest = chain.link(own.previous, own.number, own.entry_id, content)
        numbers = {
            b"hand": own.hand_id,
            b"table": own.table_id,
            b"session": own.session_id,
            b"day": own.day_id,
            b"place": own.place,
            b"entry": own.entry_id,
            b"number": own.number,
            b"subject": subject,
            b"evidence": proof.hex().encode(),
            b"digest": digest.hex().encode(),
        }
        hand, actions, entry, transfers, assessment = (line.replace(_PLAYED_ON, today) for line in self.lines)
        entry_id = str(own.entry_id).encode()
        return [
            hand % numbers,
            actions.replace(b"@", str(own.hand_id).encode()),
            entry % numbers,
            transfers.replace(b"@", entry_id),
            assessment % numbers,
        ], digest


def play(count: int) -> tuple[House, User, Table]:
    """A house with a table at which `count` different hands were played: the patterns, in the database."""
    clock = Clock(datetime.combine(PLAYED_ON, time(12), UTC))
    with house_time.shown_by(clock.now):
        return _played(count, clock)


def _played(count: int, clock: Clock) -> tuple[House, User, Table]:
    house = House.objects.create(code="books", name="Books")
    manager, second, dealer = (
        users.create(username=name, password=None, full_name=name, role_names=[role], house_ids=[house.pk])
        for name, role in (("manager", "manager"), ("second", "manager"), ("dealer", "dealer"))
    )
    random = Random(3)  # noqa: S311 -- random play for a bench
    with together():
        days.open_day(house_id=house.pk, actor=manager)
        terms = schedules.publish(
            house_id=house.pk, name="Taxe", terms=TERMS, valid_from=house_time.now(), actor=manager
        )
        schedules.approve(version_id=terms.pk, seen=SCHEDULES.seen(terms), actor=second)
        table = _table(house, terms.schedule_id, manager, dealer)
        for _number in range(count):
            clock.forward(clock.at + timedelta(minutes=1))
            _hand(table.pk, random, manager, dealer)
    return house, manager, table


def of(server: Cluster) -> Iterator[Pattern]:
    """Every settled hand in the database of `server` as a pattern."""
    with psycopg.connect(server.url()) as connection:
        for hand in Hand.objects.filter(state=Hand.State.SETTLED).order_by("pk"):
            entry = Entry.objects.get(reference=f"hand:{hand.pk}")
            yield Pattern(_lines(connection, hand, entry), _evidence(hand), _content(entry))


def _table(house: House, schedule_id: int, manager: User, dealer: User) -> Table:
    form = GameForm(
        name="NLHE 1/2",
        variant="texas",
        betting="no_limit",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=200,
        rake_schedule_id=schedule_id,
        recording="every_action",
    )
    game = games.create(house_id=house.pk, terms=form, actor=manager)
    table = tables.create(house_id=house.pk, code=CODE, seats=PLAYERS, actor=manager)
    tables.open_table(table_id=table.pk, version=1, game_id=game.pk, float_cents=0, actor=manager)
    downs.push(table_id=table.pk, version=2, dealer_id=dealer.pk, actor=manager)
    for seat in range(1, PLAYERS + 1):
        guest = guests.register(house_id=house.pk, number=str(seat), name=f"Guest {seat}", actor=manager)
        seats.sit(
            table_id=table.pk,
            version=_version(table.pk),
            seat=seat,
            guest_id=guest.pk,
            buy_in_cents=STACK_CENTS,
            actor=manager,
        )
    return table


def _hand(table_id: int, random: Random, manager: User, dealer: User) -> None:
    """Start a hand for its set-up, void it, then record the whole hand in one call."""
    begun = hands.start(table_id=table_id, version=_version(table_id), actor=dealer).hand
    assert begun.setup is not None
    actions = random_hands.play(random, setup.from_json(begun.setup)).actions
    hands.void(hand_id=begun.pk, version=1, reason="to be recorded in one call", actor=manager)
    done = recording.record_actions(table_id=table_id, version=_version(table_id), actions=actions, actor=dealer).hand
    assert done.result is not None
    for seat, cents in done.result["stacks"].items():
        if cents < 10 * 200:
            seats.top_up(
                table_id=table_id,
                version=_version(table_id),
                seat=int(seat),
                amount_cents=STACK_CENTS,
                actor=manager,
            )


def _version(table_id: int) -> int:
    return Table.objects.values_list("version", flat=True).get(pk=table_id)


def _lines(connection: psycopg.Connection, hand: Hand, entry: Entry) -> list[bytes]:
    """The rows as PostgreSQL writes them for COPY, with marks for the copy's own numbers."""
    own = {
        "tables_hand": {
            "id": "%(hand)d",
            "table_id": "%(table)d",
            "session_id": "%(session)d",
            "gaming_day_id": "%(day)d",
            "number": "%(place)d",
        },
        "accounting_entry": {
            "id": "%(entry)d",
            "book_id": "%(table)d",
            "number": "%(number)d",
            "gaming_day_id": "%(day)d",
            "subject": "%(subject)b",
            "reference": "%(subject)b",
            "evidence": r"\x%(evidence)b",
            "digest": r"\x%(digest)b",
        },
        "tables_handaction": {"hand_id": "@"},
        "accounting_transfer": {"entry_id": "@"},
        "accounting_assessment": {"entry_id": "%(entry)d", "gaming_day_id": "%(day)d"},
    }
    keys = {
        "tables_hand": ("id", hand.pk),
        "accounting_entry": ("id", entry.pk),
        "tables_handaction": ("hand_id", hand.pk),
    }
    return [_copied(connection, kind, keys.get(kind, ("entry_id", entry.pk)), own[kind]) for kind in KINDS]


def _copied(connection: psycopg.Connection, kind: str, key: tuple[str, int], own: dict[str, str]) -> bytes:
    names = [
        str(row[0])
        for row in connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position", [kind]
        )
    ]
    values = sql.SQL(", ").join(sql.Literal(own[name]) if name in own else sql.Identifier(name) for name in names)
    select = sql.SQL("COPY (SELECT {} FROM {} WHERE {} = {}) TO STDOUT").format(
        values, sql.Identifier(kind), sql.Identifier(key[0]), sql.Literal(key[1])
    )
    with connection.cursor().copy(select) as rows:
        return b"".join(bytes(block) for block in rows)


def _evidence(hand: Hand) -> bytes:
    """The text of the evidence after session and number."""
    text = evidence.text(booking.dealt(hand), recorded_hands.rows_of(hand.pk), hand.result or {})
    begins = f"[{hand.session_id},{hand.number},".encode()
    assert text.startswith(begins), text[:40]
    return text[len(begins) :]


def _content(entry: Entry) -> bytes:
    """The text of the entry's digest, with marks for the copy's own values."""
    row = Assessment.objects.get(pk=entry.pk)
    transfers = Transfer.objects.filter(entry=entry).order_by("position")
    return chain.content(
        EntryFacts(
            house_id=entry.house_id,
            book=entry.book.code,
            code=entry.code,
            subject=_HAND,
            at=entry.at,
            gaming_day=PLAYED_ON,
            actor_id=entry.actor_id,
            reason=entry.reason,
            reference=_HAND,
            reverses=None,
            evidence=_NO_EVIDENCE,
            moves=[Move(each.source, each.destination, each.amount_cents) for each in transfers],
            assessment=row.facts,
        )
    )

"""The bench's casino: a house, its people, a room of open tables with guests and, for hands by actions, an open hand.

One table of each kind is made through the services, as by a floor person; the others are copies of it.  Table number
`n` has the code `B(10000 + n)`, and table, session and open hand have the ids `FIRST + n`.
"""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from uuid import uuid4

from django.db import connection

from accounting.days.services import days
from accounting.models import House
from accounting.rake.selectors.schedules import SCHEDULES
from accounting.rake.services import schedules
from casino import house_time
from casino.embedded.postgres import Cluster
from casino.models import User
from casino.services import sign_in, users
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Table
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.settlement import Tip
from tools.bench import house as own
from tools.bench import round_kinds
from tools.bench.copying import clones
from tools.bench.round_kinds import RoundKind

PLAYERS = 6
STACK_CENTS = 1_000_000
LONG_STACK_CENTS = 100 * STACK_CENTS
"""For guests who lose the same in every round."""
FIRST_CODE = 10_000
TERMS: dict[str, object] = {
    "kind": "percent",
    "rate_bp": 500,
    "cap_cents": 1_500,
    "no_flop_no_drop": True,
    "rounding": "down",
    "chip_cents": 100,
}
# Numbers that occur nowhere else in a statement, so that they can be found in captured requests (`pgbench`).
FIRST = {
    "tables_table": 7_100_000,
    "tables_session": 7_200_000,
    "tables_hand": 73_000_000,
    "tables_round": 74_000_000,
}
SPARE_HANDS = 500_000
"""Ids from `FIRST` plus this on are for hands created while the bench runs."""


@dataclass(frozen=True, slots=True)
class Room:
    """The house, an actor's token, and tables for finished records, load, latency and pgbench."""

    house: House
    floor: User
    token: str
    summary_tables: range
    round_tables: range
    full_round_tables: range
    action_tables: range
    open_tables: range
    script_tables: range


def build(
    server: Cluster,
    *,
    open_tables: int,
    summary_tables: int = 0,
    round_tables: int = 0,
    action_tables: int = 0,
    script_tables: int = 0,
) -> Room:
    """Create a room with an open gaming day; every table has six guests with chips for a long time.

    Of `round_tables` there are that many for each way of recording.
    """
    _start_ids_at(FIRST)
    house = House.objects.create(code="bench", name="Bench")
    floor, manager, second = (
        users.create(username=name, password=None, full_name=name, role_names=[role], house_ids=[house.pk])
        for name, role in (("floor", "floor"), ("manager", "manager"), ("second", "manager"))
    )
    days.open_day(house_id=house.pk, actor=manager)
    schedule = schedules.publish(
        house_id=house.pk, name="Taxe", terms=TERMS, valid_from=house_time.now(), actor=manager
    )
    schedules.approve(version_id=schedule.pk, seen=SCHEDULES.seen(schedule), actor=second)
    # The originals, numbers 0 to 3: their copies follow.
    _summary_table(0, _game(house, schedule.schedule_id, "summary", floor), floor)
    action_table, version = _table(1, _game(house, schedule.schedule_id, "every_action", floor), floor)
    hands.start(table_id=action_table, version=version, actor=floor)
    for number, kind in ((2, round_kinds.QUICK), (3, round_kinds.FULL)):
        _round_table(number, _banked_game(house, kind, floor), kind, floor)
    counts = (4, summary_tables, round_tables, round_tables, action_tables, open_tables, script_tables)
    kinds = [range(start, end) for start, end in pairwise(accumulate(counts))]
    for model, copies in zip((0, 2, 3), kinds, strict=False):
        _copies(server, model, copies)
    _copies(server, 1, range(kinds[3].start, kinds[-1].stop))
    _start_ids_at({table: first + SPARE_HANDS for table, first in FIRST.items()})
    own.run(server, "VACUUM ANALYZE")
    return Room(house, floor, sign_in.give_token(actor=floor)[0], *kinds)


def table_version(number: int) -> int:
    """The version of a table, by its number."""
    return Table.objects.values_list("version", flat=True).get(pk=FIRST["tables_table"] + number)


def _start_ids_at(first: dict[str, int]) -> None:
    with connection.cursor() as cursor:
        for table, number in first.items():
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, number])


def _game(house: House, schedule_id: int, recorded: str, actor: User) -> int:
    terms = GameForm(
        name=f"NLHE {recorded}",
        variant="texas",
        betting="no_limit",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=4_000,
        rake_schedule_id=schedule_id,
        recording=recorded,
        chip_cents=100,
    )
    return games.create(house_id=house.pk, terms=terms, actor=actor).pk


def _banked_game(house: House, kind: RoundKind, actor: User) -> int:
    terms = GameForm(
        name=f"Easy Hold'em {kind.recording}",
        variant="easy_holdem",
        rule_set=round_kinds.RULE_SET,
        min_buy_in_cents=500,
        min_box_cents=500,
        max_box_cents=10_000,
        recording=kind.recording,
        chip_cents=100,
    )
    return games.create(house_id=house.pk, terms=terms, actor=actor).pk


def _table(
    number: int, game_id: int, actor: User, *, stack_cents: int = STACK_CENTS, float_cents: int = 0
) -> tuple[int, int]:
    """An open table with its guests; gives its id and version."""
    house_id = House.objects.values_list("pk", flat=True).get()
    table = tables.create(house_id=house_id, code=f"B{FIRST_CODE + number}", seats=9, actor=actor)
    version = table.version
    tables.open_table(table_id=table.pk, version=version, game_id=game_id, float_cents=float_cents, actor=actor)
    version += 1
    for seat in range(1, PLAYERS + 1):
        guest = guests.register(house_id=house_id, number=f"{number}-{seat}", name="Guest", actor=actor)
        seats.sit(
            table_id=table.pk, version=version, seat=seat, guest_id=guest.pk, buy_in_cents=stack_cents, actor=actor
        )
        version += 1
    return table.pk, version


def _summary_table(number: int, game_id: int, actor: User) -> None:
    """A table with one recorded hand, so that its book and boxes exist, as after the evening's first hand."""
    table_id, version = _table(number, game_id, actor)
    summary = Summary(pot_cents=4_000, flop_seen=True, dealt_in=PLAYERS, tip_cents=100, client_uuid=uuid4())
    recording.record_summary(table_id=table_id, version=version, summary=summary, actor=actor)


def _round_table(number: int, game_id: int, kind: RoundKind, actor: User) -> None:
    """A table against the house with one recorded round."""
    table_id, version = _table(number, game_id, actor, stack_cents=LONG_STACK_CENTS, float_cents=LONG_STACK_CENTS)
    details = RoundDetails(tips=(Tip(1, 100),), client_uuid=uuid4())
    rounds.record(table_id=table_id, version=version, round_record=kind.record, details=details, actor=actor)


def _copies(server: Cluster, model: int, copies: range) -> None:
    """Copies of table number `model`, with its session, guests and books."""
    table, session = FIRST["tables_table"] + model, FIRST["tables_session"] + model
    code, new_code = f"B{FIRST_CODE + model}", f"'B' || {FIRST_CODE} + n"
    to_table, to_session = f"{FIRST['tables_table']} + n", f"{FIRST['tables_session']} + n"
    seat = "100000 + n * 10 + {}"  # the id of the guest there, and of their sitting
    at_seat = seat.format("seat")
    place = "1000000 + n * 100 + row_number() OVER (PARTITION BY n)"
    seat_of_guest = "(SELECT seat FROM tables_sitting s WHERE s.guest_id = model.id)"
    changes: dict[str, tuple[str, dict[str, str]]] = {
        "tables_table": (f"id = {table}", {"id": to_table, "code": new_code}),
        "tables_session": (f"id = {session}", {"id": to_session, "table_id": to_table}),
        "tables_guest": (
            f"number LIKE '{model}-%'",
            {"id": seat.format(seat_of_guest), "number": f"n || '-' || {seat_of_guest}"},
        ),
        "tables_sitting": (
            f"table_id = {table}",
            {"id": at_seat, "table_id": to_table, "session_id": to_session, "guest_id": at_seat},
        ),
        "accounting_book": (f"code = 'table/{code}'", {"id": "100000 + n", "code": f"'table/' || {new_code}"}),
        "accounting_place": (
            f"name ~ '/{code}(/|$)'",
            {"id": place, "name": f"replace(model.name, '{code}', {new_code})"},
        ),
        "tables_hand": (
            f"table_id = {table} AND state = 'open'",
            {"id": f"{FIRST['tables_hand']} + n", "table_id": to_table, "session_id": to_session},
        ),
    }  # fmt: skip
    for name, (where, changed) in changes.items():
        clones(server, name, where=where, copies=copies, changes=changed)

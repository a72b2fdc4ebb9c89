"""Texts that somebody types reach every page and file as texts: no element, no formula, no template comes of one."""

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from itertools import product
from typing import Any

import openpyxl
import pytest
import yaml
from django.contrib.admin import site
from django.db.models import TextField
from django.db.models.functions import Cast
from django.test import Client
from django.urls import reverse

from accounting.models import GamingDay, House
from accounting.reports.services import exports, rollups
from casino import house_time
from casino.errors import Refusal
from casino.models import User
from casino.selectors.entrances import BROWSER
from casino.services.job_files import File
from tables.floor.services import decks, tables
from tables.guests.services.admission import checking, policies
from tables.log.services import floor_calls, incidents
from tables.models import Acknowledgement, FloorCall, Game, Guest, Incident, MustMove, Sitting, Table
from tables.moving.services import must_moves
from tables.play.services import stack_counts
from tables.play.services.stack_counts import SeatCount
from tests import builders, databases, payloads
from tests.api_client import Api
from tests.api_rows import ROWS, first_part
from tests.browser import test_every_page as every_page
from tests.described import KEPT
from tests.payload_readers import READERS, Reading

OLD = "an older state; the back office lists who changed what and when"
NOWHERE = {
    "accounting.HistoricalHouse.letterhead": OLD,
    "accounting.HistoricalHouse.name": OLD,
    "accounting.HistoricalRakeSchedule.name": OLD,
    "accounting.HistoricalWindow.name": OLD,
    "accounting.TableHour.game": "summed into `TableDay`, which the report by game reads",
    "casino.HistoricalDevice.name": OLD,
    "casino.HistoricalUser.full_name": OLD,
    "casino.HistoricalUser.staff_number": OLD,
    "casino.HistoricalUser.username": OLD,
}
"""Fields that no page and no file shows."""


@pytest.fixture
def house(transactional_db: None) -> Iterator[House]:
    """A copy of a house in which everything has happened."""
    with databases.fresh(every_page.staged()):
        yield House.objects.get()


def furnish(house: House) -> None:
    """What the staged house lacks: a deck, an answer, a note, a guest who was asked for, an alarm that somebody saw."""
    now, floor, admin = house_time.now(), *(User.objects.get(username=name) for name in ("floor", "admin"))
    table = Table.objects.get(code="T01")
    decks.change(
        table_id=table.pk, version=table.version, deck="Blau 7", shuffler="S 2", reason="geknickt", actor=floor
    )
    floor_calls.answer(call_id=FloorCall.objects.filter(answered_at=None).earliest("pk").pk, text="gilt", actor=floor)
    incidents.note(incident_id=Incident.objects.earliest("pk").pk, text="wieder trocken", actor=floor)
    alarm = {"house": house, "table": table, "kind": "idle", "mark": "1", "since": now, "at": now}
    Acknowledgement.objects.create(**alarm, reason="gesehen", by=floor)
    guest = Guest.objects.earliest("pk")
    checking.identify(guest_id=guest.pk, birth_date=date(1990, 2, 28), document="passport", actor=floor)
    policies.put(house_id=house.pk, is_on=True, actor=admin)
    checking.check(guest_id=guest.pk, actor=floor)
    policies.put(house_id=house.pk, is_on=False, actor=admin)


def furnish_more() -> None:
    """What can be done at some table and not at each: a mover refuses, another game is played."""
    floor = User.objects.get(username="floor")
    couple = MustMove.objects.filter(uncoupled_at=None).latest("pk")
    first(
        lambda pk=pk: must_moves.refuse(main_id=couple.main_id, sitting_id=pk, reason="geht lieber", actor=floor)
        for pk in Sitting.objects.filter(table_id=couple.feeder_id, left_at=None).values_list("pk", flat=True)
    )
    first(
        lambda table=table, game=game: tables.change_game(
            table_id=table.pk, version=table.version, game_id=game.pk, reason="gewünscht", actor=floor
        )
        for table, game in product(Table.objects.exclude(sessions=None), Game.objects.all())
        if game.pk not in table.sessions.values_list("game", flat=True)
    )


def count_a_stack() -> None:
    """What the floor explains: a guest has more than the books allow."""
    floor = User.objects.get(username="floor")
    first(
        lambda one=one: stack_counts.count(
            table_id=one.table_id,
            version=one.table.version,
            counts=[SeatCount(one.seat, 1_000_000_00)],
            explanation="aus der Tasche",
            actor=floor,
        )
        for one in Sitting.objects.filter(left_at=None, session__closed_at=None).select_related("table")
    )


def first(attempts: Iterable[Callable[[], object]]) -> None:
    """Make the first attempt that is not refused."""
    for attempt in attempts:
        with suppress(Refusal):
            attempt()
            return
    raise AssertionError("all of them were refused")


def with_texts(rows: Any, most: int) -> list[int]:
    """Ids: the latest rows, the first, and for each free column a row in which a payload stands."""
    found = list(rows.order_by("-pk").values_list("pk", flat=True)[:most])
    found += rows.order_by("pk").values_list("pk", flat=True)[:1]
    for mark, field in payloads.fields().items():
        if field.model is rows.model:
            text = Cast(field.column, TextField())
            filled = rows.annotate(written=text).filter(written__contains=f"x{mark}x").order_by("-pk")
            found += filled.values_list("pk", flat=True)[:1]
    return list(dict.fromkeys(found))


def of_the_api() -> Iterator[str]:
    """Every address of the API that is read, with the latest rows that there are."""
    for path, methods in yaml.safe_load(KEPT.read_text(encoding="utf-8"))["paths"].items():
        if "get" in methods:
            ids = with_texts(ROWS[first_part(path)].objects, 6) if "{id}" in path else [0]
            yield from (path.replace("{id}", str(pk)) for pk in ids)


def reports() -> Iterator[str]:
    """Every report as a file, by everything that it can be split by."""
    for report, splits in (
        ("rake", ("day", "table", "game", "dealer")),
        ("tips", ("day", "table", "game", "dealer")),
        ("match", ("",)),
        ("bank", ("day", "table", "shift")),
    ):
        for split, form, flavour in product(splits, ("csv", "xlsx"), ("excel", "machine")):
            by = f"&by={split}" if split else ""
            yield f"/api/v1/reports/{report}/?format={form}&flavour={flavour}{by}"


def exported(manager: User) -> Iterator[tuple[str, File]]:
    """The same reports as a worker makes them, as PDF; and the sheet of each day."""
    for report, by in (("rake", "game"), ("rake", "dealer"), ("tips", "dealer"), ("match", ""), ("bank", "table")):
        wanted = {"report": report, "format": "pdf"} | ({"by": by} if by else {})
        yield f"{report} by {by}", exports.make(wanted, actor=manager)
    for day in GamingDay.objects.all():
        wanted = {"report": "day_sheet", "day": day.date.isoformat()}
        yield f"sheet of {day.date}", exports.make(wanted, actor=manager)


def back_office() -> Iterator[str]:
    """Every list of it, its first rows and their histories."""
    for model in site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for pk in with_texts(model._default_manager.all(), 2):
            yield reverse(f"{name}_change", args=[pk])
            yield reverse(f"{name}_history", args=[pk])


def read(reading: Reading, clients: dict[str, Client], addresses: Iterable[str], by: Iterable[str]) -> None:
    for address, name in product(addresses, by):
        reading.read(f"{address} ({name})", clients[name].get(address))


def told_of_browsers(clients: Iterable[Client]) -> None:
    """What a browser says of itself stands in its session, and on the account's page."""
    for number, client in enumerate(clients):
        session = client.session
        lead, body = payloads.PAYLOADS[number % len(payloads.PAYLOADS)]
        session[BROWSER] = f"{lead}{body}"[:200]
        session.save()


@pytest.mark.django_db
def test_a_text_stays_a_text_in_a_small_house() -> None:
    """A slice of the test below: the floor, the guests, the reports and the back office."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 40_000, 40_000)
    hand = {"version": evening.version(table), "pot_cents": 4_000, "flop_seen": True, "dealt_in": 2, "winners": [1]}
    assert Api(evening.floor).post(f"tables/{table}/hands/record/", hand).status_code == 201
    rollups.roll_up()
    clients = {"floor": Client(), "manager": Client()}
    for name, client in clients.items():
        client.force_login(User.objects.get(username=name))
    filled, reading = payloads.fill(), Reading()
    guest = Guest.objects.latest("pk").pk
    pages = ("/floor/", f"/floor/tables/{table}/", "/floor/guests/", f"/floor/guests/{guest}/")
    read(reading, clients, pages, ("floor",))
    office = ("/management/reports/", f"/admin/tables/guest/{guest}/change/", "/api/v1/guests/", "/api/v1/games/")
    files = (f"/api/v1/reports/rake/?by=game&format={form}" for form in ("csv", "xlsx"))
    read(reading, clients, (*office, *files), ("manager",))
    assert reading.holes == {}
    assert {"tables.Guest.name", "tables.Game.name", "casino.User.username", "accounting.House.name"} <= filled
    assert {"tables.Guest.name", "tables.Game.name", "casino.User.username"} <= reading.seen.keys()
    assert reading.kinds.keys() >= {"text/html", "application/json", "text/csv"}


@pytest.mark.release("every page, list and file for every reader, twice")
@pytest.mark.parametrize("turn", [0, 3])
def test_a_text_stays_a_text_on_every_page_and_in_every_file(house: House, turn: int) -> None:
    """With another `turn` each row has another payload; every free field is filled, and seen somewhere.

    Every reader reads in the first turn.  Who reads makes no difference to how a payload is written, so in the other
    one it is those who read most.
    """
    everybody = turn == 0
    furnish(house)
    furnish_more()
    count_a_stack()
    pages, desks, manager = every_page.paths(), every_page.Reading(), User.objects.get(username="manager")
    told_of_browsers(desks.clients.values())
    assert payloads.fill(turn) == {field.name for field in payloads.fields().values()}
    manager.refresh_from_db()
    reading = Reading()
    read(reading, desks.clients, pages, every_page.READERS if everybody else ("manager", "admin"))
    read(reading, desks.clients, back_office(), ("manager", "auditor", "admin", "floor") if everybody else ("manager",))
    read(reading, desks.clients, of_the_api(), ("manager", "floor") if everybody else ("manager",))
    read(reading, desks.clients, reports(), ("manager",))
    for name, made in exported(manager):
        reading.take(name, made.media_type, made.content)
    print(reading.kinds)
    assert reading.holes == {}, "\n".join(f"{place}: {hole}" for place, hole in sorted(reading.holes.items()))
    assert {field.name for field in payloads.fields().values()} - reading.seen.keys() == NOWHERE.keys()
    assert reading.kinds.keys() == READERS.keys()


def test_every_text_column_is_free_or_says_why_not() -> None:
    names = {name.replace("Historical", "") for name in payloads.columns()}
    assert payloads.NOT_FREE.keys() <= names, "a column that is gone"
    assert payloads.INSIDE.keys() <= {field.name for field in payloads.fields().values()}
    assert NOWHERE.keys() <= payloads.columns().keys()
    assert len(payloads.fields()) > 70


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("text/html", "<p>=x10x1x<script>alert(1)</script></p>"),
        ("text/html", '<p title="+x10x1x"><img src=x onerror=alert(1)>"></p>'),
        ("text/html", '<a href="javascript:alert(1)//x10x1x">a</a>'),
        ("text/html", "<p>@x10x1x49</p>"),
        ("text/html", "<p>\tx10x1x<i>gnp</i></p>"),
        ("application/json", '{"name": "@x10x1x49"}'),
        ("text/plain", 'name = "@x10x1x49"'),
        ("text/csv; charset=utf-8", "key,label\r\n1,=x10x1x<script>\r\n"),
        ("text/csv; charset=utf-8", '\ufeffName\r\n"\rx10x1x<svg/onload"\r\n'),
    ],
)
def test_a_hole_is_seen(kind: str, content: str) -> None:
    reading = Reading()
    reading.take("/", kind, content.encode())
    assert reading.holes


def test_a_formula_in_a_workbook_is_seen() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "=1+1"
    content = io.BytesIO()
    book.save(content)
    reading = Reading()
    reading.take("/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", content.getvalue())
    assert reading.holes

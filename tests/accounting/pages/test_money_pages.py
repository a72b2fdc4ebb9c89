"""Management's reports and proof, the cage's list."""

import csv
import io
from collections.abc import Callable
from datetime import date
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.utils.translation import override

from accounting.reports.pages import jobs
from accounting.reports.services import rollups
from casino.models import Job, User
from casino.models.jobs import JobState
from tables.floor.services import seats
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import databases, live
from tests.api_client import Api
from tests.html import flat
from tests.tables.pages.conftest import Room, make_room

Browser = Callable[..., Client]
EURO = 100


def two_hands() -> Room:
    """Two hands at T2: 184 with a flop owes 9, 50 without a flop nothing but 2 are taken with a reason."""
    room = make_room()
    room.set_up("T2", "summary", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T2"])
    for summary in (
        Summary(pot_cents=184 * EURO, flop_seen=True, dealt_in=3, tip_cents=2 * EURO),
        Summary(pot_cents=50 * EURO, flop_seen=False, dealt_in=3, rake_cents=2 * EURO, reason="ruling"),
    ):
        recording.record_summary(
            table_id=room.tables["T2"], version=room.version(room.tables["T2"]), summary=summary, actor=room.floor
        )
    rollups.roll_up()
    return room


built, evening = databases.shared(two_hands)


@pytest.fixture
def manager(room: Room) -> User:
    return room.manager


@pytest.mark.parametrize("by", ["day", "table", "dealer", "game", "hour", "month"])
def test_report_shows_rows_and_their_total(evening: Room, manager: User, browser: Browser, by: str) -> None:
    page = browser(manager).get("/management/reports/", {"by": by})
    assert page.status_code == 200
    [(label, cells, _before)] = page.context["rows"]
    assert label
    texts = [text for text, _class in cells]
    assert texts[:9] == ["2", "234.00", "117.00", "234.00", "9.00", "11.00", "2.00", "0.00", "2.00"]
    assert texts[9:] == (["0 min", "0.0"] if by in {"table", "dealer"} else []), "the time dealt, and hands an hour"
    assert page.context["total"] == cells


def test_a_month_by_days_and_a_year_by_months_are_one_tap_away(evening: Room, manager: User, browser: Browser) -> None:
    day = evening.day.date
    page = browser(manager).get("/management/reports/")
    (month, of_days), (year, of_months) = page.context["periods"]
    assert (month, year) == (f"{day:%B %Y}", f"{day.year}")
    shown = [browser(manager).get(address).context["report"] for address in (of_days, of_months)]
    assert [(report.by, report.first) for report in shown] == [
        ("day", day.replace(day=1)),
        ("month", date(day.year, 1, 1)),
    ]


def test_report_on_tips_and_its_files(evening: Room, manager: User, browser: Browser) -> None:
    client = browser(manager, "de")
    page = client.get("/management/reports/", {"subject": "tips", "by": "table"})
    html = page.content.decode()
    assert "Trinkgeld" in html
    assert "234,00" in html
    for name, address in page.context["files"]:
        asked = parse_qs(urlsplit(address).query)
        assert asked["by"] == ["table"]
        answer = client.get(address)
        assert answer.status_code == 200, name
        assert "attachment" in answer["Content-Disposition"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_report_of_a_period_is_a_file_over_the_api(evening: Room, manager: User, kind: str) -> None:
    day = evening.day.date
    asked = {"span": "month", "day": str(day), "format": kind, "flavour": "machine"}
    answer = Api(manager).get("reports/period/", **asked)
    assert answer.status_code == 200
    assert f"period-month-{day:%Y-%m}-01.{kind}" in answer["Content-Disposition"]
    if kind == "csv":
        figures = [row["name"] + "=" + row["value"] for row in csv.DictReader(io.StringIO(answer.content.decode()))]
        assert figures.count("taken_cents=1100") == 1
    else:
        sheet, facts = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
        assert ("Rake taken", 11) in [(row[1].value, row[2].value) for row in sheet.iter_rows()]
        assert manager.full_name in [cell.value for row in facts.iter_rows() for cell in row]


def test_report_says_what_it_does_not_know_yet(evening: Room, manager: User, browser: Browser) -> None:
    room = evening
    summary = Summary(pot_cents=100 * EURO, flop_seen=True, dealt_in=3)
    recording.record_summary(
        table_id=room.tables["T2"], version=room.version(room.tables["T2"]), summary=summary, actor=room.floor
    )
    html = browser(manager).get("/management/reports/").content.decode()
    assert "1 entry not yet included" in html


def test_a_period_that_cannot_be_is_refused(evening: Room, manager: User, browser: Browser) -> None:
    answer = browser(manager, "de").get("/management/reports/", {"first": "2026-02-01", "last": "2026-01-01"})
    assert answer.status_code == 400
    assert "bevor er beginnt" in answer.content.decode()
    assert browser(manager).get("/management/reports/", {"by": "zodiac"}).status_code == 400
    assert browser(manager).get("/management/reports/", {"first": "yesterday"}).status_code == 400


@pytest.mark.parametrize(("role", "status"), [("dealer", 403), ("cage", 403), ("admin", 403), ("auditor", 200)])
def test_reports_are_managements_and_audits(room: Room, browser: Browser, role: str, status: int) -> None:
    somebody = User.objects.create_user(f"some-{role}", roles=[role])
    assert browser(somebody).get("/management/reports/").status_code == status


def test_proof_is_shown_sound_and_broken(evening: Room, manager: User, browser: Browser) -> None:
    client = browser(manager)
    assert "Check it now" in client.get("/management/proof/").content.decode()
    page = client.post("/management/proof/")
    assert page.context["walk"].proof.ok
    assert "No faults found." in page.content.decode()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounting_place SET balance_cents = balance_cents + 1 WHERE name = 'rake/T2'")
    html = client.post("/management/proof/").content.decode()
    assert "1 fault found." in html
    assert "rake/T2" in html


def test_proof_names_what_of_the_schema_differs(evening: Room, manager: User, browser: Browser) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX entry_time")
    html = browser(manager).post("/management/proof/").content.decode()
    assert "The database is not as this version makes it" in html
    assert "<li>index accounting_entry.entry_time is missing</li>" in html
    assert "broken" not in html


def test_cage_lists_what_came_and_went(evening: Room, browser: Browser) -> None:
    room = evening
    client = browser(room.cage)
    live.commit()
    page = client.get("/cage/")
    html = flat(page.content.decode())
    assert "Bought in <b>600.00</b>" in html
    version = page.context["live_version"]
    assert client.get("/cage/", {"v": version}).status_code == 204
    seats.cash_out(
        table_id=room.tables["T2"],
        version=room.version(room.tables["T2"]),
        seat=1,
        counted_cents=150 * EURO,
        actor=room.floor,
    )
    live.commit()
    html = flat(client.get("/cage/", {"v": version}).content.decode())
    assert "Cashed out <b>150.00</b>" in html
    assert "cash-out" in html


def test_cage_is_not_for_dealers(room: Room, browser: Browser) -> None:
    assert browser(room.dealer).get("/cage/").status_code == 403


@pytest.mark.parametrize(
    ("job", "told"),
    [
        (Job(kind="subject_access", params={"guest": 4711}), ("#4711", "")),
        (Job(kind="rule_replay", params={}, result={"name": "Pots of ten", "same": 8, "hands": 9}),
         ("Pots of ten", "8 of 9 hands have the same result")),
        (Job(kind="audit", params={}, state=JobState.FAILED, error="the disk is full", result={"file": "x"}),
         ("all gaming days", "the disk is full")),
    ],
)  # fmt: skip
def test_a_job_says_what_it_is_about_and_how_it_ended(job: Job, told: tuple[str, str]) -> None:
    with override("en"):
        assert (jobs.about(job), jobs.outcome(job)) == told
